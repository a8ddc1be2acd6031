import { Writable } from 'node:stream';
import type { OutputStream } from './output-stream.ts';

/** Makes a stream for bytes of a command's output; it is as slow as its reader. */
export function toWritable(output: OutputStream): Writable {
  return new Writable({ write: (chunk: Buffer, _, done) => void output.write(chunk, done) });
}
