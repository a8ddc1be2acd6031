import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { readRows } from '../../../../../../src/service/archives/move/queries/read-rows.ts';
import { createInsertWriter } from '../../../../../../src/service/archives/move/queries/write-rows.ts';
import { addChecksum, toLine } from '../../../../../../src/service/archives/move/row-lines.ts';
import { openTestStore } from '../../../../../helpers/start-service.ts';

const TABLE = { name: 'moved', columns: ['id', 'text'], key: ['id'], hasBytes: false, fractions: [] };
const NOTE = { text: 'insert into notes (a, b) values ($1, $2)', values: ['done', 7] };

async function openTables() {
  const stack = new AsyncDisposableStack();
  const store = stack.use(await openTestStore('sqlite', stack));
  await sql`create table moved (id integer primary key, text text)`.execute(store.db);
  await sql`create table notes (a text, b integer)`.execute(store.db);
  const notes = async () => (await sql`select * from notes`.execute(store.db)).rows;
  return { store, notes, [Symbol.asyncDispose]: () => stack.disposeAsync() };
}

const pageOf = (count: number) => {
  const rows = Array.from({ length: count }, (_, id) => ({ id, text: id % 2 === 0 ? `row ${id}` : null }));
  return { rows, lines: rows.map((row) => toLine(row, TABLE.columns)), lastKey: [count - 1] };
};

test('a page of more rows than a statement takes is written whole, with its note', async () => {
  await using opened = await openTables();
  const page = pageOf(8001);
  await using writer = createInsertWriter(opened.store);
  await writer.write(TABLE, page, NOTE);
  const stored = [];
  for await (const { rows } of readRows(opened.store.db, TABLE)) stored.push(...rows);
  expect(stored).toEqual(page.rows);
  expect(await opened.notes()).toEqual([{ a: 'done', b: 7 }]);
  expect(await writer.sum(TABLE)).toEqual({ rows: 8001, sum: page.lines.reduce(addChecksum, 0) });
});

test('rows continue after a key', async () => {
  await using opened = await openTables();
  await using writer = createInsertWriter(opened.store);
  await writer.write(TABLE, pageOf(5), NOTE);
  const pages = [];
  for await (const page of readRows(opened.store.db, TABLE, [2])) pages.push(page);
  expect(pages).toEqual([
    {
      rows: [
        { id: 3, text: null },
        { id: 4, text: 'row 4' },
      ],
      lines: ['3\t\\N\n', '4\trow 4\n'],
      lastKey: [4],
    },
  ]);
});

test('a page that cannot be written leaves neither rows nor note', async () => {
  await using opened = await openTables();
  await using writer = createInsertWriter(opened.store);
  const page = pageOf(1);
  await expect(writer.write(TABLE, { ...page, rows: [...page.rows, ...page.rows] }, NOTE)).rejects.toThrow('UNIQUE');
  expect(await writer.sum(TABLE)).toEqual({ rows: 0, sum: 0 });
  expect(await opened.notes()).toEqual([]);
});
