import { expect, test } from 'vitest';
import { formatAge } from '../../../../../src/ui/layout/text/format-age.ts';
import { NOW } from '../../fixtures.ts';

test.each([
  ['2026-11-20T12:00:00Z', 'just now'],
  ['2026-11-20T12:00:30Z', 'just now'],
  ['2026-11-20T12:05:00Z', '2026-11-20'],
  ['2026-11-20T11:59:55Z', '5 seconds ago'],
  ['2026-11-20T11:59:01Z', '59 seconds ago'],
  ['2026-11-20T11:59:00Z', '1 minute ago'],
  ['2026-11-20T11:00:01Z', '59 minutes ago'],
  ['2026-11-20T11:00:00Z', '1 hour ago'],
  ['2026-11-19T12:00:00Z', '1 day ago'],
  ['2026-10-22T12:00:00Z', '29 days ago'],
  ['2026-10-21T12:00:00Z', '2026-10-21'],
  ['not a time', 'not a time'],
])('%s is %s', (timestamp, age) => {
  expect(formatAge(timestamp, NOW)).toBe(age);
});
