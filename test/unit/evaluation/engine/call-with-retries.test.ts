import { describe, expect, test } from 'vitest';
import { createAdaptiveLimit, type EngineClock } from '../../../../src/evaluation/engine/adaptive-limit.ts';
import { type CallAttempt, outputResult, spentOn } from '../../../../src/evaluation/engine/evaluation-case.ts';
import type { RetryPolicy } from '../../../../src/foundation/retry-policy.ts';
import { type CallContext, callWithRetries as callInRun } from '../../../../src/evaluation/engine/call-with-retries.ts';

const POLICY = { retries: 3, retryDelayMs: 1000, callTimeoutMs: 60_000 };

const answered = (output: unknown, latency: number | null = 0.5): CallAttempt => {
  return { kind: 'answered', output, cost: 0.01, latency };
};
const busy = (retryAfterMs: number | null = null, cost: number | null = 0): CallAttempt => {
  return { kind: 'unavailable', error: { message: 'busy' }, cost, retryAfterMs, isBusy: true };
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
    expect(await callWithRetries(call, {}, POLICY, clock, never)).toEqual({ error: { message: 'busy' }, cost: 0 });
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
  const ended: CallAttempt = { kind: 'ended', error: { message: 'exit code 3' }, cost: null };

  test('is answered when another call was to blame', async () => {
    const clock = manualClock();
    const { call, count } = callSequence([ended, answered('hi')], clock);
    expect(await callWithRetries(call, {}, { ...POLICY, retries: 0 }, clock, never)).toMatchObject({ output: 'hi' });
    expect([count(), clock.pauses]).toEqual([2, []]);
  });

  test('fails when it ends the process again, alone', async () => {
    const clock = manualClock();
    const { call, count } = callSequence([ended, busy(), ended, answered('hi')], clock);
    expect(await callWithRetries(call, {}, POLICY, clock, never)).toEqual({
      error: { message: 'exit code 3' },
      cost: null,
    });
    expect(count()).toBe(3);
  });
});

test('a call that fails for good is not repeated', async () => {
  const clock = manualClock();
  const { call, count } = callSequence([{ kind: 'failed', error: { message: 'boom' }, cost: 0.5 }], clock);
  expect(await callWithRetries(call, {}, POLICY, clock, never)).toEqual({ error: { message: 'boom' }, cost: 0.5 });
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
    cost: null,
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
  expect(outputResult({ error: { message: 'boom' }, cost: null })).toEqual({
    type: 'error',
    value: null,
    error: { message: 'boom' },
  });
});

describe('what the attempts of a call cost', () => {
  const use = { model: 'm', calls: 1, input_tokens: 10, output_tokens: 5, cost: 0.1 };

  test.each<[string, CallAttempt[], object]>([
    [
      'is added up, tokens included',
      [paid(0.1), paid(0.1)],
      { cost: 0.2, usage: [{ ...use, calls: 2, input_tokens: 20, output_tokens: 10, cost: 0.2 }] },
    ],
    ['is unknown where one is', [paid(0.1), busy(null, null)], { cost: null, usage: [use] }],
    ['is nothing where none called a model', [busy(), busy()], { cost: 0 }],
  ])('%s', async (_, attempts, spent) => {
    const clock = manualClock();
    const { call } = callSequence(attempts, clock);
    const outcome = await callWithRetries(call, {}, { ...POLICY, retries: 1 }, clock, never);
    expect(outcome).toEqual({ error: { message: 'busy' }, ...spent });
  });

  test('before an answer stands next to the cost of the answer', async () => {
    const clock = manualClock();
    const { call } = callSequence([paid(0.1), busy(), answered('hi')], clock);
    const outcome = await callWithRetries(call, {}, POLICY, clock, never);
    expect(outcome).toMatchObject({ output: 'hi', cost: 0.01, failed: { cost: 0.1, usage: [use] } });
    expect(spentOn(outcome).cost).toBe(0.11);
  });

  test.each([
    ['in flight', [paid(0.1)], 0.1],
    ['and of unknown cost', [], null],
  ])('is reported when the signal fires with a call %s', async (_, attempts, cost) => {
    const clock = manualClock();
    const controller = new AbortController();
    const { call } = callSequence([...attempts], clock);
    let made = 0;
    const callRoute = async (): Promise<CallAttempt> => {
      made += 1;
      if (made <= attempts.length) return await call();
      controller.abort(new Error('stopped'));
      return { kind: 'aborted', reason: controller.signal.reason, cost: attempts.length === 0 ? null : 0 };
    };
    const limit = createAdaptiveLimit(clock);
    limit.join(4);
    const reported: unknown[] = [];
    const context = { callRoute, ...POLICY, limit, clock, signal: controller.signal };
    await expect(callInRun({}, context, null, (spent) => void reported.push(spent.cost))).rejects.toThrow('stopped');
    expect(reported).toEqual([cost]);
  });

  test('until it took too long is what was known then', async () => {
    const call = async (_input: unknown, signal: AbortSignal): Promise<CallAttempt> => {
      await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
      return { kind: 'aborted', reason: signal.reason, cost: 0.1, usage: [use] };
    };
    const outcome = await callWithRetries(call, {}, { ...POLICY, callTimeoutMs: 1 }, manualClock(), never);
    expect(outcome).toMatchObject({ error: {}, cost: 0.1, usage: [use] });
  });

  function paid(cost: number): CallAttempt {
    return { ...(busy(null, cost) as Extract<CallAttempt, { kind: 'unavailable' }>), usage: [{ ...use, cost }] };
  }
});
