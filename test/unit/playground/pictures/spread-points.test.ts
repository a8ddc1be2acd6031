import { expect, test } from 'vitest';
import { spreadPoints } from '../../../../src/playground/pictures/spread-points.ts';

const at = { x: 50, y: 50 };

test('a point alone stays where it is', () => {
  expect(spreadPoints([at, { x: 10, y: 90 }])).toEqual([at, { x: 10, y: 90 }]);
});

test('equal points stand apart, near their place', () => {
  const spread = spreadPoints(Array.from({ length: 2000 }, () => at));
  expect(new Set(spread.map(({ x, y }) => `${x} ${y}`)).size).toBe(2000);
  expect(Math.max(...spread.map(({ x, y }) => Math.hypot(x - 50, y - 50)))).toBeLessThan(9);
});

test('few equal points have room between them', () => {
  const polar = spreadPoints([at, at, at]).map(({ x, y }) => {
    const degrees = (Math.atan2(y - 50, x - 50) * 180) / Math.PI;
    return [Math.hypot(x - 50, y - 50), degrees].map((figure) => Number(figure.toFixed(2)));
  });
  // The golden angle between neighbours, as in a sunflower.
  expect(polar).toEqual([
    [0, 0],
    [1.1, 137.51],
    [1.56, -84.98],
  ]);
});
