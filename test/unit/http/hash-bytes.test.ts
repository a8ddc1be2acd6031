import { createHash } from 'node:crypto';
import { afterEach, expect, test, vi } from 'vitest';
import { createSlices } from '../../../src/http/create-slices.ts';
import { hashBytes } from '../../../src/http/hash-bytes.ts';

const PART = 2 * 1024 * 1024;
const bytes = new Uint8Array(2 * PART + 1).map((_, index) => index % 251);

test('bytes are hashed by SHA-256, in as many parts as they need', async () => {
  expect(await hashBytes(bytes)).toBe(createHash('sha256').update(bytes).digest('hex'));
  expect(await hashBytes(new Uint8Array())).toBe(createHash('sha256').digest('hex'));
});

test('a hash may begin with what precedes the bytes', async () => {
  const whole = createHash('sha1').update('before').update(bytes).digest('hex');
  expect(await hashBytes(bytes, createHash('sha1').update('before'))).toBe(whole);
});

test.each([
  [0, false],
  [PART, false],
  [PART + 1, true],
])('others run while %d bytes are hashed: %s', async (size, isInterrupted) => {
  let hasRun = false;
  setImmediate(() => void (hasRun = true));
  await hashBytes(bytes.subarray(0, size));
  expect(hasRun).toBe(isInterrupted);
});

afterEach(() => void vi.restoreAllMocks());

test('a slice is over after five milliseconds', () => {
  const clock = vi.spyOn(process, 'uptime').mockReturnValue(10);
  const isOver = createSlices().begin();
  expect(isOver()).toBe(false);
  clock.mockReturnValue(10.0049);
  expect(isOver()).toBe(false);
  clock.mockReturnValue(10 + 0.005);
  expect(isOver()).toBe(true);
});

test('works take turns, one in each turn of the event loop', async () => {
  const slices = createSlices();
  let turn = 0;
  const count = () => {
    turn += 1;
    counting = setImmediate(count);
  };
  let counting = setImmediate(count);
  const turns = await Promise.all(['a', 'b', 'c'].map(() => slices.pause().then(() => turn)));
  clearImmediate(counting);
  expect(turns.map((one) => one - (turns[0] ?? 0))).toEqual([0, 1, 2]);
});
