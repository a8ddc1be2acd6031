import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { throttleOutput } from '../../../../../src/service/hosting/processes/throttle-output.ts';

beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => vi.useRealTimers());

test('output above the limit waits for the next turn of the clock, and none is lost', async () => {
  const stream = new PassThrough({ highWaterMark: 1024 * 1024 });
  let read = 0;
  stream.on('data', (chunk: Buffer) => (read += chunk.length));
  throttleOutput(stream);
  stream.write(Buffer.alloc(200_000));
  await vi.advanceTimersByTimeAsync(0);
  expect([read, stream.isPaused()]).toEqual([200_000, true]);
  stream.write(Buffer.alloc(10));
  await vi.advanceTimersByTimeAsync(49);
  expect(read).toBe(200_000);
  await vi.advanceTimersByTimeAsync(2);
  expect([read, stream.isPaused()]).toEqual([200_010, false]);
});

test('output of 2 MiB a second is read, in twenty parts', async () => {
  const stream = new PassThrough({ highWaterMark: 1024 * 1024 });
  throttleOutput(stream);
  const write = async (length: number) => {
    stream.write(Buffer.alloc(length));
    await vi.advanceTimersByTimeAsync(0);
    return stream.isPaused();
  };
  expect(await write(104_857)).toBe(false);
  await vi.advanceTimersByTimeAsync(50);
  expect([await write(104_857), await write(1)]).toEqual([false, true]);
  await vi.advanceTimersByTimeAsync(49);
  expect(stream.isPaused()).toBe(true);
  await vi.advanceTimersByTimeAsync(1);
  expect(stream.isPaused()).toBe(false);
});
