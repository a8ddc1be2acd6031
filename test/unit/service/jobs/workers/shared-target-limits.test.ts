import { expect, test } from 'vitest';
import type { HostedDeployment } from '../../../../../src/service/hosting/hosting.ts';
import { noteRefusal, readRefusals } from '../../../../../src/service/jobs/queries/target-refusals.ts';
import { createSharedTargetLimits } from '../../../../../src/service/jobs/workers/shared-target-limits.ts';
import type { Db } from '../../../../../src/service/store/schema.ts';
import { openTestStore } from '../../../../helpers/start-service.ts';

const DEPLOYMENT = { app_id: 'a', url: null, artifact_sha256: 's' } as HostedDeployment; // what is read of it
const NOW = new Date('2026-11-23T12:00:00Z');
const at = (seconds: number) => new Date(NOW.getTime() + seconds * 1000).toISOString();

async function openLimits(db: Db) {
  const limits = createSharedTargetLimits({ db, now: () => NOW, everyMs: 1 });
  const limit = limits.of(DEPLOYMENT);
  limit.join(16);
  return { limits, limit, [Symbol.dispose]: () => limits[Symbol.dispose]() };
}

test('the latest retry time of a target holds, and its refusals are counted', async () => {
  await using stack = new AsyncDisposableStack();
  const { db } = stack.use(await openTestStore('sqlite', stack));
  expect(await readRefusals(db, ['a/s'])).toEqual(new Map());
  for (const seconds of [2, 5, 3]) await noteRefusal(db, { target: 'a/s', closedUntil: at(seconds), now: at(0) });
  await noteRefusal(db, { target: 'other', closedUntil: at(9), now: at(0) });
  expect(await readRefusals(db, ['a/s', 'unknown'])).toEqual(new Map([['a/s', { refusals: 3, closedUntil: at(5) }]]));
  expect(await readRefusals(db, [])).toEqual(new Map());
});

test('a refusal that one process received lowers the limit of another, once', async () => {
  await using stack = new AsyncDisposableStack();
  const { db } = stack.use(await openTestStore('sqlite', stack));
  using first = await openLimits(db);
  using second = await openLimits(db);
  expect(first.limits.of(DEPLOYMENT)).toBe(first.limit);
  const { signal } = new AbortController();
  const before = second.limit.allowed;
  // Both look once before, so that the refusal is a new one to them.
  await new Promise((resolve) => setTimeout(resolve, 30));
  (await first.limit.enter(signal)).end('busy', 0);
  await expect.poll(() => second.limit.allowed).toBe(Math.floor(before / 2));
  await new Promise((resolve) => setTimeout(resolve, 30));
  expect([first.limit.allowed, second.limit.allowed]).toEqual([Math.floor(before / 2), Math.floor(before / 2)]);
});

test('refusals from before the first call lower no limit', async () => {
  await using stack = new AsyncDisposableStack();
  const { db } = stack.use(await openTestStore('sqlite', stack));
  await noteRefusal(db, { target: 'a/s', closedUntil: at(-1), now: at(-1) });
  using opened = await openLimits(db);
  const before = opened.limit.allowed;
  await new Promise((resolve) => setTimeout(resolve, 30));
  expect(opened.limit.allowed).toBe(before);
});
