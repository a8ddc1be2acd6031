import { expect, test } from 'vitest';
import { ROW_RANGES } from '../../../../../src/foundation/sizes.ts';
import { addSample, describePace, type Sample } from '../../../../../src/playground/evaluations/watching/pace.ts';
import { mergeRows, pendingRanges } from '../../../../../src/playground/evaluations/watching/pending-rows.ts';

const rowsOf = (count: number, isPending: (row: number) => boolean) =>
  Array.from({ length: count }, (_, index) => ({ name: String(index + 1), isPending: isPending(index + 1) }));

test.each([
  { left: 'none', isPending: () => false, ranges: '' },
  { left: 'all', isPending: () => true, ranges: '1-9' },
  { left: 'some', isPending: (row: number) => row === 2 || row > 7, ranges: '2,8-9' },
])('of the rows of an evaluation, $left are asked for', ({ isPending, ranges }) => {
  expect(pendingRanges(rowsOf(9, isPending))).toBe(ranges);
});

test('repetitions of a row are asked for together', () => {
  const rows = ['1', '1.2', '2', '2.2'].map((name) => ({ name, isPending: name !== '1' }));
  expect(pendingRanges(rows)).toBe('1-2');
});

test('more ranges than a request may name are joined where they are close', () => {
  const isPending = (row: number) => row % 2 === 0 || row === 5000;
  const ranges = pendingRanges(rowsOf(1000, isPending).concat({ name: '5000', isPending: true })).split(',');
  expect(ranges).toHaveLength(ROW_RANGES.most);
  expect(ranges.at(-1)).toBe('5000');
  expect(ranges[0]).toMatch(/^2/);
});

test('newer rows take the places of those before, and leave other pages as they are', () => {
  const pages = [{ items: [{ id: 'a', done: 0 }] }, { items: [{ id: 'b', done: 0 }] }];
  const merged = mergeRows(pages, [{ id: 'b', done: 1 }]);
  expect(merged).toEqual([pages[0], { items: [{ id: 'b', done: 1 }] }]);
  expect(merged[0]).toBe(pages[0]);
});

test.each<[string, readonly (readonly [seconds: number, done: number])[], number, readonly string[]]>([
  ['nothing after one look', [[0, 5]], 100, []],
  [
    'the rate and the rest',
    [
      [0, 0],
      [10, 250],
    ],
    1000,
    ['25 rows a second', 'about 30 s left'],
  ],
  [
    'slow rows by the minute',
    [
      [0, 0],
      [60, 3],
    ],
    33,
    ['3 rows a minute', 'about 10 min left'],
  ],
  [
    'the last minute only',
    [
      [0, 0],
      [100, 10],
      [200, 1010],
    ],
    2010,
    ['10 rows a second', 'about 2 min left'],
  ],
  [
    'no time when all are done',
    [
      [0, 0],
      [10, 100],
    ],
    100,
    ['10 rows a second'],
  ],
  [
    'anew when it runs again',
    [
      [0, 50],
      [10, 20],
    ],
    100,
    [],
  ],
])('an evaluation in progress says %s', (_, looks, rows, texts) => {
  let samples: readonly Sample[] = [];
  for (const [seconds, done] of looks) samples = addSample(samples, { at: seconds * 1000, done });
  expect(describePace(samples, rows)).toEqual(texts);
});
