import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Store } from '../../store/open-store.ts';
import type { Db } from '../../store/schema.ts';

/** SQLite stores or reads this many bytes in a few milliseconds. An upload continues an earlier one: never change it. */
export const CHUNK_BYTES = 1024 * 1024;

export interface StoreChunksOptions {
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

/** Answers whether every chunk of a bundle of this size is stored. */
export async function hasChunks(db: Db, sha256: string, size: number): Promise<boolean> {
  const stored = await db
    .selectFrom('artifact_chunks')
    .select((the) => [the.fn.countAll().as('count'), sql<number | string>`sum(octet_length(bytes))`.as('size')])
    .where('sha256', '=', sha256)
    .executeTakeFirstOrThrow();
  return Number(stored.count) === countChunks(size) && Number(stored.size) === size;
}

/**
 * Reads a bundle from its chunks, and lets others run between them.
 *
 * @returns `null` when a chunk is missing
 */
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
