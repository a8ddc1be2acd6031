import { expect, test } from 'vitest';
import { isNarrowed, parseNarrowing } from '../../../../../src/use-cases/records/narrow/parse-narrowing.ts';

const NOW = new Date('2026-11-20T12:00:00Z');

test('nothing typed narrows nothing', () => {
  const narrowing = parseNarrowing({}, NOW);
  expect(narrowing).toEqual({ since: null, until: null, search: null, sort: null, isDescending: false, limit: null });
  expect(isNarrowed(narrowing)).toBe(false);
});

test.each([
  ['12h', '2026-11-20T00:00:00.000Z'],
  ['2026-11-01', '2026-11-01T00:00:00.000Z'],
  ['2026-11-01T00:30:00+02:00', '2026-10-31T22:30:00.000Z'],
])('--since %s is %s', (since, instant) => {
  expect(parseNarrowing({ since }, NOW).since).toBe(instant);
});

test.each([
  [{ since: 'yesterday' }, '--since cannot be "yesterday"'],
  [{ since: '2026-02-31' }, '--since cannot be "2026-02-31"'],
  [{ until: '2026-11-01 10:00' }, '--until cannot be "2026-11-01 10:00"'],
  [{ since: '2026-11-01T10:00:00' }, '--since cannot be "2026-11-01T10:00:00"'],
  [{ since: '1h', until: '2h' }, 'is not before --until'],
  [{ search: '' }, '--search takes 1 to 200 characters.'],
  [{ search: 'x'.repeat(201) }, '--search takes 1 to 200 characters.'],
])('%j is refused', (typed, message) => {
  expect(() => parseNarrowing(typed, NOW)).toThrow(message);
});
