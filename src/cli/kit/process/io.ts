import type { Readable } from 'node:stream';
import { keepStylesOnly } from '../../../ui/layout/text/format-value.ts';
import type { OutputStream } from './output-stream.ts';
import { processOutput } from './process-output.ts';

/** A command's streams, environment and folder. */
export interface Io {
  readonly stdin: Readable & { readonly isTTY?: boolean | undefined };
  readonly stdout: OutputStream;
  readonly stderr: OutputStream;
  readonly env: Record<string, string | undefined>;
  readonly cwd: string;
}

/** The process's own streams, each opened on first use to save start-up time. */
export const PROCESS_IO: Io = {
  get stdin() {
    return process.stdin;
  },
  stdout: processOutput(1),
  stderr: processOutput(2),
  get env() {
    return process.env;
  },
  get cwd() {
    return process.cwd();
  },
};

/**
 * Writes text and waits for a slow reader, so that nothing is lost. On a terminal, only styles are left of all that could
 * control it: text may contain names and outputs of other people.
 *
 * A closed reader (`| head`) is not an error; `process-output.ts` ends the process quietly.
 */
export function writeText(stream: OutputStream, text: string): Promise<void> {
  const safe = stream.isTTY === true ? keepStylesOnly(text) : text;
  return new Promise((resolve, reject) => {
    stream.write(safe, (error) => {
      if (error && (error as NodeJS.ErrnoException).code !== 'EPIPE') reject(error);
      else resolve();
    });
  });
}
