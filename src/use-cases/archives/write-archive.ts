import { createHash } from 'node:crypto';
import type { Pack } from 'tar-stream';
import { PassThrough, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';

export interface ArchiveFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

export interface WrittenArchive {
  readonly size: number;
  readonly sha256: string;
}

/**
 * Writes an archive. The same files give the same bytes. Into a pipe, a truncated one may look complete: the reader checks
 * its manifest.
 */
export async function writeArchive(out: Writable, files: AsyncIterable<ArchiveFile>): Promise<WrittenArchive> {
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
