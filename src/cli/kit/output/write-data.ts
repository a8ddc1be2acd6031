import { stripControlCharacters } from '../../../ui/layout/text/format-value.ts';
import { writeText } from '../process/io.ts';
import type { OutputStream } from '../process/output-stream.ts';

/**
 * Writes text with data of other people: unchanged into a pipe or a file, and on a terminal without what could control
 * it, such as escape sequences and marks that reorder text.
 */
export async function writeData(stream: OutputStream, text: string): Promise<void> {
  await writeText(stream, stream.isTTY === true ? stripControlCharacters(text) : text);
}
