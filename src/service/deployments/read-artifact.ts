import { hashBytes } from '../../http/hash-bytes.ts';
import { UserError } from '../../foundation/errors/wf-error.ts';
import type { ArtifactStorage } from '../hosting/artifacts/artifact-storage.ts';
import type { Db } from '../store/schema.ts';
import { hasChunks, readChunks } from './queries/artifact-chunks.ts';
import { type ArtifactRow, findArtifact, readArtifactBytes } from './queries/artifacts.ts';

/**
 * Reads a bundle from the database or its bucket.
 *
 * @returns `null` when it is not stored
 * @throws {WF_STORAGE} when a part of it is missing, or its bucket cannot be read, lost it, or has other content under its name
 */
export async function readArtifact(db: Db, storage: ArtifactStorage, sha256: string): Promise<Uint8Array | null> {
  const row = await findArtifact(db, sha256);
  if (row === null) return null;
  if (row.location === null) return await readStored(db, sha256, row);
  const bytes = await storage.get(row.location);
  if (bytes === null) throw damaged(`The bundle ${sha256} is gone from ${row.location}.`);
  if ((await hashBytes(bytes)) === sha256) return bytes;
  throw damaged(`The bundle at ${row.location} is damaged: its hash differs.`);
}

async function readStored(db: Db, sha256: string, { size, bytes_here }: ArtifactRow): Promise<Uint8Array> {
  if (bytes_here === size) return await readArtifactBytes(db, sha256);
  const bytes = await readChunks(db, sha256, size);
  if (bytes === null) throw damaged(`The bundle ${sha256} is damaged: a part of it is missing.`);
  return bytes;
}

/** Answers whether all of a stored bundle is still where its row says. */
export async function isWhole(db: Db, storage: ArtifactStorage, sha256: string, row: ArtifactRow): Promise<boolean> {
  if (row.location !== null) return await storage.has(row.location);
  return row.bytes_here === row.size || (await hasChunks(db, sha256, row.size));
}

function damaged(message: string): UserError {
  return new UserError({ code: 'WF_STORAGE', message: `${message} Deploy the same sources again.` });
}
