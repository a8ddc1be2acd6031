import { getEventListeners } from 'node:events';
import { expect, test } from 'vitest';
import { aborted, onAbort, orAborted } from '../../../src/foundation/abort.ts';

test('work that ends first is the answer, and nothing listens any more', async () => {
  const { signal } = new AbortController();
  expect(await orAborted(Promise.resolve('done'), signal)).toBe('done');
  await expect(orAborted(Promise.reject(new Error('failed')), signal)).rejects.toThrow('failed');
  expect(getEventListeners(signal, 'abort')).toEqual([]);
});

test.each([true, false])(
  'a signal ends the wait with its reason, also one that was aborted before: %j',
  async (isBefore) => {
    const controller = new AbortController();
    if (isBefore) controller.abort('stop');
    const wait = orAborted(new Promise(() => undefined), controller.signal);
    controller.abort('stop');
    await expect(wait).rejects.toBe('stop');
    await aborted(controller.signal);
  },
);

test('a disposed listener is not called', () => {
  const controller = new AbortController();
  let calls = 0;
  onAbort(controller.signal, () => (calls += 1))[Symbol.dispose]();
  onAbort(undefined, () => (calls += 1))[Symbol.dispose]();
  controller.abort();
  expect(calls).toBe(0);
});
