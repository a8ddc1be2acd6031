import { expect, test } from 'vitest';
import {
  countText,
  formatCost,
  formatCount,
  formatMoment,
  formatSeconds,
  formatTime,
} from '../../../../src/playground/text/format-figures.ts';
import {
  formatChange,
  formatChanges,
  formatInterval,
  formatMetric,
  formatScore,
} from '../../../../src/playground/text/format-metrics.ts';
import { comparedOf } from '../../../helpers/page/comparison-records.ts';

test.each([
  [null, '-'],
  [undefined, '-'],
  [0, '$0'],
  [0.0042, '$0.0042'],
  [0.00000123, '$0.0000012'],
  [0.0099999, '$0.0100'],
  [0.01, '$0.010'],
  [2.1, '$2.10'],
  [1234.567, '$1234.57'],
  [1e-25, `$0.${'0'.repeat(20)}`],
])('a cost of %s is %s', (cost, text) => {
  expect(formatCost(cost)).toBe(text);
});

test.each([
  [null, '-'],
  [0, '0 ms'],
  [0.00004, '<0.1 ms'],
  [0.00005, '0.1 ms'],
  [0.0004, '0.4 ms'],
  [0.00321, '3.2 ms'],
  [0.009449, '9.4 ms'],
  [0.00995, '10 ms'],
  [0.25, '250 ms'],
  [0.6494, '649 ms'],
  [1, '1.00 s'],
  [1.5, '1.50 s'],
  [10, '10.0 s'],
  [75.26, '75.3 s'],
])('%s seconds are %s', (seconds, text) => {
  expect(formatSeconds(seconds)).toBe(text);
});

test('a text that is not a time is shown unchanged', () => {
  expect(formatTime('soon')).toBe('soon');
  expect(formatMoment('soon')).toBe('soon');
});

test('times are local, with seconds where they matter', () => {
  const at = new Date(2026, 10, 20, 12, 34, 56).toISOString();
  expect(formatTime(at)).toMatch(/2026.*12:34\b(?!:)/);
  expect(formatMoment(at)).toMatch(/2026.*12:34:56/);
});

test.each([
  [null, '-'],
  [0, '0'],
  [1234567, '1,234,567'],
])('a count of %s is %s', (count, text) => {
  expect(formatCount(count)).toBe(text);
});

test.each([
  [0, '0 variants'],
  [1, '1 variant'],
  [2000, '2,000 variants'],
])('%s records are %j', (count, text) => {
  expect(countText(count, 'variant')).toBe(text);
});

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
