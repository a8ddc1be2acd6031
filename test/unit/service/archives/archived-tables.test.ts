import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { ARCHIVED_TABLES } from '../../../../src/service/archives/archived-tables.ts';
import { dumpFile, toDump } from '../../../helpers/to-dump.ts';

const SCHEMA = await readFile(new URL('../../../fixtures/db/schema.sqlite.sql', import.meta.url), 'utf8');

/** `npm run dumps` rewrites the file: other releases read these columns. */
test('each table of an archive has these columns', async () => {
  const tables = Object.entries(ARCHIVED_TABLES).map(([name, { omit = [], ...table }]) => {
    const columns = columnsOf(name);
    expect(columns).toEqual(expect.arrayContaining([...omit, ...(table.json ?? []), ...table.key]));
    return [name, { ...table, columns: columns.filter((column) => !omit.includes(column)) }];
  });
  await expect(toDump(Object.fromEntries(tables))).toMatchFileSnapshot(dumpFile('archive'));
});

function columnsOf(table: string): string[] {
  const statement = new RegExp(`^create table ${table} \\((.*?)^\\);`, 'ims').exec(SCHEMA)?.[1] ?? '';
  return [...statement.matchAll(/^ {2}(\w+) (?:text|integer|real|blob)\b/gm)].map(([, name = '']) => name);
}
