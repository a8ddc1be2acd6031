import { describe, expect, test } from 'vitest';
import { parseFilter } from '../../../../src/use-cases/records/parse-filter.ts';

describe('what is typed', () => {
  const NOW = new Date('2026-11-20T12:00:00Z');

  test.each([
    ['12h', '2026-11-20T00:00:00.000Z'],
    ['2026-11-01', '2026-11-01T00:00:00.000Z'],
    ['2026-11-01T00:30:00+02:00', '2026-10-31T22:30:00.000Z'],
  ])('--since %s is %s', (since, instant) => {
    expect(parseFilter({ since }, NOW).since).toBe(instant);
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
    expect(() => parseFilter(typed, NOW)).toThrow(message);
  });
});
