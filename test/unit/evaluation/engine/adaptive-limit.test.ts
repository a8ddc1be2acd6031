import { describe, expect, test } from 'vitest';
import {
  type AdaptiveLimit,
  type CallTurn,
  createAdaptiveLimit,
  type EngineClock,
} from '../../../../src/evaluation/engine/adaptive-limit.ts';

/** A clock that advances only while somebody waits. */
function manualClock(): EngineClock & { readonly pauses: number[]; move(ms: number): void } {
  let time = 0;
  const pauses: number[] = [];
  return {
    pauses,
    move: (ms) => void (time += ms),
    now: () => time,
    random: () => 0,
    pause: async (ms, signal) => {
      signal.throwIfAborted();
      pauses.push(ms);
      time += ms;
    },
  };
}

const never = new AbortController().signal;

async function enter(limit: AdaptiveLimit, count: number): Promise<CallTurn[]> {
  const turns: CallTurn[] = [];
  for (let index = 0; index < count; index += 1) turns.push(await limit.enter(never));
  return turns;
}

describe('calls in flight', () => {
  test('are halved once per round of refusals', async () => {
    const clock = manualClock();
    const limit = createAdaptiveLimit(clock);
    limit.join(16);
    const turns = await enter(limit, 16);
    clock.move(10);
    for (const turn of turns) turn.end('busy');
    expect(limit.allowed).toBe(8);
    const [next] = await enter(limit, 1);
    next?.end('busy');
    expect(limit.allowed).toBe(4);
  });

  test('grow by one per round of answers, up to the requested limit', async () => {
    const limit = createAdaptiveLimit(manualClock());
    limit.join(4);
    for (const turn of await enter(limit, 1)) turn.end('busy');
    expect(limit.allowed).toBe(2);
    for (let round = 0; round < 20; round += 1) for (const turn of await enter(limit, 2)) turn.end('answered');
    expect(limit.allowed).toBe(4);
  });

  test('are at least one, however often a target refuses', async () => {
    const limit = createAdaptiveLimit(manualClock());
    limit.join(2);
    for (let round = 0; round < 10; round += 1) for (const turn of await enter(limit, 1)) turn.end('busy');
    expect(limit.allowed).toBe(1);
  });

  test('are not reduced when a target is broken', async () => {
    const limit = createAdaptiveLimit(manualClock());
    limit.join(8);
    for (const turn of await enter(limit, 8)) turn.end('failed');
    expect(limit.allowed).toBe(8);
  });

  test('wait for each other', async () => {
    const limit = createAdaptiveLimit(manualClock());
    limit.join(1);
    const [first] = await enter(limit, 1);
    let isIn = false;
    const second = limit.enter(never).then(() => (isIn = true));
    await Promise.resolve();
    expect(isIn).toBe(false);
    first?.end('answered');
    expect(await second).toBe(true);
  });
});

test("all callers honour a target's Retry-After", async () => {
  const clock = manualClock();
  const limit = createAdaptiveLimit(clock);
  limit.join(4);
  const [first] = await enter(limit, 1);
  first?.end('busy', 3000);
  await enter(limit, 1);
  expect(clock.pauses).toEqual([3000]);
});

test('a caller that joins raises the limit until it leaves', () => {
  const limit = createAdaptiveLimit(manualClock());
  const leave = limit.join(4);
  limit.join(2);
  expect(limit.allowed).toBe(6);
  leave();
  expect(limit.allowed).toBe(2);
});

test('a caller that waits for a turn can cancel', async () => {
  const controller = new AbortController();
  const limit = createAdaptiveLimit(manualClock());
  limit.join(1);
  await enter(limit, 1);
  const waiting = limit.enter(controller.signal);
  controller.abort(new Error('stopping'));
  await expect(waiting).rejects.toThrow(expect.objectContaining({ message: 'stopping' }));
});

test('a call that must be alone waits for the others and blocks them', async () => {
  const limit = createAdaptiveLimit(manualClock());
  limit.join(4);
  const before = await enter(limit, 2);
  const seen: string[] = [];
  const alone = limit.enter(never, true).then((turn) => (seen.push('alone'), turn));
  const after = limit.enter(never).then(() => seen.push('after'));
  before[0]?.end('answered');
  await Promise.resolve();
  expect(seen).toEqual([]);
  before[1]?.end('answered');
  (await alone).end('answered');
  expect(seen).toEqual(['alone']);
  await after;
  expect(seen).toEqual(['alone', 'after']);
});

test('a cancelled call that would be alone blocks nobody', async () => {
  const controller = new AbortController();
  const limit = createAdaptiveLimit(manualClock());
  limit.join(2);
  await enter(limit, 1);
  const alone = limit.enter(controller.signal, true);
  const other = limit.enter(never);
  controller.abort(new Error('stopping'));
  await expect(alone).rejects.toThrow(expect.objectContaining({ message: 'stopping' }));
  await other;
});

test('callers that wait for a turn continue after Retry-After', async () => {
  const clock = manualClock();
  const limit = createAdaptiveLimit(clock);
  limit.join(1);
  const [first] = await enter(limit, 1);
  const second = limit.enter(never);
  first?.end('busy', 3000);
  await second;
  expect(clock.pauses).toEqual([3000]);
});

test("a report from another process is honoured like the target's own", async () => {
  const clock = manualClock();
  const limit = createAdaptiveLimit(clock);
  limit.join(8);
  const [before] = await enter(limit, 1);
  clock.move(10);
  limit.honour(true, 3000);
  // It was cancelled before.
  before?.end('busy');
  expect(limit.allowed).toBe(4);
  await enter(limit, 1);
  expect(clock.pauses).toEqual([3000]);
});

test('a refusal is reported once per round, and every Retry-After', async () => {
  const notified: (number | null)[] = [];
  const clock = manualClock();
  const limit = createAdaptiveLimit(clock, (retryAfterMs) => notified.push(retryAfterMs));
  limit.join(4);
  const turns = await enter(limit, 3);
  clock.move(10);
  for (const retryAfterMs of [null, null, 1e30]) turns.shift()?.end('busy', retryAfterMs);
  // Nobody waits any longer.
  expect(notified).toEqual([null, 300_000]);
});
