import { setImmediate } from 'node:timers/promises';
import { UserError } from '../../foundation/errors/wf-error.ts';
import type { Store } from '../store/open-store.ts';
import type { Db } from '../store/schema.ts';
import {
  findImportChunk,
  findImportPage,
  insertImportChunk,
  insertImportPage,
  type PageKey,
} from './queries/imports.ts';

/** A database stores or reads as many bytes in a few milliseconds. */
export const CHUNK_BYTES = 1024 * 1024;

/** Stores the chunks of a long page, each in its own transaction, so that others run between them. */
export async function storePageChunks(
  transaction: Store['passingTransaction'],
  page: PageKey,
  body: Uint8Array,
): Promise<void> {
  for (let position = 0; position < countChunks(body.length); position += 1) {
    const start = position * CHUNK_BYTES;
    const bytes = body.subarray(start, start + CHUNK_BYTES);
    await transaction((db) => insertImportChunk(db, { ...page, position, bytes }));
    await setImmediate();
  }
}

/** Stores a page, whose chunks are stored if it is long. */
export async function storePage(db: Db, page: PageKey, body: Uint8Array): Promise<void> {
  await insertImportPage(db, { ...page, rows: countChunks(body.length) > 0 ? '' : new TextDecoder().decode(body) });
}

/**
 * Reads a stored page, and lets others run between its chunks.
 *
 * @param size - in bytes
 * @yields the bytes of the page in their order
 * @throws {WF_INVALID_INPUT} when it was not sent
 */
export async function* readPage(db: Db, page: PageKey, size: number): AsyncGenerator<Uint8Array> {
  const rows = await findImportPage(db, page);
  if (rows === null) throw notSent(page);
  if (countChunks(size) === 0) return yield new TextEncoder().encode(rows);
  for (let position = 0; position < countChunks(size); position += 1) {
    const bytes = await findImportChunk(db, page, position);
    if (bytes === null) throw notSent(page);
    yield bytes;
    await setImmediate();
  }
}

/** A page that fits into one chunk stands in its row. */
function countChunks(size: number): number {
  return size <= CHUNK_BYTES ? 0 : Math.ceil(size / CHUNK_BYTES);
}

function notSent({ table_name, page }: PageKey): UserError {
  return new UserError({ code: 'WF_INVALID_INPUT', message: `Page ${page} of ${table_name} was not sent.` });
}
