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

test('no values have a flat outline', () => {
  const { before } = drawDistributions([], [], createAxis({ values: [] }));
  expect(heightsOf(before)).toEqual([]);
  expect(before).not.toContain('NaN');
});
