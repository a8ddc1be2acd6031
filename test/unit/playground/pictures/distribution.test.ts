import { expect, test } from 'vitest';
import { createAxis } from '../../../../src/playground/pictures/axis.ts';
import { drawDistributions } from '../../../../src/playground/pictures/distribution.ts';

/** Heights of the outline, from its path; the way back along the bottom is left out. */
function heightsOf(path: string): number[] {
  const points = [...path.matchAll(/[ML](-?[\d.]+),(-?[\d.]+)/g)].map(([, , y]) => 100 - Number(y));
  return [...new Set(points.filter((height) => height > 0).map((height) => Math.round(height)))];
}

test('heights are shares: ten times as many values in the same places have the same outline', () => {
  const few = [0, 0, 0, 10];
  const many = few.flatMap((value) => Array.from({ length: 10 }, () => value));
  const { before, after } = drawDistributions(few, many, createAxis({ values: few }));
  expect(before).toBe(after);
  expect(heightsOf(before)).toEqual([96, 32]);
});

test('the higher of the two distributions fills the height', () => {
  const { before, after } = drawDistributions([1, 1], [0, 1], createAxis({ values: [0, 1] }));
  expect([heightsOf(before), heightsOf(after)]).toEqual([[96], [48]]);
});

test('an outline goes over 24 equal steps and back along the bottom', () => {
  const { before } = drawDistributions([0], [10], createAxis({ values: [0, 10] }));
  const [path = ''] = before.split('Z');
  const points = [...path.matchAll(/[ML](-?[\d.]+),(-?[\d.]+)/g)].map(([, x, y]) => [Number(x), Number(y)] as const);
  const places = [...new Set(points.map(([x]) => x))];
  expect(places.map((x) => Math.round(x * 24))).toEqual(Array.from({ length: 25 }, (_, index) => index * 100));
  expect(points.filter(([x]) => x === 0)).toEqual([
    [0, 4],
    [0, 100],
  ]);
  expect(new Set(points.filter(([x]) => x > 5).map(([, y]) => y))).toEqual(new Set([100]));
});

test('one value is a whole share', () => {
  const { before, after } = drawDistributions([0], [0, 10], createAxis({ values: [0, 10] }));
  expect([heightsOf(before), heightsOf(after)]).toEqual([[96], [48]]);
});

test('no values have a flat outline', () => {
  const { before } = drawDistributions([], [], createAxis({ values: [] }));
  expect(heightsOf(before)).toEqual([]);
  expect(before).not.toContain('NaN');
});
