import { expect, test } from 'vitest';
import { holdChunk } from '../../../../../src/service/jobs/workers/hold-chunk.ts';

const fired = (signal: AbortSignal) =>
  new Promise<unknown>((resolve) => signal.addEventListener('abort', () => resolve(signal.reason), { once: true }));

test('a chunk is renewed until disposed', async () => {
  let renewals = 0;
  const third = Promise.withResolvers<void>();
  const renew = async () => {
    renewals += 1;
    if (renewals === 3) third.resolve();
    return true;
  };
  {
    using held = holdChunk({ renew, parent: new AbortController().signal, everyMs: 1 });
    await third.promise;
    expect(held.signal.aborted).toBe(false);
  }
  const count = renewals;
  await new Promise((resolve) => setTimeout(resolve, 10));
  expect(renewals).toBe(count);
});

test('a chunk that another worker has is abandoned', async () => {
  using held = holdChunk({ renew: async () => false, parent: new AbortController().signal, everyMs: 1 });
  expect(await fired(held.signal)).toEqual(new Error('Another worker has the chunk, or its evaluation has ended.'));
});

test('a renewal that fails does not abandon the chunk at once, and none starts while one runs', async () => {
  let running = 0;
  let most = 0;
  const fifth = Promise.withResolvers<void>();
  let tries = 0;
  const renew = async () => {
    running += 1;
    most = Math.max(most, running);
    await new Promise((resolve) => setTimeout(resolve, 5));
    running -= 1;
    tries += 1;
    if (tries === 5) fifth.resolve();
    throw new Error('unavailable');
  };
  using held = holdChunk({ renew, parent: new AbortController().signal, everyMs: 1 });
  await fifth.promise;
  expect([held.signal.aborted, most]).toEqual([false, 1]);
});

test('a process that stops gives its chunk up', async () => {
  const parent = new AbortController();
  using held = holdChunk({ renew: async () => true, parent: parent.signal });
  parent.abort(new Error('stop'));
  expect(held.signal.reason).toEqual(new Error('stop'));
});
