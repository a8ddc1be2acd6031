import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { readTables } from '../../../../../../src/service/archives/move/queries/read-tables.ts';
import { openTestStore } from '../../../../../helpers/start-service.ts';

test('tables come after those that they refer to, with their columns, keys, bytes and fractions', async () => {
  await using stack = new AsyncDisposableStack();
  const { db } = stack.use(await openTestStore('sqlite', stack));
  await sql`create table zz_parent (id text primary key, size REAL, part real)`.execute(db);
  await sql`create table aa_child (
    second text, bytes BLOB, first integer, own text references aa_child (own), parent text references zz_parent (id),
    primary key (first, second))`.execute(db);
  await sql`create table wf_moves (table_name text primary key)`.execute(db);

  const tables = await readTables(db);

  expect(tables.filter(({ name }) => name.startsWith('zz_') || name.startsWith('aa_'))).toEqual([
    { name: 'zz_parent', columns: ['id', 'size', 'part'], key: ['id'], hasBytes: false, fractions: [1, 2] },
    {
      name: 'aa_child',
      columns: ['second', 'bytes', 'first', 'own', 'parent'],
      key: ['first', 'second'],
      hasBytes: true,
      fractions: [],
    },
  ]);
  const names = tables.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  expect(names).not.toContain('wf_migrations');
  expect(names).not.toContain('call_changes');
  expect(names).not.toContain('wf_moves');
  expect(names.filter((name) => name.startsWith('sqlite'))).toEqual([]);
});
