import { expect, test } from 'vitest';
import type { KeptKind } from '../../../../src/contract/retention/keep.ts';
import type { ArtifactStorage } from '../../../../src/service/hosting/artifacts/artifact-storage.ts';
import type { PruneScope } from '../../../../src/service/operation/retention.ts';
import { type Gone, pruneStepByStep } from '../../../../src/service/retention/prune-steps.ts';
import type { Store } from '../../../../src/service/store/open-store.ts';
import type { Database } from '../../../../src/service/store/schema.ts';
import { collect } from '../../../helpers/collect.ts';
import { insertBare } from '../../../helpers/insert-bare.ts';
import { openBare } from '../../../helpers/open-bare.ts';
import { recordingPostgres } from '../../../helpers/recording-postgres.ts';

const [OLD, LIMIT, NEW] = ['2026-01-01T00:00:00Z', '2026-01-02T00:00:00Z', '2026-01-03T00:00:00Z'];
const KINDS: readonly KeptKind[] = ['evaluations', 'logs', 'bundles', 'outputs', 'traces', 'audit_log'];

/** A scope in which these kinds are kept until the limit, and others for ever. */
const scopeOf = (kinds: readonly KeptKind[], more: Partial<PruneScope> = {}): PruneScope => ({
  appIds: null,
  busyAppIds: [],
  cutoffs: { of: (kind) => (kinds.includes(kind) ? LIMIT : null) },
  isPlan: false,
  ...more,
});

/** Storage that notes what is removed from it. */
function storage() {
  const removed: string[] = [];
  // What a prune calls of it.
  const artifacts = { remove: async (place: string) => void removed.push(place) } as unknown as ArtifactStorage;
  return { artifacts, removed };
}

async function prune(store: Store, scope: PruneScope, { artifacts } = storage()): Promise<(readonly Gone[])[]> {
  return await collect(pruneStepByStep({ store, artifacts }, scope));
}

/** One old row or more of each kind, in the apps `a` and `b`. */
async function openFilled(): Promise<Store> {
  const store = await openBare();
  const { db } = store;
  await insertBare(db, 'apps', [
    { id: 'a', name: 'a' },
    { id: 'b', name: 'b' },
  ]);
  const ended = { updated_at: OLD, status_value: 'EVALUATION_FINISHED' };
  await insertBare(db, 'evaluations', [
    { id: 'e', app_id: 'a', ...ended },
    { id: 'f', app_id: 'b', ...ended },
  ]);
  await insertBare(db, 'evaluation_scenarios', [
    { id: 's', evaluation_id: 'e', position: 0, cells: '12' },
    { id: 't', evaluation_id: 'e', position: 1, cells: '123' },
  ]);
  await insertBare(db, 'evaluation_outcomes', [{ scenario_id: 's', evaluation_id: 'e', cell_hash: 'used' }]);
  const made = { created_at: OLD };
  await insertBare(db, 'cells', [
    { hash: 'used', output: '1234', ...made },
    { hash: 'unused', output: '12345', ...made },
  ]);
  await insertBare(db, 'scores', [
    { hash: 'of used', cell_hash: 'used', result: '1', ...made },
    { hash: 'of gone', cell_hash: 'gone', result: '12', ...made },
  ]);
  await insertBare(db, 'app_logs', [
    { id: 'l', app_id: 'a', line: '1', ...made },
    { id: 'm', app_id: 'b', line: '12', ...made },
  ]);
  await insertBare(db, 'spans', [{ id: 'x', attributes: '1', started_at: OLD }]);
  await insertBare(db, 'audit_log', [{ id: 'u', summary: '123', export_id: 'x', ...made }]);
  await insertBare(db, 'deployments', [
    { id: '1', app_id: 'a', base_id: 'main', routes: '[]', artifact_sha256: 'old', ...made },
    { id: '2', app_id: 'a', base_id: 'main', artifact_sha256: 'new', ...made },
  ]);
  await insertBare(db, 'artifacts', [
    { sha256: 'old', size: 1, location: 's3/old', ...made },
    { sha256: 'new', size: 10, ...made },
    { sha256: 'part', size: 100, ...made },
  ]);
  await insertBare(db, 'bundle_parts', [{ bundle_sha256: 'old', sha256: 'part' }]);
  await insertBare(db, 'artifact_chunks', [
    { sha256: 'upload', position: 0, bytes: new Uint8Array(3), ...made },
    { sha256: 'upload', position: 1, bytes: new Uint8Array(4), ...made },
  ]);
  return store;
}

const TABLES = [
  'evaluations',
  'evaluation_scenarios',
  'cells',
  'scores',
  'app_logs',
  'spans',
  'deployments',
  'artifacts',
  'artifact_chunks',
] as const satisfies (keyof Database)[];

async function countRows({ db }: Store): Promise<Record<string, number>> {
  const counts = TABLES.map(async (table) => [table, (await db.selectFrom(table).selectAll().execute()).length]);
  return Object.fromEntries(await Promise.all(counts));
}

const gone = (kind: Gone['kind'], count: number, bytes: number): Gone => ({ kind, count, bytes });
const evaluation = (
  count: number,
  bytes: number,
  outputs: readonly [number, number],
  scores: readonly [number, number],
) => [gone('evaluations', count, bytes), gone('outputs', ...outputs), gone('scores', ...scores)];
const EVALUATIONS = [
  evaluation(0, 5, [1, 4], [1, 1]),
  evaluation(1, 0, [0, 0], [0, 0]),
  evaluation(1, 0, [0, 0], [0, 0]),
];
const LOGS = [[gone('logs', 1, 1)], [gone('logs', 1, 2)]];
const DEPLOYMENTS = [[gone('deployments', 1, 2)]];
const UNUSED = [[gone('outputs', 1, 5)], [gone('scores', 1, 2)]];
const UPLOADS = [[gone('bundles', 1, 3)], [gone('bundles', 0, 4)]];

test('each kind goes in small steps, and what is in use stays', async () => {
  const store = await openFilled();
  const files = storage();
  expect(await prune(store, scopeOf(KINDS.filter((kind) => kind !== 'audit_log')), files)).toEqual([
    ...EVALUATIONS,
    ...LOGS,
    ...DEPLOYMENTS,
    ...UNUSED,
    [gone('traces', 1, 1)],
    [gone('bundles', 1, 1)],
    [gone('bundles', 1, 100)],
    ...UPLOADS,
  ]);
  expect(files.removed).toEqual(['s3/old']);
  expect(await countRows(store)).toEqual({
    evaluations: 0,
    evaluation_scenarios: 0,
    cells: 0,
    scores: 0,
    app_logs: 0,
    spans: 0,
    deployments: 1,
    artifacts: 1,
    artifact_chunks: 0,
  });
});

test('a plan tells the same of what is there, and deletes nothing', async () => {
  const store = await openFilled();
  const before = await countRows(store);
  const files = storage();
  expect(await prune(store, scopeOf(KINDS, { isPlan: true }), files)).toEqual([
    ...EVALUATIONS,
    ...LOGS,
    ...DEPLOYMENTS,
    ...UNUSED,
    [gone('traces', 1, 1)],
    // The deployments are still there, and use the bundles.
    ...UPLOADS,
    [gone('audit_log', 1, 3)],
  ]);
  expect(files.removed).toEqual([]);
  expect(await countRows(store)).toEqual(before);
});

test('without a limit, a kind stays', async () => {
  const store = await openFilled();
  expect(await prune(store, scopeOf([]))).toEqual([]);
  expect(await prune(store, scopeOf(['traces']))).toEqual([[gone('traces', 1, 1)]]);
});

test('of single apps, only what belongs to one goes', async () => {
  const store = await openFilled();
  expect(await prune(store, scopeOf(KINDS, { appIds: ['b'] }))).toEqual([
    evaluation(1, 0, [0, 0], [0, 0]),
    [gone('logs', 1, 2)],
    [gone('deployments', 0, 0)],
  ]);
});

test('stored outputs stay while an evaluation runs that may look them up, and so do the evaluations of its app', async () => {
  const store = await openFilled();
  const steps = await prune(store, scopeOf(['evaluations', 'outputs'], { busyAppIds: ['a'] }));
  expect(steps).toEqual([evaluation(1, 0, [0, 0], [0, 0])]);
});

test('a bundle that a deployment uses meanwhile stays', async () => {
  const store = await openBare();
  await insertBare(store.db, 'artifacts', [
    { sha256: 'first', created_at: OLD, size: 1 },
    { sha256: 'second', created_at: OLD, size: 2 },
    { sha256: 'young', created_at: NEW, size: 2 },
  ]);
  const files = storage();
  const steps = pruneStepByStep({ store, ...files }, scopeOf(['bundles']));
  expect((await steps.next()).value).toEqual([gone('bundles', 1, 1)]);
  await insertBare(store.db, 'deployments', [{ id: '1', artifact_sha256: 'second' }]);
  expect(await collect(steps)).toEqual([[]]);
  expect(await store.db.selectFrom('artifacts').select('sha256').orderBy('sha256').execute()).toEqual([
    { sha256: 'second' },
    { sha256: 'young' },
  ]);
});

test.each([
  ['999', false, [], 1],
  ['1000', false, [gone('call_changes', 1000, 0)], 3],
  ['1000', true, [gone('call_changes', 1000, 0)], 1],
])('%s changes of calls on PostgreSQL, in a plan: %s', async (count, isPlan, expected, statements) => {
  // The first statement lists the apps, for each of three kinds.
  const recorded = recordingPostgres([{}, {}, {}, { rows: [{ count }] }]);
  const store = {
    dialect: 'postgres' as const,
    transaction: <T>(work: (db: Store['db']) => Promise<T>) => work(recorded.db),
  };
  const steps = await collect(pruneStepByStep({ store, ...storage() }, scopeOf([], { isPlan })));
  expect(steps).toEqual([expected]);
  expect(recorded.statements).toHaveLength(3 + statements);
  const ofApps = pruneStepByStep({ store, ...storage() }, scopeOf([], { appIds: ['a'] }));
  expect(await collect(ofApps)).toEqual([]);
});
