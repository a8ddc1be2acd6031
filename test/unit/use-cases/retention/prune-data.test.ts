import { expect, test } from 'vitest';
import type { Pruned } from '../../../../src/contract/retention/prune.ts';
import { pruneData, type PruneDataOptions } from '../../../../src/use-cases/retention/prune-data.ts';
import { readUsage } from '../../../../src/use-cases/retention/read-usage.ts';
import { fakeClient } from '../../../helpers/fake-client.ts';

const APP_ID = '01932c5e-1111-7000-8000-000000000001';
const kind = (name: string, count: number, bytes: number) => ({ kind: name, count, bytes });

function pruning(answers: readonly Pick<Pruned, 'done' | 'kinds'>[], options: Partial<PruneDataOptions> = {}) {
  const left = [...answers];
  const { client, calls } = fakeClient({ prune: async () => left.shift() as Pruned });
  const { signal } = new AbortController();
  const confirm = async () => undefined;
  const pruned = pruneData({ client, app: null, olderThanSeconds: null, isPlan: false, confirm, signal, ...options });
  return { pruned, calls };
}

test('requests go on until nothing is left, and their figures are added', async () => {
  const { pruned, calls } = pruning([
    { done: false, kinds: [kind('rows', 2, 10), kind('logs', 1, 1)] },
    { done: true, kinds: [kind('rows', 3, 5), kind('traces', 4, 7)] },
  ]);
  expect(await pruned).toEqual({
    kinds: [kind('rows', 5, 15), kind('logs', 1, 1), kind('traces', 4, 7)],
    plan: false,
  });
  expect(calls).toEqual(Array.from({ length: 2 }, () => ({ name: 'prune', input: { body: { plan: false } } })));
});

test('a plan names the app and the age', async () => {
  const { pruned, calls } = pruning([{ done: true, kinds: [] }], { app: APP_ID, olderThanSeconds: 0, isPlan: true });
  expect(await pruned).toEqual({ kinds: [], plan: true });
  expect(calls).toEqual([{ name: 'prune', input: { body: { app_id: APP_ID, older_than_seconds: 0, plan: true } } }]);
});

test('nothing is deleted when the answer is no', async () => {
  const { pruned, calls } = pruning([], { confirm: () => Promise.reject(new Error('no')) });
  await expect(pruned).rejects.toThrow('no');
  expect(calls).toEqual([]);
});

test('an interruption takes effect between two requests, and not after the last', async () => {
  const signal = AbortSignal.abort(new Error('Ctrl-C'));
  const { pruned, calls } = pruning([{ done: false, kinds: [] }], { signal });
  await expect(pruned).rejects.toThrow('Ctrl-C');
  expect(calls).toHaveLength(1);
  expect(await pruning([{ done: true, kinds: [] }], { signal }).pruned).toEqual({ kinds: [], plan: false });
});

test('a service of another make prunes nothing', async () => {
  const { client } = fakeClient({ extensions: async () => null });
  const { signal } = new AbortController();
  const options = { client, app: null, olderThanSeconds: null, isPlan: false, confirm: async () => undefined, signal };
  await expect(pruneData(options)).rejects.toMatchObject({
    message: 'This service lacks pruning, an extension of wf.',
  });
});

test('usage is read for all apps or for one', async () => {
  const usage = { total_bytes: 7 } as never;
  const { client, calls } = fakeClient({ getUsage: async () => usage });
  expect(await readUsage({ client, app: null })).toBe(usage);
  expect(await readUsage({ client, app: APP_ID })).toBe(usage);
  expect(calls.map(({ input }) => input)).toEqual([{}, { app_id: APP_ID }]);
  const other = fakeClient({ extensions: async () => null });
  await expect(readUsage({ client: other.client, app: null })).rejects.toMatchObject({
    message: 'This service lacks figures of usage, an extension of wf.',
  });
});
