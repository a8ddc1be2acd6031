import { createReadStream } from 'node:fs';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { isWfError, messageOf, userError, UserError } from '../../foundation/errors/wf-error.ts';
import type { ArchiveFile } from './write-archive.ts';
import { ARCHIVE_FILE, formatSize } from '../../foundation/sizes.ts';

/** Valid entry names. They are never used as paths: an archive is not unpacked to disk. */
const NAMES = /^(?:manifest\.json|tables\/[a-z_]{1,40}\/\d{6}\.ndjson|artifacts\/[0-9a-f]{64}\.mjs)$/;

/** Larger than any bundle or page of rows. */
const MAX_FILE_SIZE = ARCHIVE_FILE.most;

/** Similar rows compress well; above both limits it is a zip bomb. */
const MAX_INFLATED = 1024 ** 3;
const MAX_RATIO = 200;

export interface Archive {
  readonly path: string;
  /** Names it in messages. */
  readonly name: string;
  readonly size: number;
}

/**
 * Reads the files of an archive, one at a time.
 *
 * @yields each file, with its bytes
 * @throws {WF_INVALID_INPUT} when it is not an archive, is damaged or truncated, or has unexpected entries
 */
export async function* readArchive(archive: Archive): AsyncGenerator<ArchiveFile, void, undefined> {
  try {
    yield* readEntries(archive);
  } catch (error) {
    throw isWfError(error) ? error : unreadable(archive.name, error);
  }
}

async function* readEntries({ path, name: file, size }: Archive): AsyncGenerator<ArchiveFile, void, undefined> {
  const { default: tar } = await import('tar-stream');
  const extract = tar.extract();
  const flowing = pipeline(createReadStream(path), createGunzip(), limitTo(file, size), extract);
  // A stream error also surfaces through the entries; a consumer that stops early ends the stream.
  let failure: unknown;
  const settled = flowing.catch((error: unknown) => (failure = error));
  const seen = new Set<string>();
  try {
    for await (const entry of extract) {
      const { name, type, size: length } = entry.header;
      if (type !== 'file' || !NAMES.test(name)) throw hostile(file, `it contains ${JSON.stringify(name)}`);
      if (seen.has(name)) throw hostile(file, `it contains ${name} twice`);
      if (length > MAX_FILE_SIZE) throw hostile(file, `${name} is larger than ${formatSize(ARCHIVE_FILE)}`);
      seen.add(name);
      yield { name, bytes: await collect(entry) };
    }
    await settled;
  } catch (error) {
    throw failure ?? error;
  } finally {
    extract.destroy();
  }
  if (failure !== undefined) throw failure;
}

async function collect(stream: AsyncIterable<unknown>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  // A tar entry gives buffers.
  for await (const chunk of stream) chunks.push(chunk as Uint8Array);
  return Buffer.concat(chunks);
}

function limitTo(file: string, compressed: number): Transform {
  let inflated = 0;
  return new Transform({
    transform(chunk: Buffer, _, done) {
      inflated += chunk.length;
      done(isBomb(inflated, compressed) ? hostile(file, 'it is a decompression bomb') : null, chunk);
    },
  });
}

/** Returns whether an archive inflates to more than any of ours does. */
export function isBomb(inflated: number, compressed: number): boolean {
  return inflated > MAX_INFLATED && inflated > MAX_RATIO * compressed;
}

function hostile(file: string, what: string): UserError {
  return userError('WF_INVALID_INPUT', `${file} is not a wf archive: ${what}.`);
}

function unreadable(file: string, cause: unknown): UserError {
  const reason = messageOf(cause);
  const message = `${file} is not an archive, or is damaged or truncated: ${reason}.`;
  return new UserError({ code: 'WF_INVALID_INPUT', message, cause });
}
