import { describe, expect, test } from 'vitest';
import { createAdaptiveLimit, type EngineClock } from '../../../../src/evaluation/engine/adaptive-limit.ts';
import { type CallAttempt, outputResult } from '../../../../src/evaluation/engine/evaluation-case.ts';
import {
  type CallContext,
  callWithRetries as callInRun,
  type RetryPolicy,
} from '../../../../src/evaluation/engine/call-with-retries.ts';

const POLICY = { retries: 3, retryDelayMs: 1000, callTimeoutMs: 60_000 };

const answered = (output: unknown, latency: number | null = 0.5): CallAttempt => {
  return { kind: 'answered', output, cost: 0.01, latency };
};
const busy = (retryAfterMs: number | null = null): CallAttempt => {
  return { kind: 'unavailable', error: { message: 'busy' }, retryAfterMs, isBusy: true };
};

/** A clock that advances only while somebody waits, and records the waits. */
function manualClock(random = 0): EngineClock & { readonly pauses: number[]; move(ms: number): void } {
  let time = 0;
  const pauses: number[] = [];
  return {
    pauses,
    move: (ms) => void (time += ms),
    now: () => time,
    random: () => random,
    pause: async (ms, signal) => {
      signal.throwIfAborted();
      pauses.push(ms);
      time += ms;
    },
  };
}

function callSequence(attempts: CallAttempt[], clock: { move(ms: number): void }, msEach = 0) {
  let calls = 0;
  const call = async (): Promise<CallAttempt> => {
    clock.move(msEach);
    calls += 1;
    return attempts[calls - 1] ?? answered('too many calls');
  };
  return { call, count: () => calls };
}

const never = new AbortController().signal;

/** Calls a target that nobody else calls. */
function callWithRetries(
  callRoute: CallContext['callRoute'],
  input: Record<string, unknown>,
  policy: RetryPolicy,
  clock: EngineClock,
  signal: AbortSignal,
) {
  const limit = createAdaptiveLimit(clock);
  limit.join(4);
  return callInRun(input, { callRoute, ...policy, limit, clock, signal });
}

describe('a call that answers', () => {
  test('is not repeated, and its own latency counts', async () => {
    const clock = manualClock();
    const { call, count } = callSequence([answered('hi')], clock);
    expect(await callWithRetries(call, {}, POLICY, clock, never)).toEqual({
      error: null,
      output: 'hi',
      cost: 0.01,
      latency: 0.5,
    });
    expect([count(), clock.pauses]).toEqual([1, []]);
  });

  test('without a latency is measured, excluding waits and earlier attempts', async () => {
    const clock = manualClock();
    const { call } = callSequence([busy(), busy(), answered('hi', null)], clock, 250);
    expect(await callWithRetries(call, {}, POLICY, clock, never)).toMatchObject({ latency: 0.25 });
  });
});

describe('a call to an unreachable target', () => {
  test('is repeated with growing waits until the retries are used up', async () => {
    const clock = manualClock();
    const { call, count } = callSequence([busy(), busy(), busy(), busy(), busy()], clock);
    expect(await callWithRetries(call, {}, POLICY, clock, never)).toEqual({ error: { message: 'busy' } });
    expect([count(), clock.pauses]).toEqual([4, [500, 1000, 2000]]);
  });

  test('adds at most half of the delay as jitter', async () => {
    const clock = manualClock(0.999);
    const { call } = callSequence([busy(), answered('hi')], clock);
    await callWithRetries(call, {}, POLICY, clock, never);
    expect(clock.pauses[0]).toBeCloseTo(1000, -1);
  });

  test('waits for Retry-After', async () => {
    const clock = manualClock();
    const { call } = callSequence([busy(7000), answered('hi')], clock);
    await callWithRetries(call, {}, POLICY, clock, never);
    expect(clock.pauses).toEqual([7000]);
  });

  test('does not wait for hours', async () => {
    const clock = manualClock();
    const { call } = callSequence([busy(86_400_000), answered('hi')], clock);
    await callWithRetries(call, {}, POLICY, clock, never);
    expect(clock.pauses).toEqual([300_000]);
  });

  test('is not repeated without retries', async () => {
    const clock = manualClock();
    const { call, count } = callSequence([busy()], clock);
    await callWithRetries(call, {}, { ...POLICY, retries: 0 }, clock, never);
    expect(count()).toBe(1);
  });
});

describe('a call whose process ended', () => {
  const ended: CallAttempt = { kind: 'ended', error: { message: 'exit code 3' } };

  test('is answered when another call was to blame', async () => {
    const clock = manualClock();
    const { call, count } = callSequence([ended, answered('hi')], clock);
    expect(await callWithRetries(call, {}, { ...POLICY, retries: 0 }, clock, never)).toMatchObject({ output: 'hi' });
    expect([count(), clock.pauses]).toEqual([2, []]);
  });

  test('fails when it ends the process again, alone', async () => {
    const clock = manualClock();
    const { call, count } = callSequence([ended, busy(), ended, answered('hi')], clock);
    expect(await callWithRetries(call, {}, POLICY, clock, never)).toEqual({ error: { message: 'exit code 3' } });
    expect(count()).toBe(3);
  });
});

test('a call that fails for good is not repeated', async () => {
  const clock = manualClock();
  const { call, count } = callSequence([{ kind: 'failed', error: { message: 'boom' } }], clock);
  expect(await callWithRetries(call, {}, POLICY, clock, never)).toEqual({ error: { message: 'boom' } });
  expect(count()).toBe(1);
});

test('a route that rejects in time breaks the run, rather than being a call that took too long', async () => {
  const broken = () => Promise.reject(new Error('no such worker'));
  await expect(callWithRetries(broken, {}, POLICY, manualClock(), never)).rejects.toThrow(
    expect.objectContaining({ message: 'no such worker' }),
  );
});

test('the reason to abandon a late call is the time limit, and that of a cancelled one is its own', async () => {
  const reasons: unknown[] = [];
  const untilAborted = async (_input: unknown, signal: AbortSignal): Promise<CallAttempt> => {
    await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
    reasons.push(signal.reason);
    throw signal.reason;
  };
  expect(await callWithRetries(untilAborted, {}, { ...POLICY, callTimeoutMs: 1 }, manualClock(), never)).toEqual({
    error: { message: 'The call took longer than 0.001 s (--call-timeout) and was abandoned.' },
  });
  const controller = new AbortController();
  const cancelled = callWithRetries(untilAborted, {}, POLICY, manualClock(), controller.signal);
  setImmediate(() => controller.abort(new Error('stopped')));
  await expect(cancelled).rejects.toThrow(expect.objectContaining({ message: 'stopped' }));
  expect(reasons).toEqual([new DOMException('The call took too long.', 'TimeoutError'), new Error('stopped')]);
});

test.each([
  ['text', 'text'],
  [3.5, 'number'],
  [false, 'bool'],
  [{ a: 1 }, 'object'],
  [['a'], 'object'],
  [null, 'object'],
])('the output %j is shown as %s', (output, type) => {
  expect(outputResult({ error: null, output, cost: null, latency: null })).toEqual({ type, value: output });
});

test('a failure is shown as an error', () => {
  expect(outputResult({ error: { message: 'boom' } })).toEqual({
    type: 'error',
    value: null,
    error: { message: 'boom' },
  });
});
