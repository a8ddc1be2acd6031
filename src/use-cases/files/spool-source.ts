import { randomUUID } from 'node:crypto';
import { createReadStream, rmSync } from 'node:fs';
import { mkdtemp, open, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { isWfError, userError, type UserError } from '../../foundation/errors/wf-error.ts';
import { cannotRead, nameOfSource, type TextSource } from './read-text-source.ts';
import { writeToDescriptor } from './output/replace-file.ts';

/** A file that can be read several times. */
export interface SpooledSource extends AsyncDisposable {
  readonly path: string;
  readonly name: string;
  readonly size: number;
}

/** An endless pipe would fill the disk. */
const MAX_BYTES = 4 * 1024 ** 3;

export interface SpoolOptions extends TextSource {
  /** How a copied source must begin, in hexadecimal. @defaultValue anything */
  readonly start?: string;
}

/**
 * Returns a regular file as it is, and copies standard input or a named pipe to a temporary file: both can be read only
 * once.
 *
 * @throws {WF_NO_FILE} when there is no such file
 * @throws {WF_INVALID_INPUT} when it cannot be read, or has more than 4 GiB, or begins otherwise
 */
export async function spoolSource({ source, cwd, stdin, start = '' }: SpoolOptions): Promise<SpooledSource> {
  if (source === '-') return await copy(source, requireStart(source, stdin, start));
  const path = resolve(cwd, source);
  const found = await stat(path).catch((error: unknown) => refuse(source, error));
  if (found.isDirectory()) throw unreadable(source, 'it is a folder');
  if (!found.isFile()) return await copy(source, requireStart(source, createReadStream(path), start));
  return { path, name: nameOfSource(source), size: found.size, [Symbol.asyncDispose]: async () => undefined };
}

async function copy(source: string, chunks: AsyncIterable<Uint8Array>): Promise<SpooledSource> {
  const folder = await mkdtemp(join(tmpdir(), 'wf-'));
  const path = join(folder, randomUUID());
  // Ctrl-C ends the process without unwinding.
  const remove = () => rmSync(folder, { recursive: true, force: true });
  process.once('exit', remove);
  const dispose = async () => {
    process.off('exit', remove);
    await rm(folder, { recursive: true, force: true });
  };
  try {
    return { path, name: nameOfSource(source), size: await fill(source, path, chunks), [Symbol.asyncDispose]: dispose };
  } catch (error) {
    await dispose();
    throw error;
  }
}

/**
 * Refuses what is not the expected kind of file before it is copied.
 *
 * @yields the bytes
 */
async function* requireStart(
  source: string,
  chunks: AsyncIterable<unknown>,
  start: string,
): AsyncGenerator<Uint8Array> {
  let head = Buffer.alloc(0);
  for await (const chunk of chunks) {
    const bytes = chunk instanceof Uint8Array ? chunk : Buffer.from(String(chunk));
    if (head.length < start.length / 2) {
      head = Buffer.concat([head, bytes.subarray(0, start.length / 2)]);
      const seen = head.toString('hex').slice(0, start.length);
      if (!start.startsWith(seen)) throw unreadable(source, 'it is not an archive');
    }
    yield bytes;
  }
}

async function fill(source: string, path: string, chunks: AsyncIterable<Uint8Array>): Promise<number> {
  const handle = await open(path, 'wx', 0o600);
  const write = writeToDescriptor(handle.fd);
  let size = 0;
  try {
    for await (const bytes of chunks) {
      size += bytes.length;
      if (size > MAX_BYTES) throw unreadable(source, 'it has more than 4 GiB. Save it as a file first');
      await write(bytes);
    }
  } catch (error) {
    return refuse(source, error);
  } finally {
    await handle.close();
  }
  return size;
}

function refuse(source: string, cause: unknown): never {
  throw isWfError(cause) ? cause : cannotRead(titleOf(source), cause);
}

function unreadable(source: string, reason: string): UserError {
  return userError('WF_INVALID_INPUT', `Cannot read ${titleOf(source)}: ${reason}.`);
}

function titleOf(source: string): string {
  return source === '-' ? 'standard input' : source;
}
