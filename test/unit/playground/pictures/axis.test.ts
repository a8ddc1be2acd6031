import { expect, test } from 'vitest';
import { createAxis } from '../../../../src/playground/pictures/axis.ts';

test('an axis has round ends, and shows all values', () => {
  const axis = createAxis({ values: [-0.23, 0, 0.38] });
  expect(axis.domain).toEqual([-0.25, 0.4]);
  expect([axis.at(-0.25), axis.at(0.075), axis.at(0.4)].map(Math.round)).toEqual([0, 50, 100]);
  expect(axis.ticks).toContain(0);
});

test('values far apart have a logarithmic axis, where that is allowed', () => {
  const values = [0.1, 1, 100];
  expect(createAxis({ values }).isLog).toBe(false);
  const axis = createAxis({ values, mayBeLog: true });
  expect({ isLog: axis.isLog, ticks: axis.ticks, middle: Math.round(axis.at(Math.sqrt(10))) }).toEqual({
    isLog: true,
    ticks: [0.1, 1, 10, 100],
    middle: 50,
  });
});

test('values are far apart from thirty times the least', () => {
  expect(createAxis({ values: [1, 30], mayBeLog: true }).isLog).toBe(true);
});

test.each([[[0, 1000]], [[-5, 1000]], [[1, 29.9]]])('%j have a linear axis', (values) => {
  expect(createAxis({ values, mayBeLog: true }).isLog).toBe(false);
});

test.each([
  [[], [0, 1]],
  [
    [0, 0],
    [0, 1],
  ],
  [
    [3, 3],
    [0, 6],
  ],
  [[-3], [-6, 0]],
])('%j have the ends %j', (values: number[], ends) => {
  const { domain, at } = createAxis({ values, mayBeLog: true });
  expect(domain).toEqual(ends);
  expect(values.every((value) => at(value) >= 0 && at(value) <= 100)).toBe(true);
});

test.each([
  [1e-6, 1e6, 5, [1e-6, 0.01, 100, 1e6]],
  [1e-6, 1e6, 2, [1e-5, 1, 1e5]],
  [1e-3, 1e3, 5, [0.001, 0.1, 10, 1000]],
  [1, 100, 2, [1, 10, 100]],
  [1, 100, 1, [1, 100]],
  [1, 1000, 2, [1, 100]],
])('from %s to %s, %i ticks are powers of ten, at most one more', (from, to, ticks, powers) => {
  expect(createAxis({ values: [from, to], mayBeLog: true, ticks }).ticks).toEqual(powers);
});
