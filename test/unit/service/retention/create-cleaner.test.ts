import { expect, onTestFinished, test } from 'vitest';
import { readAuditEntries, toAuditEntry } from '../../../../src/service/audit/queries.ts';
import type { PruneResult, PruneScope, Retention } from '../../../../src/service/operation/retention.ts';
import { createCleaner } from '../../../../src/service/retention/create-cleaner.ts';
import { insertBare } from '../../../helpers/insert-bare.ts';
import { openBare } from '../../../helpers/open-bare.ts';

const NOW = Date.parse('2026-01-10T00:00:00.000Z');
const DAY_S = 86_400;
const NOTHING: PruneResult = { kinds: [], done: true };

/** A cleaner whose clocks the test sets, with the scopes of its rounds. */
async function openCleaner(results: readonly (PruneResult | Error)[] = [], keepSeconds: number | null = DAY_S) {
  const store = await openBare();
  const scopes: PruneScope[] = [];
  const problems: unknown[] = [];
  const clock = { now: NOW, elapsed: 0 };
  const left = [...results];
  const prune: Retention['prune'] = async (scope) => {
    scopes.push(scope);
    const result = left.shift() ?? NOTHING;
    if (result instanceof Error) throw result;
    return result;
  };
  const cleaner = createCleaner({
    store,
    retention: { prune } as Retention, // what is called of it
    keepSeconds,
    now: () => new Date(clock.now),
    elapsedMs: () => clock.elapsed,
    onProblem: (problem) => problems.push(problem),
  });
  onTestFinished(() => cleaner[Symbol.asyncDispose]());
  const look = async (requests = 0, times = 1) => {
    for (let time = 0; time < times; time += 1) {
      for (let count = 0; count < requests; count += 1) cleaner.note();
      await cleaner.look();
    }
    return scopes.length;
  };
  return { store, scopes, problems, clock, look };
}

test('a round prunes what is too old, in all apps, and notes what went', async () => {
  const kinds = [
    { kind: 'evaluations', count: 2, bytes: 5 },
    { kind: 'audit_log', count: 1, bytes: 5 },
  ] as const;
  const { store, scopes, look } = await openCleaner([{ kinds, done: true }]);
  await insertBare(store.db, 'evaluations', [
    { id: 'e', app_id: 'a', status_value: 'EVALUATION_INITIALIZED', updated_at: '2026-01-10T00:00:00.000Z' },
  ]);
  expect(await look()).toBe(1);
  const [scope] = scopes;
  expect(scope).toEqual({ appIds: null, busyAppIds: ['a'], cutoffs: scope?.cutoffs, isPlan: false });
  expect(scope?.cutoffs.of('traces', null)).toBe('2026-01-09T00:00:00.000Z');
  const all = { appId: undefined, among: null, since: undefined, isUnexported: false, after: '' };
  expect((await readAuditEntries(store.db, all, 9)).map(toAuditEntry)).toEqual([
    expect.objectContaining({
      created_at: '2026-01-10T00:00:00.000Z',
      request_id: 'wf',
      key_name: 'wf',
      role: 'operator',
      action: 'prune',
      kind: 'service',
      summary: 'pruned 2 evaluations, 1 audit log',
    }),
  ]);
});

test('a round that finds nothing more notes nothing, and the next one waits for an hour', async () => {
  const { store, look } = await openCleaner();
  expect(await look()).toBe(1);
  expect(await store.db.selectFrom('audit_log').selectAll().execute()).toEqual([]);
  expect(await look(0, 59)).toBe(1);
  expect(await look()).toBe(2);
});

test('a round that is not done goes on a minute later', async () => {
  const { look } = await openCleaner([{ kinds: [], done: false }]);
  expect([await look(), await look(), await look()]).toEqual([1, 2, 2]);
});

test('a busy minute is no time for a round, but after a day it is', async () => {
  const { look } = await openCleaner();
  expect(await look(60)).toBe(0);
  expect(await look(59)).toBe(1);
  const busy = await openCleaner();
  expect(await busy.look(60, 24 * 60)).toBe(0);
  expect(await busy.look(60)).toBe(1);
});

test('a round that fails is a problem, and is tried again', async () => {
  const failure = new Error('no connection');
  const { problems, look } = await openCleaner([failure]);
  expect([await look(), await look()]).toEqual([1, 2]);
  expect(problems).toEqual([failure]);
});

test('a clock that jumped ahead prunes nothing', async () => {
  const { clock, problems, look } = await openCleaner();
  clock.now += 3_600_001;
  expect(await look()).toBe(0);
  expect(problems).toEqual([
    new Error('The clock of this machine jumped ahead, so nothing is pruned before the next start.'),
  ]);
  clock.elapsed = 1;
  expect(await look()).toBe(1);
});
