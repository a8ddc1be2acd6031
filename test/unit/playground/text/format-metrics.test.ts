import { expect, test } from 'vitest';
import {
  formatChange,
  formatChanges,
  formatInterval,
  formatMetric,
  formatScore,
} from '../../../../src/playground/text/format-metrics.ts';
import { comparedOf } from '../../../helpers/page/comparison-records.ts';

test.each([
  ['pass_fail', 0.861111, '0.8611'],
  ['score', -2, '-2'],
  ['score', null, '-'],
  ['cost', 0.0042, '$0.0042'],
  ['cost', -0.0042, '-$0.0042'],
  ['cost', null, '-'],
  ['latency', 0.003228, '3.2 ms'],
  ['latency', -1.5, '-1.50 s'],
  ['latency', 0, '0 ms'],
] as const)('a %s of %s is %s', (kind, value, text) => {
  expect(formatMetric(kind, value)).toBe(text);
});

test('an interval has its unit at both ends', () => {
  expect(formatInterval('latency', [-0.002, 0.25])).toBe('-2.0 ms to 250 ms');
  expect(formatInterval('score', [0.5, 1])).toBe('0.5 to 1');
  expect(formatInterval('cost', null)).toBe('-');
});

test.each([
  ['score', 'difference', -0.25, '-0.25'],
  ['cost', 'difference', 0.25, '$0.25'],
  ['cost', 'ratio', -0.081_27, '-8.13 %'],
  ['latency', 'ratio', 1.5, '150 %'],
  ['latency', 'ratio', null, '-'],
] as const)('the change of a %s as a %s, %s, is %s', (kind, scale, change, text) => {
  expect(formatChange(comparedOf('it', { kind, scale }), change)).toBe(text);
});

test('the ends of a change are written like the change', () => {
  const latency = { kind: 'latency', scale: 'ratio' } as const;
  expect(formatChanges(comparedOf('latency', { ...latency, interval: [-0.08, 0.02] }))).toBe('-8 % to 2 %');
  expect(formatChanges(comparedOf('latency', { ...latency, interval: null }))).toBe('-');
});

test.each([
  [null, '-'],
  [true, 'pass'],
  [false, 'fail'],
  [0.123_456, '0.1235'],
  [1200, '1,200'],
])('the score %s is %s', (score, text) => {
  expect(formatScore(score)).toBe(text);
});
