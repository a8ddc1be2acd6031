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
  const [, second, third] = spreadPoints([at, at, at]);
  expect(Math.hypot((second?.x ?? 0) - 50, (second?.y ?? 0) - 50)).toBeGreaterThan(1);
  expect(Math.hypot((third?.x ?? 0) - (second?.x ?? 0), (third?.y ?? 0) - (second?.y ?? 0))).toBeGreaterThan(1);
});
