import { InvalidMessage } from './invalid-message.ts';

/**
 * Creates a function that splits text, which arrives in arbitrary pieces, into lines.
 *
 * @param maxLength - returns the maximum length of a line, in characters, 1 or more
 * @returns a function that takes a piece and returns the lines that it completes
 * @throws {InvalidMessage} from that function, as soon as a line is longer
 */
export function createLineSplitter(maxLength: () => number): (text: string) => string[] {
  let pieces: string[] = [];
  let length = 0;
  return (text) => {
    const limit = maxLength();
    const lines = text.split('\n');
    const rest = lines.pop() ?? '';
    if (lines.length > 0) {
      lines[0] = pieces.join('') + lines[0];
      [pieces, length] = [[], 0];
    }
    if (rest !== '') pieces.push(rest);
    length += rest.length;
    if (length > limit || lines.some((line) => line.length > limit)) {
      throw new InvalidMessage(`a message of more than ${limit} characters`);
    }
    return lines;
  };
}
