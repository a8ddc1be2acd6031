import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { HostedDeployment } from '../../../../src/service/hosting/hosting.ts';
import { createClaimSize } from '../../../../src/service/jobs/cell-claims.ts';
import { noteRefusal } from '../../../../src/service/jobs/queries/workers.ts';
import { createTargetLimits, targetOf } from '../../../../src/service/jobs/rows/run-limits.ts';
import { createSharedTargetLimits } from '../../../../src/service/jobs/workers/shared-target-limits.ts';
import type { Db } from '../../../../src/service/store/schema.ts';
import { type RouteCall, shout, startEvaluations } from '../../../helpers/start-evaluations.ts';
import { openTestStore } from '../../../helpers/start-service.ts';

afterEach(() => void vi.useRealTimers());

test('a limit of many days does not stop a run at once', async () => {
  // Longer than the shortest timer.
  const answer = async (call: RouteCall) => {
    await delay(5);
    return shout(call);
  };
  await using host = await startEvaluations({ answer });
  const rows = [{ text: 'a', correct_answer: 'A' }];
  const { status } = await host.run(rows, { options: { total_seconds: 31_536_000 } });
  expect(status.value).toBe('EVALUATION_FINISHED');
});

/** Claims as many as allowed, again and again, and returns the counts. */
function claimAll(passes: readonly number[], hasPauses = false): number[] {
  let time = 0;
  const pace = createClaimSize({ concurrency: 10, hasPauses }, () => time);
  return passes.map((passedMs) => {
    time += passedMs;
    const most = pace.most();
    pace.note(most);
    return most;
  });
}

test.each([
  ['twice its concurrency at first', [0], [20]],
  ['whole pages for a fast target', [0, 5, 30], [20, 500, 500]],
  ["one second's calls for a target in between", [0, 100, 900], [20, 100, 100]],
  ['no more than at first for a slow target', [0, 1500, 3000], [20, 20, 20]],
  ['no more than at first for a target that became slow', [0, 5, 500_000], [20, 500, 20]],
])('a run claims %s', (_, passes, claimed) => {
  expect(claimAll(passes)).toEqual(claimed);
});

test('a run that pauses between batches claims one batch', () => {
  expect(claimAll([0, 1, 1], true)).toEqual([10, 10, 10]);
});

test('a run claims as before when little was left, which says nothing about the rate', () => {
  const pace = createClaimSize({ concurrency: 10, hasPauses: false }, () => 0);
  pace.note(3);
  expect(pace.most()).toBe(20);
});

const deployment = (changes: Partial<HostedDeployment>) =>
  ({ app_id: 'a', url: null, artifact_sha256: 's', ...changes }) as HostedDeployment; // what is read of it

test('a target is the code of an app, or the origin of an address', () => {
  expect(targetOf(deployment({}))).toBe('a/s');
  expect(targetOf(deployment({ url: 'https://x.example:8443/flow?a=b' }))).toBe('https://x.example:8443');
});

test('evaluations of the same target share a limit', () => {
  const limits = createTargetLimits();
  const limit = limits.of(deployment({}));
  expect(limits.of(deployment({}))).toBe(limit);
  expect(limits.of(deployment({ app_id: 'b' }))).not.toBe(limit);
  expect(limits.of(deployment({ artifact_sha256: 't' }))).not.toBe(limit);
});

describe('limits that processes share', () => {
  const NOW = new Date('2026-11-23T12:00:00Z');
  const at = (seconds: number) => new Date(NOW.getTime() + seconds * 1000).toISOString();
  const EVERY_MS = 250;

  // The test decides when a process looks.
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] }));

  async function openDb() {
    const stack = new AsyncDisposableStack();
    onTestFinished(() => stack.disposeAsync());
    return stack.use(await openTestStore('sqlite', stack)).db;
  }

  function openLimits(db: Db) {
    const limits = createSharedTargetLimits({ db, now: () => NOW, everyMs: EVERY_MS });
    onTestFinished(() => limits[Symbol.dispose]());
    const limit = limits.of(deployment({}));
    limit.join(16);
    return limit;
  }

  /** Lets every process look once. SQLite answers within the same turn. */
  async function look() {
    await vi.advanceTimersByTimeAsync(EVERY_MS);
    await new Promise((resolve) => setImmediate(resolve));
  }

  test('are lowered once by a refusal that another process received', async () => {
    const db = await openDb();
    const [first, second] = [openLimits(db), openLimits(db)];
    const half = Math.floor(second.allowed / 2);
    // Both look once before, so that the refusal is a new one to them.
    await look();
    (await first.enter(new AbortController().signal)).end('busy', 0);
    await look();
    await look();
    expect([first.allowed, second.allowed]).toEqual([half, half]);
  });

  test('are not lowered by refusals from before the first call', async () => {
    const db = await openDb();
    await noteRefusal(db, { target: 'a/s', closedUntil: at(-1), now: at(-1) });
    const limit = openLimits(db);
    const before = limit.allowed;
    await look();
    expect(limit.allowed).toBe(before);
  });
});
