import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { readRows } from '../../../../../../src/service/archives/move/queries/read-rows.ts';
import { openTestStore } from '../../../../../helpers/start-service.ts';

const TABLE = { name: 'moved', columns: ['id', 'text'], key: ['id'], hasBytes: false, fractions: [] };

/** The sizes of the pages of a table whose texts have these lengths. */
async function readSizes(lengths: readonly number[], hasBytes: boolean): Promise<number[]> {
  const stack = new AsyncDisposableStack();
  onTestFinished(() => stack.disposeAsync());
  const { db } = stack.use(await openTestStore('sqlite', stack));
  await sql`create table moved (id integer primary key, text text)`.execute(db);
  const list = JSON.stringify(lengths);
  await sql`insert into moved select key, printf('%.*c', value, 'x') from json_each(${list})`.execute(db);
  const sizes = [];
  for await (const { rows } of readRows(db, { ...TABLE, hasBytes })) sizes.push(rows.length);
  return sizes;
}

const MB = 1024 * 1024;

test('pages of small rows grow, up to a limit', async () => {
  const small = (count: number) => Array.from({ length: count }, () => 1);
  expect(await readSizes(small(12_501), false)).toEqual([500, 2000, 5000, 5000, 1]);
});

test('rows with bytes are read alone at first, then as many as the memory is for', async () => {
  expect(await readSizes([3 * MB, MB, MB, MB, MB, MB, 9 * MB, MB], true)).toEqual([1, 2, 5]);
  expect(await readSizes([9 * MB, 1, 1, 1], true)).toEqual([1, 1, 2]);
});
