/** A batch has at most 50,000 results; a line is as long as an answer. */
const MAX_LINE_LENGTH = 16 * 1024 * 1024;

/**
 * Splits text into lines.
 *
 * @yields each line that is not empty, and what follows the last one; nothing after one that is too long
 */
export async function* readLines(text: AsyncIterable<string>): AsyncGenerator<string> {
  let rest = '';
  for await (const piece of text) {
    const end = piece.lastIndexOf('\n');
    if (end === -1) rest += piece;
    else {
      yield* (rest + piece.slice(0, end)).split('\n').filter((line) => line.trim() !== '');
      rest = piece.slice(end + 1);
    }
    if (rest.length > MAX_LINE_LENGTH) return;
  }
  yield rest;
}
