import type { Readable } from 'node:stream';
import { keepStylesOnly, stripControlCharacters } from '../../../foundation/terminal-text.ts';
import { fstatSync, writeSync } from 'node:fs';
import { hasUnicode, toAscii } from '../../../ui/layout/text/to-ascii.ts';

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
 * A closed reader (`| head`) is not an error; `settleFailure` ends the process quietly.
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

/**
 * Writes text with data of other people: unchanged into a pipe or a file, and on a terminal without what could control
 * it, such as escape sequences and marks that reorder text.
 */
export async function writeData(stream: OutputStream, text: string): Promise<void> {
  await writeText(stream, stream.isTTY === true ? stripControlCharacters(text) : text);
}

export interface OutputStream {
  readonly isTTY?: boolean | undefined;
  readonly columns?: number | undefined;
  readonly rows?: number | undefined;
  write(text: string | Uint8Array, done?: (error?: Error | null) => void): boolean;
}

/** Number of bytes that an empty pipe accepts on every system without blocking. */
const PIPE_BYTES = 4096 * 16;

/**
 * Creates a stream to the process's standard output (1) or error (2). Writes short text synchronously. Node's own
 * stream, which takes longer to open than all of `wf --version`, is used only for a terminal, much text, or a full
 * pipe.
 */
export function processOutput(descriptor: 1 | 2): OutputStream {
  let opened: NodeJS.WriteStream | undefined;
  const open = (): NodeJS.WriteStream => (opened ??= openStream(descriptor));
  // A file or pipe gets all characters unchanged: its reader knows the encoding.
  const isAscii = () => !hasUnicode(process.env) && isDevice(descriptor);
  const terminal = () => (opened !== undefined || isDevice(descriptor) ? open() : undefined);
  return {
    get isTTY() {
      return terminal()?.isTTY === true;
    },
    get columns() {
      return terminal()?.columns;
    },
    get rows() {
      return terminal()?.rows;
    },
    write(text, done) {
      const bytes = Buffer.from(typeof text === 'string' && isAscii() ? toAscii(text) : text);
      const written = opened === undefined && bytes.length <= PIPE_BYTES ? writeAtOnce(descriptor, bytes) : 0;
      // A closed or full standard error cannot be reported anywhere, and the result does not depend on it.
      const settled = descriptor === 2 ? () => done?.() : done;
      if (written < bytes.length) return open().write(bytes.subarray(written), settled);
      done?.();
      return true;
    },
  };
}

function openStream(descriptor: 1 | 2): NodeJS.WriteStream {
  const stream = descriptor === 1 ? process.stdout : process.stderr;
  stream.on('error', (error) => settleFailure(descriptor, error));
  return stream;
}

/** Only a device can be a terminal, so pipes, files and sockets need no further check. */
function isDevice(descriptor: number): boolean {
  try {
    return fstatSync(descriptor).isCharacterDevice();
  } catch {
    // A closed descriptor is not a terminal.
    return false;
  }
}

function writeAtOnce(descriptor: 1 | 2, bytes: Uint8Array): number {
  try {
    return writeSync(descriptor, bytes);
  } catch (error) {
    // The pipe is full and non-blocking, so let Node's stream wait.
    if (codeOf(error) === 'EAGAIN') return 0;
    settleFailure(descriptor, error);
    return bytes.length;
  }
}

/** A closed reader (`| head`) is not an error, and standard error may be lost. */
function settleFailure(descriptor: 1 | 2, error: unknown): void {
  if (descriptor === 2) return;
  if (codeOf(error) !== 'EPIPE') throw error;
  process.exit(0);
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
