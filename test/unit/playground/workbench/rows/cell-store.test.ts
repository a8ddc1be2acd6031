import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { runningCell } from '../../../../../src/playground/workbench/rows/cell.ts';
import { createCellStore } from '../../../../../src/playground/workbench/rows/cell-store.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const CELL = runningCell('{}');

test('cells are found by column and row', () => {
  const store = createCellStore();
  store.set('a', 1, CELL);
  store.set('b', 1, { ...CELL, text: 'other' });
  store.change('a', 1, (cell) => ({ ...cell, text: 'changed' }));
  store.change('a', 2, (cell) => ({ ...cell, text: 'never there' }));
  expect(store.get('a', 1)).toEqual({ ...CELL, text: 'changed' });
  expect(store.get('a', 2)).toBeUndefined();
  expect(store.get('c', 1)).toBeUndefined();
  expect([...store.ofColumn('b')]).toEqual([[1, { ...CELL, text: 'other' }]]);
  expect(store.ofColumn('c').size).toBe(0);
  store.set('b', 1, null);
  expect(store.ofColumn('b').size).toBe(0);
});

test('many changes are one notification', () => {
  const store = createCellStore();
  const listener = vi.fn<() => void>();
  const stop = store.subscribe(listener);
  for (let row = 0; row < 100; row += 1) store.set('a', row, CELL);
  expect([listener.mock.calls.length, store.version()]).toEqual([0, 0]);
  vi.advanceTimersByTime(50);
  expect([listener.mock.calls.length, store.version()]).toEqual([1, 1]);
  store.touch();
  vi.advanceTimersByTime(50);
  expect([listener.mock.calls.length, store.version()]).toEqual([2, 2]);
  stop();
  store.touch();
  vi.advanceTimersByTime(50);
  expect([listener.mock.calls.length, store.version()]).toEqual([2, 3]);
});
