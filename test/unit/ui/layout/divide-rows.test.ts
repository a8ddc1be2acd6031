import { expect, test } from 'vitest';
import { divideRows } from '../../../../src/ui/layout/divide-rows.ts';

test.each([
  [[], 20, []],
  [[100], 20, [20]],
  [[21], 20, [21]],
  [[22], 20, [20]],
  [[3, 100], 20, [3, 17]],
  [[100, 3], 20, [17, 3]],
  [[100, 100], 20, [10, 10]],
  [[11, 100], 20, [11, 9]],
  [[12, 100], 20, [10, 10]],
  [[100, 100, 100], 9, [5, 5, 5]],
  [[0, 6], 3, [0, 6]],
  [[7], 3, [5]],
])('tables of %j rows on %i lines show %j', (counts, lines, shares) => {
  expect(divideRows(counts, lines)).toEqual(shares);
});
