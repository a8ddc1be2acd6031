import { createHash } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';
import type { Pack } from 'tar-stream';
import { PassThrough, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { UserError } from '../../errors/wf-error.ts';

/** One file of an archive. */
export interface ArchiveFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

export interface WrittenArchive {
  readonly size: number;
  readonly sha256: string;
}

/**
 * Writes an archive to a temporary file and renames it, so that a truncated one never looks complete. The same files give
 * the same bytes.
 *
 * @throws {WF_INVALID_INPUT} when the file cannot be written
 */
export async function writeArchive(path: string, files: AsyncIterable<ArchiveFile>): Promise<WrittenArchive> {
  const unfinished = `${path}.${process.pid}.part`;
  try {
    // Open the file before loading anything: a stream error without a listener crashes the process.
    const file = await open(unfinished, 'w', 0o600);
    const written = await streamArchive(file.createWriteStream(), files);
    await rename(unfinished, path);
    return written;
  } catch (error) {
    await rm(unfinished, { force: true });
    throw isRefusal(error) ? refused(path, error) : error;
  }
}

/** Streams an archive; the reader must check that it is complete. */
export async function streamArchive(out: Writable, files: AsyncIterable<ArchiveFile>): Promise<WrittenArchive> {
  const { default: tar } = await import('tar-stream');
  const pack = tar.pack();
  const hash = createHash('sha256');
  let size = 0;
  const counting = new PassThrough({
    transform: (chunk: Buffer, _, done) => {
      hash.update(chunk);
      size += chunk.length;
      done(null, chunk);
    },
  });
  const written = pipeline(pack, createGzip(), counting, out);
  try {
    await Promise.all([written, addFiles(pack, files)]);
    return { size, sha256: hash.digest('hex') };
  } catch (error) {
    pack.destroy();
    await written.catch(() => undefined);
    throw error;
  }
}

async function addFiles(pack: Pack, files: AsyncIterable<ArchiveFile>): Promise<void> {
  for await (const { name, bytes } of files) {
    // Wait until the entry is written, so that only one is in memory.
    await new Promise<void>((done, fail) => {
      const header = { name, size: bytes.length, mode: 0o644, mtime: new Date(0) };
      pack.entry(header, Buffer.from(bytes), (error) => (error ? fail(error) : done()));
    });
  }
  pack.finalize();
}

function isRefusal(error: unknown): error is NodeJS.ErrnoException {
  return error instanceof Error && 'syscall' in error;
}

function refused(path: string, cause: NodeJS.ErrnoException): UserError {
  const reason = cause.code === 'ENOENT' ? 'there is no such folder' : cause.message;
  return new UserError({ code: 'WF_INVALID_INPUT', message: `Cannot write ${path}: ${reason}.`, cause });
}
