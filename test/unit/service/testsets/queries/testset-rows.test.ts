import { expect, test } from 'vitest';
import {
  insertTestsetRows,
  readTestsetRows,
  streamTestsetRows,
} from '../../../../../src/service/testsets/queries/testset-rows.ts';
import { collect } from '../../../../helpers/collect.ts';
import { insertBare } from '../../../../helpers/insert-bare.ts';
import { openBare } from '../../../../helpers/open-bare.ts';

const rowsOf = (count: number, from = 0) => Array.from({ length: count }, (_, index) => ({ text: `t${from + index}` }));

async function openRows(count: number) {
  const { db } = await openBare();
  await insertBare(db, 'testset_revisions', [{ id: 'r', testset_id: null, revision: null }]);
  await insertBare(db, 'testset_revision_rows', [{ revision_id: 'other', position: 0, cells: '{}' }]);
  await insertTestsetRows(db, 'r', rowsOf(count));
  return db;
}

test('rows are stored in order, and more behind them', async () => {
  const db = await openRows(513);
  await insertTestsetRows(db, 'r', rowsOf(2, 513), 513);
  const all = await readTestsetRows(db, 'r');
  expect(all).toEqual(rowsOf(515).map((row, position) => ({ position, row })));
  expect(await readTestsetRows(db, 'r', { after: 510, limit: 2 })).toEqual([
    { position: 511, row: { text: 't511' } },
    { position: 512, row: { text: 't512' } },
  ]);
});

test('rows are streamed in pages', async () => {
  const db = await openRows(513);
  const pages = await collect(streamTestsetRows(db, 'r'));
  expect(pages.map((page) => page.length)).toEqual([512, 1]);
  expect(pages[1]).toEqual([{ position: 512, cells: '{"text":"t512"}' }]);
  expect((await collect(streamTestsetRows(db, 'r', 200))).map((page) => page.length)).toEqual([200, 200, 113]);
  expect(await collect(streamTestsetRows(db, 'none'))).toEqual([]);
});
