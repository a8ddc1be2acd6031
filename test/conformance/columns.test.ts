import { describe, expect, inject, test } from 'vitest';
import { changeEveryRecord } from '../helpers/all-records/change-every-record.ts';
import { isInternal, listStale } from '../helpers/all-records/column-rules.ts';
import { fillEveryTable, startFullService } from '../helpers/all-records/fill-every-table.ts';
import { readEveryRow } from '../helpers/all-records/read-every-row.ts';
import { startService } from '../helpers/start-service.ts';
import { testColumns } from '../helpers/suites/columns.ts';
import { tempFolder } from '../helpers/temp-folder.ts';
import { type ColumnName, createColumnProbe } from './create-column-probe.ts';

const HIDDEN = 'No answer shows these: answer them, or declare them internal in column-rules.ts';

/** A service without a bucket stores every bundle in the database. */
describe('on PostgreSQL', () =>
  testColumns(() => ({ adminUrl: inject('postgresUrl') }), ['artifacts.location', 'audit_log.export_id']));

test('the interface shows every column except internal ones', { timeout: 120_000 }, async () => {
  await using folder = await tempFolder();
  const database = { at: folder.path('wf.db') };
  {
    await using running = await startFullService({ database });
    await changeEveryRecord(await fillEveryTable(running, () => new Date()));
  }
  // It runs no evaluations, so that nothing changes meanwhile.
  await using running = await startService({ database });
  const tables = await readEveryRow(running.store);
  expect(listStale(tables)).toEqual([]);
  const columns = tables.flatMap(({ name, columns: own }): ColumnName[] =>
    own.map((column) => ({ table: name, column: column.name })),
  );
  const { internal = [], shown = [] } = Object.groupBy(columns, ({ table, column }) =>
    isInternal(table, column) ? 'internal' : 'shown',
  );
  const isShown = await createColumnProbe(running);
  const hidden: string[] = [];
  for (const one of shown) if (!(await isShown([one]))) hidden.push(`${one.table}.${one.column}`);
  expect(hidden, HIDDEN).toEqual([]);
  const tablesSeen: string[] = [];
  for (const [table, own] of Map.groupBy(internal, (one) => one.table)) if (await isShown(own)) tablesSeen.push(table);
  expect(tablesSeen).toEqual([]);
});
