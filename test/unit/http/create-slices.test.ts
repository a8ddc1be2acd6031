import { afterEach, expect, test, vi } from 'vitest';
import { createSlices } from '../../../src/http/create-slices.ts';

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
