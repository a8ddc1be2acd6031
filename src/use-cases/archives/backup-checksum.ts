import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { appendFile, stat } from 'node:fs/promises';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { UserError } from '../../foundation/errors/wf-error.ts';

// A line after the last page, which SQLite does not read: a backup stays one file, and every SQLite opens it.
const LABEL = '\nwf backup sha256 ';
const TRAILER_BYTES = LABEL.length + 64 + 1;

/** Appends the checksum of a complete backup to it. */
export async function appendChecksum(file: string): Promise<void> {
  await appendFile(file, `${LABEL}${await hashOf(file)}\n`);
}

/**
 * Compares a backup with its checksum, byte by byte.
 *
 * @returns number of the bytes before the checksum; `null`: it has none, as one of an older `wf`
 * @throws {WF_INVALID_INPUT} when any byte differs, or the file was cut off
 */
export async function verifyChecksum(file: string): Promise<number | null> {
  const { size } = await stat(file);
  const pages = readPages(await readAt(file, 0, 100));
  const end = Math.max(0, size - TRAILER_BYTES);
  const trailer = await readAt(file, end, TRAILER_BYTES);
  const [, expected = null] = new RegExp(`^${LABEL}([0-9a-f]{64})\\n$`).exec(trailer.toString('latin1')) ?? [];
  if (expected !== null) {
    if ((await hashOf(file, end)) === expected) return end;
    throw isChanged(file);
  }
  // The checksum itself may be what is damaged or missing: then the file does not end with its last page.
  if (pages !== null && pages !== size) throw isChanged(file);
  return null;
}

/** Reads how long the header of a SQLite file says that it is; `null`: it is not one. @source https://sqlite.org/fileformat.html */
function readPages(header: Buffer): number | null {
  if (header.length < 100 || header.toString('latin1', 0, 16) !== 'SQLite format 3\0') return null;
  const pageSize = header.readUInt16BE(16);
  return (pageSize === 1 ? 65_536 : pageSize) * header.readUInt32BE(28);
}

async function readAt(file: string, start: number, length: number): Promise<Buffer> {
  return await buffer(createReadStream(file, { start, end: start + length - 1 }));
}

async function hashOf(file: string, bytes = Infinity): Promise<string> {
  const hash = createHash('sha256');
  if (bytes > 0) await pipeline(createReadStream(file, { end: bytes - 1 }), hash);
  return hash.digest('hex');
}

function isChanged(file: string): UserError {
  return new UserError({
    code: 'WF_INVALID_INPUT',
    message: `${file} is damaged: it is not what wf backup wrote.`,
    nextSteps: ['Take another backup that is whole: wf backup --check FILE'],
  });
}
