import { expect, test } from 'vitest';
import type { LogLine } from '../../../../../src/contract/deployments/log.ts';
import { createLogFormatter } from '../../../../../src/ui/layout/text/format-log-line.ts';

const line = (text: string, more: Partial<LogLine> = {}): LogLine => ({
  id: '1',
  created_at: '10:00',
  stream: 'stdout',
  text,
  ...more,
});

test.each([
  ['stdout', '10:00   hello'],
  ['stderr', '10:00 ! hello'],
  ['service', '10:00 * hello'],
] as const)('a line of %s has its mark, and no escape sequences', (stream, text) => {
  expect(createLogFormatter()(line('\u001B[31mhello\u001B[0m', { stream }))).toBe(text);
});

test('the request is named where its lines begin', () => {
  const format = createLogFormatter();
  const call = { request_id: 'r1', variant: 'default', revision: 3, environment: 'production' };
  const other = { request_id: '\u001B[31mr2', variant: 'default', revision: null, environment: null };
  expect([line('a', call), line('b', call), line('c', other), line('d'), line('e', call)].map(format)).toEqual([
    '10:00   a (default@3, production, request r1)',
    '10:00   b',
    '10:00   c (default, request r2)',
    '10:00   d',
    '10:00   e (default@3, production, request r1)',
  ]);
});
