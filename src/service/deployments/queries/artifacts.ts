import { sql } from 'kysely';
import type { Db } from '../../store/schema.ts';
import { inBatches } from '../../store/insert-rows.ts';
import { setImmediate } from 'node:timers/promises';
import type { Store } from '../../store/open-store.ts';
import type { BundlePart } from '../../../contract/deployments/bundle-parts.ts';

export interface ArtifactRow {
  readonly size: number;
  readonly created_at: string;
  /** Where the bundle is stored; `null`: in this database. */
  readonly location: string | null;
  /** Bytes in the row itself; 0 when the bundle is stored in chunks or elsewhere. */
  readonly bytes_here: number;
}

export async function findArtifact(db: Db, sha256: string): Promise<ArtifactRow | null> {
  return (await findArtifacts(db, [sha256])).get(sha256) ?? null;
}

/** Hashes that one statement looks up: a statement has a limited number of parameters. */
const BATCH_SIZE = 1000;

export async function findArtifacts(db: Db, hashes: readonly string[]): Promise<Map<string, ArtifactRow>> {
  const found = new Map<string, ArtifactRow>();
  for (let from = 0; from < hashes.length; from += BATCH_SIZE) {
    const rows = await db
      .selectFrom('artifacts')
      .select(['sha256', 'size', 'created_at', 'location', sql<number>`octet_length(bytes)`.as('bytes_here')])
      .where('sha256', 'in', hashes.slice(from, from + BATCH_SIZE))
      .execute();
    for (const { sha256, ...row } of rows) found.set(sha256, row);
  }
  return found;
}

export async function readArtifactBytes(db: Db, sha256: string): Promise<Uint8Array> {
  const stored = db.selectFrom('artifacts').select('bytes').where('sha256', '=', sha256);
  return new Uint8Array((await stored.executeTakeFirstOrThrow()).bytes);
}

interface NewArtifact {
  readonly sha256: string;
  readonly size: number;
  /** Empty when the bundle is stored in chunks or elsewhere. */
  readonly bytes: Uint8Array;
  readonly location: string | null;
  readonly created_at: string;
}

/** Stores a bundle. @returns false when it was stored already */
export async function insertArtifact(db: Db, artifact: NewArtifact): Promise<boolean> {
  const inserted = await db
    .insertInto('artifacts')
    .values(artifact)
    .onConflict((conflict) => conflict.column('sha256').doNothing())
    .executeTakeFirst();
  return inserted.numInsertedOrUpdatedRows === 1n;
}

/** Records that a key uploaded a bundle; repeating it changes nothing. */
export async function insertUpload(db: Db, upload: { readonly sha256: string; readonly key_id: string }) {
  await db
    .insertInto('artifact_uploads')
    .values(upload)
    .onConflict((conflict) => conflict.columns(['sha256', 'key_id']).doNothing())
    .execute();
}

export async function findUploads(db: Db, keyId: string, hashes: readonly string[]): Promise<Set<string>> {
  const found = new Set<string>();
  for (const batch of inBatches(hashes)) {
    const rows = await db
      .selectFrom('artifact_uploads')
      .select('sha256')
      .where('key_id', '=', keyId)
      .where('sha256', 'in', batch)
      .execute();
    for (const { sha256 } of rows) found.add(sha256);
  }
  return found;
}

/** SQLite stores or reads this many bytes in a few milliseconds. An upload continues an earlier one: never change it. */
export const CHUNK_BYTES = 1024 * 1024;

interface StoreChunksOptions {
  readonly passingTransaction: Store['passingTransaction'];
  readonly sha256: string;
  readonly bytes: Uint8Array;
  readonly created_at: string;
}

/**
 * Stores the chunks of a bundle, each in its own transaction, so that others run between them. Nothing reads them before the
 * bundle's row is committed, and that commit makes them durable.
 */
export async function storeChunks(options: StoreChunksOptions): Promise<void> {
  const { passingTransaction, sha256, bytes, created_at } = options;
  for (let position = 0; position < countChunks(bytes.length); position += 1) {
    const start = position * CHUNK_BYTES;
    const chunk = { sha256, position, created_at, bytes: bytes.subarray(start, start + CHUNK_BYTES) };
    await passingTransaction(async (db) => {
      await db
        .insertInto('artifact_chunks')
        .values(chunk)
        // What an interrupted upload left is young again: nobody deletes it meanwhile.
        .onConflict((conflict) => conflict.columns(['sha256', 'position']).doUpdateSet(chunk))
        .execute();
    });
    await setImmediate();
  }
}

export async function hasChunks(db: Db, sha256: string, size: number): Promise<boolean> {
  const stored = await db
    .selectFrom('artifact_chunks')
    .select((the) => [the.fn.countAll().as('count'), sql<number | string>`sum(octet_length(bytes))`.as('size')])
    .where('sha256', '=', sha256)
    .executeTakeFirstOrThrow();
  return Number(stored.count) === countChunks(size) && Number(stored.size) === size;
}

/** Reads a bundle from its chunks, and lets others run between them. @returns `null` when a chunk is missing */
export async function readChunks(db: Db, sha256: string, size: number): Promise<Uint8Array | null> {
  const bytes = new Uint8Array(size);
  for (let position = 0; position < countChunks(size); position += 1) {
    const chunk = await db
      .selectFrom('artifact_chunks')
      .select('bytes')
      .where('sha256', '=', sha256)
      .where('position', '=', position)
      .executeTakeFirst();
    const start = position * CHUNK_BYTES;
    if (chunk?.bytes.length !== Math.min(CHUNK_BYTES, size - start)) return null;
    bytes.set(chunk.bytes, start);
    await setImmediate();
  }
  return bytes;
}

function countChunks(size: number): number {
  return Math.ceil(size / CHUNK_BYTES);
}

/** Answers whether a stored bundle is a list of parts. */
export async function hasBundleParts(db: Db, bundle_sha256: string): Promise<boolean> {
  const part = await db
    .selectFrom('bundle_parts')
    .select('sha256')
    .where('bundle_sha256', '=', bundle_sha256)
    .limit(1)
    .executeTakeFirst();
  return part !== undefined;
}

/** Records what a bundle consists of; repeating it changes nothing. */
export async function insertBundleParts(db: Db, bundle_sha256: string, parts: readonly BundlePart[]): Promise<void> {
  const rows = [...new Set(parts.map(({ sha256 }) => sha256))].map((sha256) => ({ bundle_sha256, sha256 }));
  for (let from = 0; from < rows.length; from += BATCH_SIZE) {
    await db
      .insertInto('bundle_parts')
      .values(rows.slice(from, from + BATCH_SIZE))
      .onConflict((conflict) => conflict.columns(['bundle_sha256', 'sha256']).doNothing())
      .execute();
  }
}
