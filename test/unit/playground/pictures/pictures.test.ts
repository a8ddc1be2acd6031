import { expect, test } from 'vitest';
import { createAxis } from '../../../../src/playground/pictures/axis.tsx';
import { drawDistributions } from '../../../../src/playground/pictures/distribution-plot.tsx';
import { shapeOf } from '../../../../src/playground/pictures/scatter-plot.tsx';
import { spreadPoints } from '../../../../src/playground/pictures/before-after-plot.tsx';

test('an axis has round ends, and shows all values', () => {
  const axis = createAxis({ values: [-0.23, 0, 0.38] });
  expect(axis.domain).toEqual([-0.25, 0.4]);
  expect([axis.at(-0.25), axis.at(0.075), axis.at(0.4)].map(Math.round)).toEqual([0, 50, 100]);
  expect(axis.ticks).toContain(0);
});

test('values far apart have a logarithmic axis, where that is allowed', () => {
  const values = [0.1, 1, 100];
  expect(createAxis({ values }).isLog).toBe(false);
  const { isLog, ticks, at } = createAxis({ values, mayBeLog: true });
  expect([isLog, ticks, Math.round(at(Math.sqrt(10)))]).toEqual([true, [0.1, 1, 10, 100], 50]);
});

test.each([
  [[1, 30], true],
  [[1, 29.9], false],
  [[0, 1000], false],
  [[-5, 1000], false],
])('whether the axis of %j is logarithmic: %s', (values, isLog) => {
  expect(createAxis({ values, mayBeLog: true }).isLog).toBe(isLog);
});

test.each<[number[], number[]]>([
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
])('equal values %j have an axis with the ends %j', (values, ends) => {
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

/** The corners of an outline; the way back along the bottom is left out. */
function cornersOf(path: string): readonly (readonly [x: number, height: number])[] {
  const [outline = ''] = path.split('Z');
  const corners = [...outline.matchAll(/[ML](-?[\d.]+),(-?[\d.]+)/g)];
  return corners.map(([, x, y]) => [Number(x), 100 - Number(y)] as const);
}

function heightsOf(path: string): number[] {
  return [...new Set(cornersOf(path).flatMap(([, height]) => (height > 0 ? [Math.round(height)] : [])))];
}

test('a distribution draws shares: ten times as many values in the same places have the same outline', () => {
  const few = [0, 0, 0, 10];
  const many = few.flatMap((value) => Array.from({ length: 10 }, () => value));
  const { before, after } = drawDistributions(few, many, createAxis({ values: few }));
  expect(before).toBe(after);
  expect(heightsOf(before)).toEqual([96, 32]);
});

test.each<[number[], number[], number[][]]>([
  [
    [1, 1],
    [0, 1],
    [[96], [48]],
  ],
  [[0], [0, 10], [[96], [48]]],
  [[], [], [[], []]],
])('the higher one of the distributions of %j and %j fills the height', (one, other, heights) => {
  const { before, after } = drawDistributions(one, other, createAxis({ values: [...one, ...other] }));
  expect([heightsOf(before), heightsOf(after)]).toEqual(heights);
  expect(before).not.toContain('NaN');
});

const at = { x: 50, y: 50 };

test('a point alone stays where it is', () => {
  expect(spreadPoints([at, { x: 10, y: 90 }])).toEqual([at, { x: 10, y: 90 }]);
});

test('equal points stand apart, near their place', () => {
  const spread = spreadPoints(Array.from({ length: 2000 }, () => at));
  expect(new Set(spread.map(({ x, y }) => `${x} ${y}`)).size).toBe(2000);
  expect(Math.max(...spread.map(({ x, y }) => Math.hypot(x - 50, y - 50)))).toBeLessThan(9);
});

test('twelve series are told apart without colour: six outlines, filled and hollow', () => {
  const series = Array.from({ length: 13 }, (_, index) => `s${index}`);
  const shapes = series.map((name) => JSON.stringify(shapeOf(series, name)));
  expect(new Set(shapes).size).toBe(12);
  expect(shapes[12]).toBe(shapes[0]);
});
