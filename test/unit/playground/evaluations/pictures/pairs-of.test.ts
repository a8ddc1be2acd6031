import { expect, test } from 'vitest';
import { medianOf, pairsOf } from '../../../../../src/playground/evaluations/pictures/pairs-of.ts';

const points = { rows: [3, 5, 7, 9] };
const pointed = { metric: 'latency', before: [1, 2, null, 4], after: [2, 1, 1, 4] };

test('rows with both values are pairs; the goal decides which are better', () => {
  const changes = (goal: 'higher' | 'lower') =>
    pairsOf(points, pointed, goal).map(({ row, change }) => `${row} ${change}`);
  expect(changes('higher')).toEqual(['3 better', '5 worse', '9 same']);
  expect(changes('lower')).toEqual(['3 worse', '5 better', '9 same']);
});

test('the median of an even number of values is between the middle ones', () => {
  expect(medianOf([4, 1, 3, 2])).toBe(2.5);
  expect(medianOf([4, 1, 3, 2], 1)).toBe(4);
  expect(medianOf([])).toBeNaN();
});
