import { InvalidMessage } from './invalid-message.ts';

/**
 * Splits text that arrives in pieces, cut anywhere, into its lines.
 *
 * @param maxLength - longest line, in characters
 * @returns what takes a piece and gives the lines that it completes
 * @throws {InvalidMessage} when a line is longer, before it is complete
 */
export function createLineSplitter(maxLength: number): (text: string) => string[] {
  let pieces: string[] = [];
  let length = 0;
  return (text) => {
    const lines = text.split('\n');
    const rest = lines.pop() ?? '';
    if (lines.length > 0) {
      lines[0] = pieces.join('') + lines[0];
      [pieces, length] = [[], 0];
    }
    if (rest !== '') pieces.push(rest);
    length += rest.length;
    if (length > maxLength || lines.some((line) => line.length > maxLength)) {
      throw new InvalidMessage(`a message of more than ${maxLength} characters`);
    }
    return lines;
  };
}
