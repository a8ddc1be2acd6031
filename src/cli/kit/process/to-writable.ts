import { Writable } from 'node:stream';
import type { OutputStream } from './output-stream.ts';

/** Creates a byte stream to a command's output, with back pressure. */
export function toWritable(output: OutputStream): Writable {
  return new Writable({ write: (chunk: Buffer, _, done) => void output.write(chunk, done) });
}
