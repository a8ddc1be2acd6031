import { expect, test } from 'vitest';
import { formatLogLine } from '../../../../../src/ui/layout/text/format-log-line.ts';

test.each([
  ['stdout', '10:00   hello'],
  ['stderr', '10:00 ! hello'],
  ['service', '10:00 * hello'],
] as const)('a line of %s has its mark, and no escape sequences', (stream, line) => {
  const text = '\u001B[31mhello\u001B[0m';
  expect(formatLogLine({ created_at: '10:00', stream, text } as never)).toBe(line);
});
