import { expect, test } from 'vitest';
import { createArtifactStorage } from '../../../src/service/hosting/artifacts/artifact-storage.ts';
import { createRetention } from '../../../src/service/retention/create-retention.ts';
import { measureDatabase } from '../../../src/service/retention/queries/usage.ts';
import { inBatches } from '../../../src/service/store/in-batches.ts';
import { startService } from '../../helpers/start-service.ts';

test('a prune gives free pages of the file back', async () => {
  await using running = await startService();
  const { store } = running;
  const sizeOf = async () => (await measureDatabase(store.db, 'sqlite')).bytes;
  const before = await sizeOf();
  const row = { output: 'x'.repeat(100_000), cost: null, latency: null, usage: null, warm_up: null, call_group: null };
  const cells = Array.from({ length: 50 }, (_, index) => ({ hash: `${index}`, created_at: '2020', ...row }));
  await store.db.insertInto('cells').values(cells).execute();
  expect(await sizeOf()).toBeGreaterThan(before + 4_000_000);
  const response = await running.send('POST', '/prune', { body: { older_than_seconds: 1 } });
  expect(await response.json()).toMatchObject({ kinds: [{ kind: 'outputs', count: 50 }], done: true });
  expect(await sizeOf()).toBeLessThan(before + 500_000);
});

test('a prune that has used up its time says so, and the next one continues', async () => {
  await using running = await startService();
  const { store } = running;
  const row = { output: 'x', cost: null, latency: null, usage: null, warm_up: null, call_group: null };
  const hashes = Array.from({ length: 1200 }, (_, index) => `${index}`.padStart(4, '0'));
  for (const batch of inBatches(hashes)) {
    const cells = batch.map((hash) => ({ hash, created_at: '2020', ...row }));
    await store.db.insertInto('cells').values(cells).execute();
  }
  const scope = { appIds: null, busyAppIds: [], cutoffs: { of: () => '2021' }, isPlan: false };
  const { prune } = createRetention({ store, artifacts: createArtifactStorage(null), budgetMs: 0 });
  const never = new AbortController().signal;
  // A plan deletes nothing, so it need not stop.
  const plan = await prune({ ...scope, isPlan: true }, never);
  expect([plan.done, plan.kinds.map(({ kind, count }) => [kind, count])]).toEqual([true, [['outputs', 1200]]]);
  const counts: number[] = [];
  for (let isDone = false; !isDone;) {
    const { kinds, done } = await prune(scope, never);
    counts.push(kinds.reduce((sum, { count }) => sum + count, 0));
    isDone = done || counts.length > 10;
  }
  expect(await store.db.selectFrom('cells').select('hash').execute()).toEqual([]);
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(1200);
});
