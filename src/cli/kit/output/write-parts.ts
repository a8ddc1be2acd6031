import { writeText, type Io } from '../process/io.ts';

const PART = 64 * 1024;

/** Streams text to standard output in larger chunks, with back pressure. */
export async function writeParts(parts: AsyncIterable<string>, { stdout }: Io): Promise<void> {
  let waiting = '';
  for await (const part of parts) {
    waiting += part;
    if (waiting.length < PART) continue;
    await writeText(stdout, waiting);
    waiting = '';
  }
  if (waiting !== '') await writeText(stdout, waiting);
}
