import { expect, test } from 'vitest';
import {
  countText,
  formatCost,
  formatCount,
  formatMoment,
  formatSeconds,
  formatTime,
} from '../../../../src/playground/text/format-figures.ts';

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
