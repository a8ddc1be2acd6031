import { expect, test } from 'vitest';
import { isWithinNoise, toLogRatio } from '../../../../src/evaluation/compare/to-log-ratio.ts';

test.each([
  ['latency', 1, 2, Math.log(2)],
  ['latency', 2, 1, -Math.log(2)],
  ['latency', 0.0004, 0.0103, 0],
  ['latency', 0.0004, 0.0105, Math.log(0.0105) - Math.log(0.0004)],
  ['cost', 0.0004, 0.0008, Math.log(2)],
  ['cost', 0, 0, 0],
  ['cost', 0, 0.1, Math.log(1000)],
  ['cost', 0.1, 0, -Math.log(1000)],
  ['latency', 0.001, 60, Math.log(1000)],
] as const)('a %s of %d, then %d, has the log ratio %d', (source, before, after, ratio) => {
  expect(toLogRatio(source, before, after)).toBeCloseTo(ratio, 12);
});

test('only latencies are read from a clock', () => {
  expect([isWithinNoise('latency', 0.1, 0.1099), isWithinNoise('cost', 0.1, 0.1099)]).toEqual([true, false]);
});
