import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { measureDatabase, measureTables } from '../../../../../src/service/retention/queries/usage.ts';
import type { Db, DialectName } from '../../../../../src/service/store/schema.ts';
import { insertBare } from '../../../../helpers/insert-bare.ts';
import { openBare } from '../../../../helpers/open-bare.ts';
import { recordingPostgres } from '../../../../helpers/recording-postgres.ts';

const openDb = async (): Promise<Db> => (await openBare()).db;

async function measured(db: Db, dialect: DialectName = 'sqlite') {
  const found: unknown[] = [];
  for await (const { kind, appId, rows, bytes } of measureTables(db, dialect)) found.push([kind, appId, rows, bytes]);
  return found;
}

test('each kind of data is measured by app, and parts of records count no rows', async () => {
  const db = await openDb();
  await insertBare(db, 'evaluations', [
    { id: 'e', app_id: 'a', aggregated_results: 'ü', summary: '123' },
    { id: 'f', app_id: 'b', aggregated_results: '', summary: null },
  ]);
  await insertBare(db, 'evaluation_scenarios', [{ id: 's', evaluation_id: 'e', cells: '12345' }]);
  await insertBare(db, 'evaluation_outcomes', [
    { scenario_id: 's', evaluation_id: 'e', outputs: '12', results: '1234', cell_hash: 'h' },
  ]);
  await insertBare(db, 'cells', [
    { hash: 'h', output: '1234567', usage: '12' },
    { hash: 'i', output: '1', usage: null },
  ]);
  await insertBare(db, 'scores', [{ hash: 'c', cell_hash: 'h', result: '12345678' }]);
  await insertBare(db, 'testsets', [{ id: 't', app_id: 'a', name: '123' }]);
  await insertBare(db, 'testset_revisions', [{ id: 'r', testset_id: 't' }]);
  await insertBare(db, 'testset_revision_rows', [{ revision_id: 'r', cells: '123456789' }]);
  await insertBare(db, 'human_evaluations', [{ id: 'v', app_id: 'b', variants: '1', inputs: '12' }]);
  await insertBare(db, 'human_evaluation_scenarios', [
    { id: 'w', human_evaluation_id: 'v', inputs: '1234', outputs: '12345' },
  ]);
  await insertBare(db, 'deployments', [
    { id: 'd', app_id: 'a', routes: '12', evaluators: '{"x":"judges"}', artifact_sha256: 'whole' },
  ]);
  await insertBare(db, 'bundle_parts', [{ bundle_sha256: 'whole', sha256: 'part' }]);
  await insertBare(db, 'artifacts', [
    { sha256: 'whole', size: 1 },
    { sha256: 'judges', size: 10 },
    { sha256: 'part', size: 100 },
    { sha256: 'stored', size: 1000, location: 's3' },
  ]);
  await insertBare(db, 'app_logs', [{ id: 'l', app_id: 'b', line: '1234' }]);
  await insertBare(db, 'spans', [{ id: 'x', attributes: '1', events: '12', links: '123' }]);
  await insertBare(db, 'audit_log', [{ id: 'u', summary: '12345' }]);

  expect(await measured(db)).toEqual([
    ['evaluations', 'a', 1, 5],
    ['evaluations', 'b', 1, 0],
    ['evaluations', 'a', 0, 5],
    ['evaluations', 'a', 0, 6],
    ['outputs', null, 1, 1],
    ['outputs', 'a', 1, 9],
    ['scores', 'a', 1, 8],
    ['testsets', 'a', 1, 3],
    ['testsets', 'a', 0, 9],
    ['human_evaluations', 'b', 1, 3],
    ['human_evaluations', 'b', 0, 9],
    ['deployments', 'a', 1, 16],
    ['bundles', null, 1, 0],
    ['bundles', 'a', 3, 111],
    ['logs', 'b', 1, 4],
    ['traces', null, 1, 6],
    ['audit_log', null, 1, 5],
    // Every database begins with one.
    ['call_changes', null, 1, 0],
  ]);
});

test('a long table is measured in parts', async () => {
  const db = await openDb();
  await insertBare(db, 'app_logs', [{ rowid: 4000, id: 'a', line: '1' }]);
  await insertBare(db, 'app_logs', [{ rowid: 4001, id: 'b', line: '12' }]);
  expect(await measured(db)).toEqual([
    ['logs', '', 1, 1],
    ['logs', '', 1, 2],
    ['call_changes', null, 1, 0],
  ]);
});

test('PostgreSQL measures each table at once', async () => {
  const { db, statements } = recordingPostgres([{ rows: [{ app_id: 'a', rows: '7', bytes: '90' }] }]);
  expect(await measured(db, 'postgres')).toEqual([['evaluations', 'a', 7, 90]]);
  expect(statements).toHaveLength(15);
  expect(statements[0]?.[0]).toMatch(/ as own where true\) as measured group by measured\.app_id$/);
  expect(statements[14]?.[0]).toContain('select null as app_id, 0 as bytes from "call_changes"');
});

test('the database is measured with the pages that are free', async () => {
  const db = await openDb();
  const { bytes, free_bytes: free } = await measureDatabase(db, 'sqlite');
  const { rows } = await sql<{ size: number }>`select page_size as size from pragma_page_size()`.execute(db);
  const size = rows[0]?.size ?? 0;
  expect([bytes % size, (free ?? -1) % size]).toEqual([0, 0]);
  await insertBare(db, 'app_logs', [{ id: 'a', line: 'x'.repeat(100 * size) }]);
  const filled = await measureDatabase(db, 'sqlite');
  expect(filled.bytes - bytes).toBeGreaterThanOrEqual(99 * size);
  await db.deleteFrom('app_logs').execute();
  const emptied = await measureDatabase(db, 'sqlite');
  expect(emptied.bytes).toBe(filled.bytes);
  expect((emptied.free_bytes ?? 0) - (filled.free_bytes ?? 0)).toBeGreaterThanOrEqual(99 * size);
});

test('PostgreSQL says how large its database is, and nothing of free pages', async () => {
  const { db } = recordingPostgres([{ rows: [{ bytes: '8000' }] }]);
  expect(await measureDatabase(db, 'postgres')).toEqual({ bytes: 8000, free_bytes: null });
  expect(await measureDatabase(db, 'postgres')).toEqual({ bytes: 0, free_bytes: null });
});
