import { expect, test } from 'vitest';
import { formatInterval, formatMetric } from '../../../../src/playground/text/format-metrics.ts';

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
