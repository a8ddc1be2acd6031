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

test.each([[[0, 1000]], [[-5, 1000]], [[1, 20]]])('%j have a linear axis', (values) => {
  expect(createAxis({ values, mayBeLog: true }).isLog).toBe(false);
});

test.each([[[]], [[0, 0]], [[3, 3]], [[-3]]])('%j have two ends', (values) => {
  const { domain, at } = createAxis({ values, mayBeLog: true });
  expect(domain[0]).toBeLessThan(domain[1]);
  expect(values.every((value) => at(value) >= 0 && at(value) <= 100)).toBe(true);
});

test('twelve orders of magnitude have few ticks', () => {
  const { ticks } = createAxis({ values: [1e-6, 1e6], mayBeLog: true });
  expect(ticks.length).toBeGreaterThan(2);
  expect(ticks.length).toBeLessThan(7);
});
