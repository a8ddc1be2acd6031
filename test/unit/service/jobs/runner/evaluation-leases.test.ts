import { spawnSync } from 'node:child_process';
import { hostname } from 'node:os';
import { expect, test, vi } from 'vitest';
import type { EvaluationLeaseStore } from '../../../../../src/service/jobs/queries/evaluation-leases.ts';
import { createEvaluationLeases } from '../../../../../src/service/jobs/runner/evaluation-leases.ts';

const NOW = '2026-11-20T12:00:00.000Z';
/** Of a process of this machine that has ended. */
const GONE = `${hostname()}/${spawnSync(process.execPath, ['--version']).pid}/x`;
const OWN = expect.stringMatching(new RegExp(`^${hostname()}/${process.pid}/`));

/** Leases of 300 ms over a store that records, and answers renewals by these results. */
function openLeases(owner: string | null, renewals: (() => Promise<boolean>)[] = []) {
  const seen: unknown[] = [];
  const problems: unknown[] = [];
  const store: EvaluationLeaseStore = {
    findOwner: async () => owner,
    take: async (...given) => {
      seen.push(['take', ...given]);
      return true;
    },
    renew: async (lease) => {
      seen.push(['renew', lease]);
      return (await renewals.shift()?.()) ?? true;
    },
    drop: async (...given) => void seen.push(['drop', ...given]),
  };
  const leases = createEvaluationLeases({
    store,
    now: () => new Date(NOW),
    leaseMs: 300,
    onProblem: (error) => void problems.push(error),
  });
  return { leases, seen, problems };
}

const LEASE = { evaluationId: 'e', owner: OWN, expiresAt: '2026-11-20T12:00:00.300Z' };

test.each([
  ['nobody', null, null],
  ['a process that has ended', GONE, GONE],
  ['a process of another machine', 'elsewhere/1/x', null],
])('an evaluation of %s is claimed', async (_, owner, from) => {
  const { leases, seen } = openLeases(owner);
  expect(await leases.claim('e')).toBe(true);
  expect(seen).toEqual([['take', LEASE, { now: NOW, from }]]);
});

test('a lease is renewed three times in its length until it is released', async () => {
  vi.useFakeTimers();
  try {
    const { leases, seen } = openLeases(null);
    const held = leases.hold('e', new AbortController().signal);
    await vi.advanceTimersByTimeAsync(99);
    expect(seen).toEqual([]);
    await vi.advanceTimersByTimeAsync(101);
    expect(seen).toEqual([
      ['renew', LEASE],
      ['renew', LEASE],
    ]);
    await held[Symbol.asyncDispose]();
    await vi.advanceTimersByTimeAsync(1000);
    expect(seen.slice(2)).toEqual([['drop', 'e', OWN]]);
    expect(held.signal.aborted).toBe(false);
  } finally {
    vi.useRealTimers();
  }
});

test('a lease is lost when it is no longer ours, not when a renewal fails', async () => {
  vi.useFakeTimers();
  try {
    const problem = new Error('The disk is full.');
    const { leases, problems } = openLeases(null, [() => Promise.reject(problem), async () => false]);
    await using held = leases.hold('e', new AbortController().signal);
    await vi.advanceTimersByTimeAsync(100);
    expect([problems, held.signal.aborted]).toEqual([[problem], false]);
    await vi.advanceTimersByTimeAsync(100);
    expect(held.signal.reason).toEqual(new Error('The evaluation was cancelled, deleted or taken over.'));
  } finally {
    vi.useRealTimers();
  }
});

test("a lease ends with its holder's signal", async () => {
  const { leases } = openLeases(null);
  const parent = new AbortController();
  await using held = leases.hold('e', parent.signal);
  parent.abort('stop');
  expect(held.signal.reason).toBe('stop');
});
