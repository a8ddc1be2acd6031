import { expect, test } from 'vitest';
import { collectLikeRows } from '../../../../../src/evaluation/testset/check/collect-like-rows.ts';

test('rows are grouped by the first of each group, with its example', () => {
  const groups = collectLikeRows();
  groups.add(1, 3, 'one');
  groups.add(2, 4, 'two');
  groups.add(1, 5, 'other');
  expect([groups.count(), groups.read()]).toEqual([
    3,
    [
      { rows: [1, 3, 5], more: 0, example: 'one' },
      { rows: [2, 4], more: 0, example: 'two' },
    ],
  ]);
});

test('ten rows of a group are listed, and the others counted', () => {
  const groups = collectLikeRows();
  for (let row = 2; row <= 13; row += 1) groups.add(1, row, '');
  expect([groups.count(), groups.read()]).toEqual([
    12,
    [{ rows: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10], more: 3, example: '' }],
  ]);
});

test('fifty groups are listed', () => {
  const groups = collectLikeRows();
  for (let first = 1; first <= 60; first += 1) groups.add(first * 10, first * 10 + 1, '');
  groups.add(500, 502, '');
  groups.add(510, 512, '');
  expect(groups.count()).toBe(62);
  expect(groups.read()).toHaveLength(50);
  expect(groups.read().at(-1)).toEqual({ rows: [500, 501, 502], more: 0, example: '' });
});
