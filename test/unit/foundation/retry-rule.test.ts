import { expect, test } from 'vitest';
import { backOffMs } from '../../../src/foundation/back-off.ts';
import {
  isTransient,
  readRetryAdvice,
  readRetryAfter,
  retryDelayMs,
  toRetryHeaders,
} from '../../../src/foundation/retry-rule.ts';

const NOW = Date.parse('2026-11-20T12:00:00Z');
const headers = (given: Record<string, string>) => (name: string) => given[name];

test('a delay doubles until its maximum, however many attempts there are', () => {
  expect([0, 1, 2, 3, 2000].map((attempt) => backOffMs(attempt, 500, 3000))).toEqual([500, 1000, 2000, 3000, 3000]);
});

test('these failures of a server may pass, and no others', () => {
  const statuses = Array.from({ length: 200 }, (_, index) => 400 + index);
  const transient = statuses.filter((status) => isTransient(status, headers({})));
  expect(transient).toEqual([408, 409, 425, 429, 500, 502, 503, 504, 529]);
});

test('what the server says about a retry counts more than its status', () => {
  expect(isTransient(503, headers({ 'x-should-retry': 'false' }))).toBe(false);
  expect(isTransient(400, headers({ 'x-should-retry': 'true' }))).toBe(true);
  expect(isTransient(503, headers({ 'x-should-retry': 'perhaps' }))).toBe(true);
  // A success stays one.
  expect(isTransient(200, headers({ 'x-should-retry': 'true' }))).toBe(false);
});

test.each([
  ['3', 3000],
  [' 3 ', 3000],
  ['0', 0],
  ['1.5', 1500],
  ['Fri, 20 Nov 2026 12:00:07 GMT', 7000],
  ['Fri, 20 Nov 2026 11:59:07 GMT', 0],
  ['-1', null],
  ['soon', null],
  ['2026', 2026_000],
  ['', null],
])('the header Retry-After: %s asks to wait for %s ms', (value, ms) => {
  expect(readRetryAfter(headers({ 'retry-after': value }), NOW)).toBe(ms);
});

test('milliseconds are more exact than seconds', () => {
  expect(readRetryAfter(headers({ 'retry-after-ms': '250', 'retry-after': '1' }), NOW)).toBe(250);
  expect(readRetryAfter(headers({ 'retry-after-ms': 'soon', 'retry-after': '1' }), NOW)).toBe(1000);
  expect(readRetryAfter(headers({}), NOW)).toBeNull();
});

test('a delay keeps to what the server asks for, and differs between callers', () => {
  const backOff = { firstMs: 1000, maxMs: 30_000 };
  const delays = (askedMs: number | null) => [0, 0.999].map((random) => retryDelayMs(1, askedMs, backOff, random));
  expect([delays(null), delays(7000)]).toEqual([
    [1000, 1999],
    [7000, 7499],
  ]);
});

test.each([
  [{ 'retry-after-ms': '250' }, '1'],
  [{ 'retry-after': '1.5' }, '2'],
  [{ 'retry-after': '2' }, '2'],
  [{ 'retry-after': 'Fri, 20 Nov 2026 12:00:07 GMT' }, 'Fri, 20 Nov 2026 12:00:07 GMT'],
])('%j is passed on in whole seconds, as %j', (given, written) => {
  expect(toRetryHeaders(readRetryAdvice(headers(given)))).toEqual({ 'retry-after': written });
});
