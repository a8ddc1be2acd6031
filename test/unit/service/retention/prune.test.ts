import { expect, test } from 'vitest';
import type { Pruned } from '../../../../src/contract/retention/retention.ts';
import { createArtifactStorage } from '../../../../src/service/hosting/artifacts/artifact-storage.ts';
import type { PruneScope } from '../../../../src/service/retention/retention.ts';
import { createRetention } from '../../../../src/service/retention/create-retention.ts';
import { pruneStepByStep } from '../../../../src/service/retention/prune-steps.ts';
import { measureDatabase } from '../../../../src/service/retention/queries/usage.ts';
import { inBatches } from '../../../../src/service/store/insert-rows.ts';
import type { Database, Db } from '../../../../src/service/store/schema.ts';
import { collect } from '../../../helpers/collect.ts';
import { insertBare } from '../../../helpers/insert-bare.ts';
import { openBare } from '../../../helpers/open-bare.ts';
import { type RunningService, startService } from '../../../helpers/start-service.ts';

const OLD = '2020-01-01T00:00:00.000Z';
const YOUNG = new Date().toISOString();
const DAY = 86_400;

/** Prunes what is older than a day, until all is gone or counted. @returns counts and bytes by kind */
async function prune(running: RunningService, more: object = {}): Promise<Record<string, readonly [number, number]>> {
  const sums: Record<string, readonly [number, number]> = {};
  for (let isDone = false; !isDone;) {
    const response = await running.send('POST', '/prune', { body: { older_than_seconds: DAY, ...more } });
    const { kinds, done } = (await response.json()) as Pruned;
    for (const { kind, count, bytes } of kinds) {
      const [counted, counting] = sums[kind] ?? [0, 0];
      sums[kind] = [counted + count, counting + bytes];
    }
    isDone = done;
  }
  return sums;
}

const idsOf = async (db: Db, table: keyof Database, column = 'id'): Promise<string[]> => {
  const rows: Record<string, unknown>[] = await db.selectFrom(table).selectAll().execute();
  return rows.map((row) => String(row[column])).toSorted();
};

const ended = (id: string, app_id: string, more: Record<string, string | null> = {}) => ({
  id,
  app_id,
  updated_at: OLD,
  status_value: 'EVALUATION_FINISHED',
  ...more,
});

test('old evaluations go, but not evidence, those of people, nor any of an app that runs one', async () => {
  await using running = await startService();
  const { db } = running.store;
  const apps = ['a', 'b', 'waits', 'runs', 'waited'].map((id) => ({ id, name: id }));
  await insertBare(db, 'apps', apps);
  await insertBare(db, 'evaluations', [
    ended('finished', 'a'),
    ended('cancelled', 'b', { status_value: 'EVALUATION_CANCELLED' }),
    ended('young', 'a', { updated_at: YOUNG }),
    ended('of people', 'a', { human_evaluation_id: 'h' }),
    ended('evidence', 'a'),
    ended('baseline', 'a'),
    ended('beside one that waits', 'waits'),
    ended('waits', 'waits', { status_value: 'EVALUATION_INITIALIZED', updated_at: YOUNG }),
    ended('beside one that runs', 'runs'),
    ended('runs', 'runs', { status_value: 'EVALUATION_STARTED' }),
    // No process runs it any more: it can be resumed, and holds up nothing.
    ended('was interrupted', 'waited', { status_value: 'EVALUATION_STARTED' }),
    ended('beside one that was interrupted', 'waited'),
  ]);
  await insertBare(db, 'environment_revisions', [
    { id: 'r', environment_id: 'e', evaluation_id: 'evidence', baseline_evaluation_id: null },
    { id: 's', environment_id: 'f', evaluation_id: null, baseline_evaluation_id: 'baseline' },
  ]);
  const lease = (evaluation_id: string, expires_at: string) => ({ evaluation_id, owner: 'elsewhere', expires_at });
  await insertBare(db, 'evaluation_leases', [
    lease('runs', new Date(Date.now() + 600_000).toISOString()),
    lease('was interrupted', OLD),
  ]);
  const response = await running.send('POST', '/prune', { body: { older_than_seconds: DAY, plan: true } });
  expect(((await response.json()) as Pruned).busy_app_ids.toSorted()).toEqual(['runs', 'waits']);
  const before = await idsOf(db, 'evaluations');
  expect(await prune(running)).toEqual({ evaluations: [3, 0] });
  const left = await idsOf(db, 'evaluations');
  expect(before.filter((id) => !left.includes(id))).toEqual([
    'beside one that was interrupted',
    'cancelled',
    'finished',
  ]);
});

/** Something old of each kind that is in use, and something that is not. */
async function fill(db: Db): Promise<void> {
  await insertBare(db, 'apps', [{ id: 'a', name: 'a' }]);
  await insertBare(db, 'evaluations', [ended('old', 'a'), ended('kept', 'a', { updated_at: YOUNG })]);
  await insertBare(db, 'evaluation_scenarios', [
    { id: 's', evaluation_id: 'old', position: 0, cells: '12' },
    { id: 't', evaluation_id: 'kept', position: 0, cells: '123' },
  ]);
  await insertBare(db, 'evaluation_outcomes', [
    { scenario_id: 's', evaluation_id: 'old', cell_hash: 'own' },
    { scenario_id: 't', evaluation_id: 'kept', cell_hash: 'used' },
  ]);
  const made = { created_at: OLD };
  await insertBare(db, 'cells', [
    { hash: 'own', output: '1234', ...made },
    { hash: 'used', output: '12345', ...made },
    { hash: 'unused', output: '123456', ...made },
  ]);
  await insertBare(db, 'scores', [
    { hash: 'of own', cell_hash: 'own', result: '1', ...made },
    { hash: 'of used', cell_hash: 'used', result: '12', ...made },
    { hash: 'of gone', cell_hash: 'gone', result: '123', ...made },
  ]);
  await insertBare(db, 'app_logs', [{ id: 'l', app_id: 'a', line: 'ü', ...made }]);
  await insertBare(db, 'spans', [
    { id: 'x', attributes: '1', started_at: OLD },
    { id: 'y', attributes: '1', started_at: YOUNG },
  ]);
  const evaluators = '{"artifact_sha256":"judges"}';
  await insertBare(db, 'deployments', [
    { id: '1', app_id: 'a', base_id: 'main', routes: '[]', artifact_sha256: 'old', ...made },
    { id: '2', app_id: 'a', base_id: 'main', artifact_sha256: 'new', evaluators, ...made },
  ]);
  const sizes = { old: 1, new: 10, part: 100, 'part of new': 1000, judges: 10_000 };
  const bundles = Object.entries(sizes).map(([sha256, size]) => ({ sha256, size, ...made }));
  await insertBare(db, 'artifacts', bundles);
  await insertBare(db, 'bundle_parts', [
    { bundle_sha256: 'old', sha256: 'part' },
    { bundle_sha256: 'new', sha256: 'part of new' },
  ]);
}

test('each kind goes that nothing uses, and a plan tells the same without deleting', async () => {
  await using running = await startService();
  const { db } = running.store;
  await fill(db);
  const gone = {
    evaluations: [1, 2],
    outputs: [2, 10],
    scores: [2, 4],
    logs: [1, 2],
    deployments: [1, 2],
    traces: [1, 1],
  };
  // In a plan the deployment is still there, and uses its bundles.
  expect(await prune(running, { plan: true })).toEqual(gone);
  expect(await idsOf(db, 'cells', 'hash')).toEqual(['own', 'unused', 'used']);
  expect(await prune(running)).toEqual({ ...gone, bundles: [2, 101] });
  expect([
    await idsOf(db, 'evaluations'),
    await idsOf(db, 'cells', 'hash'),
    await idsOf(db, 'scores', 'hash'),
    await idsOf(db, 'spans'),
    await idsOf(db, 'artifacts', 'sha256'),
  ]).toEqual([['kept'], ['used'], ['of used'], ['y'], ['judges', 'new', 'part of new']]);
});

test('a bundle that a deployment uses meanwhile stays', async () => {
  const store = await openBare();
  const bundles = ['first', 'second'].map((sha256) => ({ sha256, created_at: OLD, size: 1 }));
  await insertBare(store.db, 'artifacts', bundles);
  const scope: PruneScope = {
    appIds: null,
    busyAppIds: [],
    cutoffs: { of: (kind) => (kind === 'bundles' ? YOUNG : null) },
    isPlan: false,
  };
  const steps = pruneStepByStep({ store, artifacts: createArtifactStorage(null) }, scope);
  expect((await steps.next()).value).toEqual([{ kind: 'bundles', count: 1, bytes: 1 }]);
  await insertBare(store.db, 'deployments', [{ id: '1', artifact_sha256: 'second', created_at: YOUNG }]);
  expect((await collect(steps)).flat()).toEqual([]);
  expect(await idsOf(store.db, 'artifacts', 'sha256')).toEqual(['second']);
});

const OUTPUT = { cost: null, latency: null, usage: null, warm_up: null, call_group: null };

test('a prune gives free pages of the file back', async () => {
  await using running = await startService();
  const { store } = running;
  const sizeOf = async () => (await measureDatabase(store.db, 'sqlite')).bytes;
  const before = await sizeOf();
  const output = 'x'.repeat(100_000);
  const cells = Array.from({ length: 50 }, (_, index) => ({ hash: `${index}`, created_at: OLD, output, ...OUTPUT }));
  await store.db.insertInto('cells').values(cells).execute();
  expect(await sizeOf()).toBeGreaterThan(before + 4_000_000);
  expect(await prune(running)).toEqual({ outputs: [50, 5_000_000] });
  expect(await sizeOf()).toBeLessThan(before + 500_000);
});

test('a prune that has used up its time, or must stop, says so, and the next one continues', async () => {
  const store = await openBare();
  const hashes = Array.from({ length: 1200 }, (_, index) => `${index}`.padStart(4, '0'));
  for (const batch of inBatches(hashes)) {
    const cells = batch.map((hash) => ({ hash, created_at: OLD, output: 'x', ...OUTPUT }));
    await store.db.insertInto('cells').values(cells).execute();
  }
  const scope: PruneScope = { appIds: null, busyAppIds: [], cutoffs: { of: () => YOUNG }, isPlan: false };
  const retention = createRetention({ store, artifacts: createArtifactStorage(null), budgetMs: 0 });
  const never = new AbortController().signal;
  // A plan deletes nothing, so it need not stop.
  const plan = await retention.prune({ ...scope, isPlan: true }, never);
  expect(plan).toMatchObject({ kinds: [{ kind: 'outputs', count: 1200 }], done: true });
  const stopped = await retention.prune(scope, AbortSignal.abort());
  const counts = [stopped.kinds[0]?.count ?? 0];
  for (let isDone = stopped.done; !isDone;) {
    const { kinds, done } = await retention.prune(scope, never);
    counts.push(kinds[0]?.count ?? 0);
    isDone = done;
  }
  expect(counts.filter((count) => count > 0).length).toBeGreaterThan(1);
  expect([counts.reduce((sum, count) => sum + count), await idsOf(store.db, 'cells', 'hash')]).toEqual([1200, []]);
});
