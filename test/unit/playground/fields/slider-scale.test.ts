import { expect, test } from 'vitest';
import { toScale } from '../../../../src/playground/fields/slider-scale.ts';

test('a range of few steps is linear', () => {
  const { min, max, step, toPosition, toValue } = toScale({ min: 0, max: 2, step: 0.01 });
  expect([min, max, step, toPosition(0.7), toValue(0.7, 0)]).toEqual([0, 2, 0.01, 0.7, 0.7]);
  expect(toScale({ min: 0, max: 5000, step: 1 }).max).toBe(5000);
  expect(toScale({ min: 0, max: 5001, step: 1 }).max).toBe(200);
});

const WIDE = toScale({ min: 0, max: 1_000_000, step: 1 });

test('a wide range is logarithmic: each part of the slider has its order of magnitude', () => {
  expect([WIDE.min, WIDE.max, WIDE.step]).toEqual([0, 200, 1]);
  const positions = [0, 9, 99, 9999, 1_000_000].map(WIDE.toPosition);
  expect(positions).toEqual([0, 33, 67, 133, 200]);
  expect([0, 33, 67, 133, 200].map((position) => WIDE.toValue(position, 500_000))).toEqual([
    0, 9, 100, 9800, 1_000_000,
  ]);
  expect([WIDE.toPosition(-5), WIDE.toPosition(2_000_000)]).toEqual([0, 200]);
});

test.each([
  ['up', 1],
  ['down', -1],
])('one step %s always changes the value, so that arrow keys reach both ends', (_, direction) => {
  let value = direction > 0 ? 0 : 1_000_000;
  const seen = [value];
  for (let step = 0; step < 400 && value !== (direction > 0 ? 1_000_000 : 0); step += 1) {
    const next = WIDE.toValue(Math.min(200, Math.max(0, WIDE.toPosition(value) + direction)), value);
    expect((next - value) * direction, `from ${value}`).toBeGreaterThan(0);
    value = next;
    seen.push(value);
  }
  expect(value).toBe(direction > 0 ? 1_000_000 : 0);
});

test('a range may begin above zero, and below', () => {
  const above = toScale({ min: 100, max: 100_100, step: 1 });
  expect([above.toValue(0, 500), above.toValue(200, 500), above.toPosition(100)]).toEqual([100, 100_100, 0]);
  const below = toScale({ min: -10_000, max: 10_000, step: 1 });
  expect([below.toValue(0, 0), below.toValue(200, 0)]).toEqual([-10_000, 10_000]);
});
