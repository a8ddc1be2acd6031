import { expect, test } from 'vitest';
import { CHUNK_BYTES, readPage, storePage, storePageChunks } from '../../../../src/service/archives/import-page.ts';
import { insertImport } from '../../../../src/service/archives/queries/imports.ts';
import type { ArchiveManifest } from '../../../../src/contract/archives/archive.ts';
import { collect } from '../../../helpers/collect.ts';
import { openBare } from '../../../helpers/open-bare.ts';

const PAGE = { import_id: 'i', table_name: 'apps', page: 3 };

/** Stores a page of so many bytes, and reads it back. */
async function store(size: number) {
  const { db, passingTransaction } = await openBare();
  await insertImport(db, {} as ArchiveManifest, { id: 'i', created_by: 'ann', created_at: 'now' }); // stored as it is
  const body = new Uint8Array(size).fill(0x61);
  await storePageChunks(passingTransaction, PAGE, body);
  await storePage(db, PAGE, body);
  const [row] = await db.selectFrom('import_pages').select('rows').execute();
  const chunks = await db.selectFrom('import_chunks').select(['position', 'bytes']).orderBy('position').execute();
  const read = await collect(readPage(db, PAGE, size));
  return {
    db,
    row: row?.rows.length,
    chunks: chunks.map(({ bytes }) => bytes.length),
    isSame: Buffer.concat(read).equals(body),
  };
}

test.each([
  [0, 0, []],
  [CHUNK_BYTES, CHUNK_BYTES, []],
  [CHUNK_BYTES + 1, 0, [CHUNK_BYTES, 1]],
  [2 * CHUNK_BYTES, 0, [CHUNK_BYTES, CHUNK_BYTES]],
])('a page of %i bytes stands in its row, or in chunks', async (size, row, chunks) => {
  expect(await store(size)).toMatchObject({ row, chunks, isSame: true });
  expect(CHUNK_BYTES).toBe(1024 * 1024);
});

test('a page, or a part of it, that was not sent is refused', async () => {
  const { db } = await store(CHUNK_BYTES + 1);
  const notSent = { code: 'WF_INVALID_INPUT', message: 'Page 4 of apps was not sent.' };
  await expect(collect(readPage(db, { ...PAGE, page: 4 }, 1))).rejects.toMatchObject(notSent);
  await db.deleteFrom('import_chunks').where('position', '=', 1).execute();
  await expect(collect(readPage(db, PAGE, CHUNK_BYTES + 1))).rejects.toThrow('Page 3 of apps was not sent.');
});
