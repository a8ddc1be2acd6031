import { expect, onTestFinished, test } from 'vitest';
import type { SetKeep } from '../../../../src/contract/retention/keep.ts';
import type { PruneResult, Retention } from '../../../../src/service/operation/retention.ts';
import { createCleaner } from '../../../../src/service/retention/create-cleaner.ts';
import { createCutoffs } from '../../../../src/service/retention/cutoffs.ts';
import { describeKeep } from '../../../../src/service/retention/describe-keep.ts';
import { openBare } from '../../../helpers/open-bare.ts';

const DAY = 86_400;
const now = new Date('2026-11-25T00:00:00Z');
const named = { app_name: null };
const rules = [
  { ...named, app_id: null, kind: 'logs', seconds: 14 * DAY },
  { ...named, app_id: 'a', kind: 'logs', seconds: DAY },
  { ...named, app_id: 'b', kind: 'logs', seconds: null },
  { ...named, app_id: null, kind: 'traces', seconds: null },
];

test.each([
  ['as the rules say', null, 30 * DAY, ['2026-11-24', null, '2026-11-11', null, '2026-10-26', null]],
  ['only as the rules say', null, null, ['2026-11-24', null, '2026-11-11', null, null, null]],
  ['by the age that is named', 2 * DAY, 30 * DAY, ['2026-11-23', null, '2026-11-23', null, '2026-11-23', null]],
] as const)('data goes %s', (_, olderThanSeconds, otherwiseSeconds, expected) => {
  const { of } = createCutoffs({ now, rules, olderThanSeconds, otherwiseSeconds });
  const times = [of('logs', 'a'), of('logs', 'b'), of('logs', 'c'), of('traces', null), of('bundles', 'a')];
  expect([...times, of('audit_log', null)].map((time) => time?.slice(0, 10) ?? null)).toEqual(expected);
});

test('the audit log goes by its rule only', () => {
  const own = [{ ...named, app_id: null, kind: 'audit_log', seconds: 365 * DAY }];
  const { of } = createCutoffs({ now, rules: own, olderThanSeconds: DAY, otherwiseSeconds: DAY });
  expect(of('audit_log', null)).toBe('2025-11-25T00:00:00.000Z');
});

test.each<[Pick<SetKeep, 'keep' | 'unset'>, string]>([
  [{ keep: { logs: 86_400, traces: null } }, 'keeps logs 1d, traces forever'],
  [{ keep: { logs: 5400, evaluations: 7200, outputs: 61 } }, 'keeps logs 90m, evaluations 2h, outputs 61s'],
  [{ keep: { logs: 86_400 }, unset: ['logs', 'traces'] }, 'keeps logs 1d; has no rule for logs, traces'],
  [{}, 'changed nothing'],
])('%j is described', (changes, text) => {
  expect(describeKeep(changes)).toBe(text);
});

/** A cleaner of a service, whose rounds end so. */
async function openCleaner(results: readonly (PruneResult | Error)[] = []) {
  const problems: unknown[] = [];
  const left = [...results];
  let rounds = 0;
  const prune: Retention['prune'] = async () => {
    rounds += 1;
    const result = left.shift() ?? { kinds: [], done: true };
    if (result instanceof Error) throw result;
    return result;
  };
  const cleaner = createCleaner({
    store: await openBare(),
    retention: { prune } as Retention, // what is called of it
    keepSeconds: 86_400,
    now: () => new Date('2026-01-10T00:00:00.000Z'),
    elapsedMs: () => 0,
    onProblem: (problem) => problems.push(problem),
  });
  onTestFinished(() => cleaner[Symbol.asyncDispose]());
  /** Looks after a minute with so many requests. @returns the rounds so far */
  const look = async (requests = 0) => {
    for (let count = 0; count < requests; count += 1) cleaner.note();
    await cleaner.look();
    return rounds;
  };
  return { problems, look };
}

test('a round that is not done goes on a minute later', async () => {
  const { look } = await openCleaner([{ kinds: [], done: false }]);
  expect([await look(), await look(), await look()]).toEqual([1, 2, 2]);
});

test('a minute with a request a second is no time for a round', async () => {
  const { look } = await openCleaner();
  expect([await look(60), await look(59)]).toEqual([0, 1]);
});

test('a round that fails is a problem, and is tried again', async () => {
  const failure = new Error('no connection');
  const { problems, look } = await openCleaner([failure]);
  expect([await look(), await look()]).toEqual([1, 2]);
  expect(problems).toEqual([failure]);
});
