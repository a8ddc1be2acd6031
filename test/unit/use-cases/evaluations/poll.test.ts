import { expect, test } from 'vitest';
import { poll, waitMsAfter } from '../../../../src/use-cases/evaluations/poll.ts';

test('polling returns the first final answer', async () => {
  let asked = 0;
  const answer = await poll({ ask: () => Promise.resolve(++asked), isDone: (count) => count === 3 });
  expect([answer, asked]).toEqual([3, 3]);
});

test('each poll gets the elapsed time, and waits at least 20 ms', async () => {
  const times: number[] = [];
  await poll({ ask: (passedMs) => Promise.resolve(times.push(passedMs)), isDone: (count) => count === 3 });
  const [first = Number.NaN, second = Number.NaN, third = Number.NaN] = times;
  expect(first).toBeLessThan(15);
  // A timer may fire a millisecond early.
  expect(second).toBeGreaterThan(first + 18);
  expect(third).toBeGreaterThan(second + 18);
});

test.each([
  [0, 20],
  [400, 20],
  [500, 25],
  [20_000, 1000],
  [60_000, 1000],
])('after %i ms, the next question follows in %i ms', (passedMs, waitMs) => {
  expect(waitMsAfter(passedMs)).toBe(waitMs);
});

test("an abort ends the wait with the signal's reason", async () => {
  const controller = new AbortController();
  const reason = new Error('The person left.');
  const polling = poll({
    ask: () => Promise.resolve(controller.abort(reason)),
    isDone: () => false,
    signal: controller.signal,
  });
  await expect(polling).rejects.toBe(reason);
});

test('a failed request ends polling', async () => {
  const failing = poll({ ask: () => Promise.reject(new Error('unreachable')), isDone: () => true });
  await expect(failing).rejects.toThrow(expect.objectContaining({ message: 'unreachable' }));
});
