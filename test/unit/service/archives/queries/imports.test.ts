import { expect, test } from 'vitest';
import {
  deleteImportRecords,
  deleteOldImports,
  findImportChunk,
  findImportPage,
  findManifest,
  insertImport,
  insertImportChunk,
  insertImportPage,
} from '../../../../../src/service/archives/queries/imports.ts';
import type { ArchiveManifest } from '../../../../../src/contract/archives/archive.ts';
import { openBare } from '../../../../helpers/open-bare.ts';

const MANIFEST = { app: 'support' } as unknown as ArchiveManifest; // stored as it is
const key = (import_id: string, page = 0, table_name = 'apps') => ({ import_id, table_name, page });

/** Two imports, each with two pages and the chunks of one. */
async function openImports() {
  const { db } = await openBare();
  for (const [id, created_at] of [
    ['i', '1'],
    ['j', '2'],
  ] as const) {
    await insertImport(db, MANIFEST, { id, created_by: 'ann', created_at });
    await insertImportPage(db, { ...key(id), rows: `rows of ${id}` });
    await insertImportPage(db, { ...key(id, 1), rows: '' });
    for (const position of [0, 1])
      await insertImportChunk(db, { ...key(id, 1), position, bytes: new Uint8Array([position, 7]) });
  }
  return db;
}

test('an import has its manifest, its pages and their chunks', async () => {
  const db = await openImports();
  expect([await findManifest(db, 'i'), await findManifest(db, 'none')]).toEqual([MANIFEST, null]);
  const pages = [key('i'), key('i', 1), key('i', 2), key('i', 0, 'bases'), key('none')];
  expect(await Promise.all(pages.map((page) => findImportPage(db, page)))).toEqual(['rows of i', '', null, null, null]);
  const chunks = [0, 1, 2].map((position) => findImportChunk(db, key('i', 1), position));
  expect(await Promise.all(chunks)).toEqual([new Uint8Array([0, 7]), new Uint8Array([1, 7]), null]);
  for (const other of [key('i'), key('i', 1, 'bases'), key('none', 1)])
    expect(await findImportChunk(db, other, 0)).toBeNull();
});

test('what is sent again changes nothing', async () => {
  const db = await openImports();
  await insertImportPage(db, { ...key('i'), rows: 'others' });
  await insertImportChunk(db, { ...key('i', 1), position: 0, bytes: new Uint8Array([9]) });
  expect(await findImportPage(db, key('i'))).toBe('rows of i');
  expect(await findImportChunk(db, key('i', 1), 0)).toEqual(new Uint8Array([0, 7]));
});

test.each([
  ['by its id', deleteImportRecords, 'i'],
  ['by its age', deleteOldImports, '2'],
])('an import is deleted %s with its parts, and no other', async (_, remove, which) => {
  const db = await openImports();
  await remove(db, which);
  for (const [table, count] of [
    ['imports', 1],
    ['import_pages', 2],
    ['import_chunks', 2],
  ] as const)
    expect(await db.selectFrom(table).selectAll().execute()).toHaveLength(count);
  expect([await findManifest(db, 'i'), await findManifest(db, 'j')]).toEqual([null, MANIFEST]);
});
