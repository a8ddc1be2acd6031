import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { openOutput } from './output/open-output.ts';

/**
 * Streams text to a file, as `openOutput` opens it.
 *
 * @throws {WF_INVALID_INPUT} when it cannot be written
 */
export async function writeOutput(file: string, cwd: string, parts: AsyncIterable<string>): Promise<void> {
  // Open it first: reading may be expensive, and a wrong path should fail at once.
  const output = await openOutput(file, cwd);
  await pipeline(Readable.from(parts), output);
}
