import { expect, test } from 'vitest';
import { createPoints } from '../../../../src/evaluation/compare/collect-points.ts';
import { rowOf } from '../../../helpers/evaluation-records.ts';

function collect(count: number, limit: number) {
  const points = createPoints(['score'], limit);
  for (let row = 1; row <= count; row += 1) {
    const scenario = rowOf({ input: `row ${row}` });
    points.add({ row, baseline: [scenario], candidate: [{ ...scenario, row: row + 100 }] }, [[row % 2 === 0, row]]);
  }
  return points.read();
}

test('rows have their numbers in both test sets, and verdicts are 1 and 0', () => {
  expect(collect(3, 10)).toEqual({
    every: 1,
    rows: [1, 2, 3],
    candidate_rows: [101, 102, 103],
    metrics: [{ metric: 'score', before: [0, 1, 0], after: [1, 2, 3] }],
  });
});

test('beyond the limit, every second row is left out, then every fourth', () => {
  expect(collect(5, 4)).toMatchObject({ every: 2, rows: [1, 3, 5] });
  expect(collect(16, 4)).toMatchObject({ every: 4, rows: [1, 5, 9, 13] });
  expect(collect(17, 4)).toMatchObject({ every: 8, rows: [1, 9, 17] });
});

test('a row without a value has null', () => {
  const points = createPoints(['score', 'cost'], 5);
  const scenario = rowOf({ input: 'a' });
  points.add({ row: 1, baseline: [scenario], candidate: [scenario] }, [[null, 1]]);
  expect(points.read().metrics).toEqual([
    { metric: 'score', before: [null], after: [1] },
    { metric: 'cost', before: [null], after: [null] },
  ]);
});

test('a limit of 0 lists nothing', () => {
  expect(collect(5, 0).rows).toEqual([]);
});
