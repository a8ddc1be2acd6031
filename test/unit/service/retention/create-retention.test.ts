import { expect, test } from 'vitest';
import type { ArtifactStorage } from '../../../../src/service/hosting/artifacts/artifact-storage.ts';
import type { PruneScope } from '../../../../src/service/operation/retention.ts';
import { createRetention } from '../../../../src/service/retention/create-retention.ts';
import { insertBare } from '../../../helpers/insert-bare.ts';
import { openBare } from '../../../helpers/open-bare.ts';

const OLD = '2026-01-01T00:00:00Z';
const artifacts = {} as ArtifactStorage; // nothing is stored outside of the database
const scope = (isPlan: boolean): PruneScope => ({
  appIds: null,
  busyAppIds: [],
  cutoffs: { of: (kind) => (kind === 'traces' || kind === 'outputs' ? '2026-01-02T00:00:00Z' : null) },
  isPlan,
});
const nobody = new AbortController().signal;

async function openFilled() {
  const store = await openBare();
  await insertBare(store.db, 'cells', [
    { hash: 'a', output: '12', created_at: OLD },
    { hash: 'b', output: '123', created_at: OLD },
  ]);
  await insertBare(store.db, 'spans', [{ id: 'x', attributes: '1', started_at: OLD }]);
  const count = async () => (await store.db.selectFrom('spans').select('id').execute()).length;
  return { store, count };
}

test('what the parts of records take is added up by app and kind', async () => {
  const { store } = await openFilled();
  await insertBare(store.db, 'evaluations', [{ id: 'e', app_id: 'a', aggregated_results: '12' }]);
  await insertBare(store.db, 'evaluation_scenarios', [{ id: 's', evaluation_id: 'e', cells: '1234' }]);
  const retention = createRetention({ store, artifacts });
  expect((await retention.measure()).filter(({ kind }) => kind !== 'call_changes')).toEqual([
    { kind: 'evaluations', appId: 'a', rows: 1, bytes: 6 },
    { kind: 'outputs', appId: null, rows: 2, bytes: 5 },
    { kind: 'traces', appId: null, rows: 1, bytes: 1 },
  ]);
  expect((await retention.measureDatabase()).bytes).toBeGreaterThan(0);
});

const ALL = [
  { kind: 'outputs', count: 2, bytes: 5 },
  { kind: 'traces', count: 1, bytes: 1 },
];

test('a prune adds up what went, and gives the pages back', async () => {
  const { store, count } = await openFilled();
  let reclaims = 0;
  const reclaim = async () => {
    reclaims += 1;
    return reclaims < 3;
  };
  const retention = createRetention({ store: { ...store, reclaim }, artifacts });
  expect(await retention.prune(scope(false), nobody)).toEqual({ kinds: ALL, done: true });
  expect([await count(), reclaims]).toEqual([0, 3]);
});

test('a plan takes as long as it needs, and changes nothing', async () => {
  const { store, count } = await openFilled();
  const reclaim = () => Promise.reject(new Error('a plan reclaims nothing'));
  const retention = createRetention({ store: { ...store, reclaim }, artifacts, budgetMs: 0 });
  expect(await retention.prune(scope(true), nobody)).toEqual({ kinds: ALL, done: true });
  expect(await count()).toBe(1);
});

test('a prune stops when its time is over, after some progress, or when the service stops', async () => {
  const { store, count } = await openFilled();
  const retention = createRetention({ store, artifacts, budgetMs: 0 });
  expect(await retention.prune(scope(false), nobody)).toEqual({ kinds: ALL.slice(0, 1), done: false });
  expect(await count()).toBe(1);
  // Its first step finds nothing any more, which is no progress.
  expect(await retention.prune(scope(false), nobody)).toEqual({ kinds: ALL.slice(1), done: false });
  expect(await retention.prune(scope(false), nobody)).toEqual({ kinds: [], done: true });

  const stopped = await openFilled();
  const stopping = createRetention({ store: stopped.store, artifacts });
  const result = await stopping.prune(scope(false), AbortSignal.abort());
  expect(result).toEqual({ kinds: ALL.slice(0, 1), done: false });
});
