import { formatSize, TEXT_FILE } from '../../foundation/sizes.ts';
import { createReadStream } from 'node:fs';
import { resolve } from 'node:path';
import { hasCode, isWfError, UserError, type WfErrorOptions } from '../../foundation/errors/wf-error.ts';

export interface TextSource {
  /** Path of a file, relative to `cwd`, or `-` for standard input. */
  readonly source: string;
  readonly cwd: string;
  readonly stdin: AsyncIterable<unknown>;
}

/**
 * Reads a file or standard input as UTF-8, without a byte order mark.
 *
 * @throws {WF_NO_FILE} when there is no such file
 * @throws {WF_INVALID_INPUT} when it cannot be read or is not UTF-8
 */
export async function readTextSource({ source, cwd, stdin }: TextSource): Promise<string> {
  const bytes = source === '-' ? await readAll(source, stdin) : await readBytes(source, cwd);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new UserError({ code: 'WF_INVALID_INPUT', message: `${nameOfSource(source)} is not valid UTF-8.`, cause });
  }
}

/** Names the source of a text in messages. */
export function nameOfSource(source: string): string {
  return source === '-' ? 'Standard input' : source;
}

/** No text that wf reads at once is near this; an endless one would fill the memory. */
const MAX_BYTES = TEXT_FILE.most;

async function readAll(source: string, chunks: AsyncIterable<unknown>): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of chunks) {
    const part = chunk instanceof Uint8Array ? chunk : Buffer.from(String(chunk));
    size += part.length;
    if (size > MAX_BYTES) throw tooLong(source);
    parts.push(part);
  }
  return Buffer.concat(parts);
}

function tooLong(source: string): UserError {
  return new UserError({
    code: 'WF_INVALID_INPUT',
    message: `${nameOfSource(source)} has more than ${formatSize(TEXT_FILE)}.`,
  });
}

async function readBytes(file: string, cwd: string): Promise<Uint8Array> {
  try {
    return await readAll(file, createReadStream(resolve(cwd, file)));
  } catch (cause) {
    if (isWfError(cause)) throw cause;
    throw cannotRead(file, cause);
  }
}

/** Creates the error about a file that cannot be read. @param what - names it, as in "the test set rows.csv" */
export function cannotRead(what: string, cause: unknown, options: Partial<WfErrorOptions> = {}): UserError {
  const message = `Cannot read ${what}: ${describeReadError(cause)}.`;
  const code = hasCode(cause, 'ENOENT') ? 'WF_NO_FILE' : (options.code ?? 'WF_INVALID_INPUT');
  return new UserError({ ...options, code, message, cause });
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EISDIR: 'it is a folder',
  EACCES: 'permission denied',
};

function describeReadError(cause: unknown): string {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : 'unknown reason';
  return REASONS[code] ?? code;
}
