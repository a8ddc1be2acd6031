import { expect, test } from 'vitest';
import {
  countSeenChanges,
  deleteRows,
  deleteSeenChanges,
  findExportedEntries,
  findOldLogs,
  findOldSpans,
  findUnused,
  findUnusedBundles,
  findUnusedDeployments,
} from '../../../../../src/service/retention/queries/unused.ts';
import type { Db } from '../../../../../src/service/store/schema.ts';
import { insertBare } from '../../../../helpers/insert-bare.ts';
import { openBare } from '../../../../helpers/open-bare.ts';
import { recordingPostgres } from '../../../../helpers/recording-postgres.ts';

const [OLD, LIMIT, NEW] = ['2026-01-01T00:00:00Z', '2026-01-02T00:00:00Z', '2026-01-03T00:00:00Z'];
const ALL = { before: LIMIT, after: '' };

const openDb = async (): Promise<Db> => (await openBare()).db;

const idAt = (index: number) => String(index).padStart(4, '0');
const many = (count: number, change: (id: string) => Record<string, string | null>) =>
  Array.from({ length: count }, (_, index) => change(idAt(index)));

test('outputs that no row has are unused, and those of a row are not', async () => {
  const db = await openDb();
  await insertBare(db, 'cells', [
    { hash: 'a', output: 'ü', created_at: OLD },
    { hash: 'b', output: '1234', created_at: OLD },
    { hash: 'c', output: '12345', created_at: LIMIT },
    { hash: 'd', output: '123456', created_at: OLD },
  ]);
  await insertBare(db, 'evaluation_outcomes', [{ scenario_id: 's', cell_hash: 'b' }]);
  expect(await findUnused(db, 'cells', ALL)).toEqual({
    rows: [
      { id: 'a', bytes: 2 },
      { id: 'd', bytes: 6 },
    ],
    next: null,
  });
  expect(await findUnused(db, 'cells', { before: LIMIT, after: 'a' })).toMatchObject({ rows: [{ id: 'd' }] });
});

test('scores of outputs that are gone are unused', async () => {
  const db = await openDb();
  await insertBare(db, 'cells', [{ hash: 'there' }]);
  await insertBare(db, 'scores', [
    { hash: 'a', cell_hash: 'there', result: '1', created_at: OLD },
    { hash: 'b', cell_hash: 'gone', result: '123', created_at: OLD },
  ]);
  expect(await findUnused(db, 'scores', ALL)).toEqual({ rows: [{ id: 'b', bytes: 3 }], next: null });
});

test('500 rows of a table are a part, and the next one begins behind them', async () => {
  const db = await openDb();
  await insertBare(
    db,
    'cells',
    many(501, (hash) => ({ hash, created_at: hash === '0007' ? NEW : OLD })),
  );
  const first = await findUnused(db, 'cells', ALL);
  expect([first.rows.length, first.next]).toEqual([499, '0499']);
  const second = await findUnused(db, 'cells', { before: LIMIT, after: '0499' });
  expect(second).toEqual({ rows: [{ id: '0500', bytes: 0 }], next: null });
});

test("an app's lines of log are old up to the first that is not", async () => {
  const db = await openDb();
  const lines = many(500, (id) => ({ id, app_id: 'a', created_at: OLD, line: 'ü' }));
  await insertBare(db, 'app_logs', [...lines, { id: '0001x', app_id: 'b', created_at: OLD }]);
  const first = await findOldLogs(db, 'a', ALL);
  expect([first.rows.length, first.next]).toEqual([500, '0499']);
  expect(first.rows[0]).toEqual({ id: '0000', created_at: OLD, bytes: 2 });
  await insertBare(db, 'app_logs', [{ id: '00005', app_id: 'a', created_at: LIMIT }]);
  const mixed = await findOldLogs(db, 'a', ALL);
  expect([mixed.rows.length, mixed.next]).toEqual([499, null]);
});

test('of the audit log, old entries go that were exported', async () => {
  const db = await openDb();
  await insertBare(db, 'audit_log', [
    { id: 'a', created_at: OLD, export_id: 'x', summary: 'ü' },
    { id: 'b', created_at: OLD, export_id: null },
    { id: 'c', created_at: OLD, export_id: 'x', summary: null },
    { id: 'd', created_at: LIMIT, export_id: 'x' },
  ]);
  expect(await findExportedEntries(db, ALL)).toEqual({
    rows: [
      { id: 'a', created_at: OLD, export_id: 'x', bytes: 2 },
      { id: 'c', created_at: OLD, export_id: 'x', bytes: 0 },
    ],
    next: null,
  });
  await insertBare(
    db,
    'audit_log',
    many(500, (id) => ({ id, created_at: OLD, export_id: null })),
  );
  expect(await findExportedEntries(db, ALL)).toEqual({ rows: [], next: '0499' });
});

test('spans go by their time, and by their ids where they began together', async () => {
  const db = await openDb();
  const [first, second] = ['2026-01-01T00:00:01Z', '2026-01-01T00:00:02Z'];
  const fields = { attributes: '1', events: '22', links: '333' };
  await insertBare(db, 'spans', [
    { id: 'z', started_at: first, ...fields },
    { id: 'a', started_at: second, ...fields },
    { id: 'b', started_at: second, ...fields },
    { id: 'c', started_at: LIMIT, ...fields },
  ]);
  const idsAfter = async (after: string) => {
    const { rows, next } = await findOldSpans(db, { before: LIMIT, after });
    return [rows.map(({ id }) => id), next];
  };
  expect((await findOldSpans(db, ALL)).rows[0]).toEqual({ id: 'z', started_at: first, bytes: 6 });
  expect(await idsAfter('')).toEqual([['z', 'a', 'b'], null]);
  expect(await idsAfter(`${first} z`)).toEqual([['a', 'b'], null]);
  expect(await idsAfter(`${second} a`)).toEqual([['b'], null]);
  await insertBare(
    db,
    'spans',
    many(500, (id) => ({ id, started_at: OLD })),
  );
  expect((await findOldSpans(db, ALL)).next).toBe(`${OLD} 0499`);
});

test('deployments are unused that no environment and no evaluation names, except the newest of each base', async () => {
  const db = await openDb();
  const made = (id: string, base_id: string, app_id = 'a', created_at = OLD) => ({
    id,
    base_id,
    app_id,
    created_at,
    routes: '[]',
  });
  await insertBare(db, 'deployments', [
    made('1', 'x'),
    made('2', 'x'),
    made('3', 'x'),
    made('4', 'x', 'b'),
    made('5', 'x', 'a', LIMIT),
    made('6', 'x'),
    made('7', 'y'),
  ]);
  await insertBare(db, 'environment_revisions', [
    { id: 'r', environment_id: 'e', deployment_id: '2' },
    { id: 's', environment_id: 'f', deployment_id: null },
  ]);
  await insertBare(db, 'evaluations', [{ id: 'e', deployment_id: '3' }]);
  expect(await findUnusedDeployments(db, null, ALL)).toEqual({
    rows: [
      { id: '1', bytes: 2 },
      { id: '4', bytes: 2 },
    ],
    next: null,
  });
  const idsOf = async (appIds: readonly string[], after = '') =>
    (await findUnusedDeployments(db, appIds, { before: LIMIT, after })).rows.map(({ id }) => id);
  expect([await idsOf(['a']), await idsOf(['b']), await idsOf([]), await idsOf(['a', 'b'], '1')]).toEqual([
    ['1'],
    ['4'],
    [],
    ['4'],
  ]);
});

test('bundles are unused that no deployment has', async () => {
  const db = await openDb();
  await insertBare(db, 'artifacts', [
    { sha256: 'b', size: 7, created_at: OLD, location: 's3' },
    { sha256: 'a', size: 5, created_at: OLD, location: null },
    { sha256: 'c', size: 5, created_at: LIMIT },
    { sha256: 'd', size: 5, created_at: OLD },
  ]);
  await insertBare(db, 'deployments', [{ id: '1', artifact_sha256: 'd' }]);
  expect(await findUnusedBundles(db, LIMIT)).toEqual([
    { id: 'a', bytes: 5, location: null },
    { id: 'b', bytes: 7, location: 's3' },
  ]);
});

test('rows are deleted by their key', async () => {
  const db = await openDb();
  await insertBare(db, 'scores', [{ hash: 'a' }, { hash: 'b' }, { hash: 'c' }]);
  await deleteRows(db, 'scores', ['a', 'b']);
  expect(await db.selectFrom('scores').select('hash').execute()).toEqual([{ hash: 'c' }]);
  await insertBare(db, 'spans', [{ id: 'a' }, { id: 'b' }]);
  await deleteRows(db, 'spans', ['b']);
  expect(await db.selectFrom('spans').select('id').execute()).toEqual([{ id: 'a' }]);
});

test('changes of calls are deleted that every replica has seen, and one is added', async () => {
  const { db, statements } = recordingPostgres([{ rows: [{ count: '1000' }] }]);
  expect([await countSeenChanges(db), await countSeenChanges(db)]).toEqual([1000, 0]);
  await deleteSeenChanges(db);
  const seen = 'call_changes where xid < pg_snapshot_xmin(pg_current_snapshot())';
  expect(statements.slice(1)).toEqual([
    [`select count(*) as count from ${seen}`],
    [`delete from ${seen}`],
    ['insert into call_changes (xid) values (pg_current_xact_id())'],
  ]);
});
