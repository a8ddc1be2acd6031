import { expect, test } from 'vitest';
import { compactValue, formatValue, type Kind, type Value } from '../../../../../src/ui/layout/text/format-value.ts';
import { toSingleLine } from '../../../../../src/foundation/terminal-text.ts';
import { formatBytes } from '../../../../../src/ui/live/describe-event.ts';
import { NOW } from '../../fixtures.ts';

test.each<[Kind, Value, string]>([
  ['text', 'plain', 'plain'],
  ['text', ' two\nlines', ' two lines'],
  ['prose', ' two\r\nlines\twith\u001b[2J\n', 'two\nlines with[2J'],
  ['text', '', '-'],
  ['text', null, '-'],
  ['text', undefined, '-'],
  ['text', true, 'yes'],
  ['text', false, 'no'],
  ['integer', 0, '0'],
  ['integer', 1234567, '1234567'],
  ['cost', 0, '$0'],
  ['cost', null, '-'],
  ['cost', 0.00012345, '$0.000123'],
  ['cost', 0.5, '$0.5'],
  ['cost', 12.345, '$12.35'],
  ['seconds', 0.0004, '0.4 ms'],
  ['seconds', 0.00449, '4.5 ms'],
  ['seconds', 0.0104, '10 ms'],
  ['seconds', 0.6494, '649 ms'],
  ['seconds', 0, '0 ms'],
  ['seconds', 1, '1 s'],
  ['seconds', 1.234, '1.23 s'],
  ['score', 0.333333333, '0.3333'],
  ['score', 1, '1'],
  ['figure', 0.8611111111111112, '0.8611'],
  ['figure', 72, '72'],
  ['probability', 0.0052, '0.0052'],
  ['probability', 0.00012, '0.0001'],
  ['probability', 0.0001, '0.0001'],
  ['probability', 1.4e-14, '<0.0001'],
  ['probability', 1, '1'],
  ['time', '2026-11-20T12:00:30Z', 'just now'],
  ['time', '2026-11-20T12:05:00Z', '2026-11-20'],
  ['time', '2026-11-20T11:59:55Z', '5 seconds ago'],
  ['time', '2026-11-20T11:59:01Z', '59 seconds ago'],
  ['time', '2026-11-20T11:59:00Z', '1 minute ago'],
  ['time', '2026-11-20T11:00:01Z', '59 minutes ago'],
  ['time', '2026-11-20T11:00:00Z', '1 hour ago'],
  ['time', '2026-11-19T12:00:00Z', '1 day ago'],
  ['time', '2026-10-22T12:00:00Z', '29 days ago'],
  ['time', '2026-10-21T12:00:00Z', '2026-10-21'],
  ['time', '2025-01-08 10:09:16.123456+00:00', '2025-01-08'],
  ['time', 'yesterday', 'yesterday'],
  ['status', 'EVALUATION_FINISHED', '✓ finished'],
  ['status', 'SOMETHING_NEW', 'SOMETHING_NEW'],
  ['status', 'constructor', 'constructor'],
])('a terminal shows %s %j as %j', (kind, value, shown) => {
  expect(formatValue(kind, value, { form: 'terminal', now: NOW })).toBe(shown);
});

test.each<[Kind, Value, string, string]>([
  ['cost', null, '-', ''],
  ['integer', 1234567, '1234567', '1234567'],
  ['seconds', 1.234, '1.23 s', '1.234'],
  ['time', '2026-11-20T11:57:00Z', '2026-11-20T11:57:00Z', '2026-11-20T11:57:00Z'],
  ['status', 'EVALUATION_FINISHED', 'EVALUATION_FINISHED', 'EVALUATION_FINISHED'],
  ['text', true, 'true', 'true'],
])('a pipe shows %s %j exactly', (kind, value, plain, tsv) => {
  expect(formatValue(kind, value, { form: 'plain', now: NOW })).toBe(plain);
  expect(formatValue(kind, value, { form: 'tsv', now: NOW })).toBe(tsv);
});

test.each<[Kind, number, string]>([
  ['cost', 0.00012345, '0.000123'],
  ['cost', 0.00000012345, '0.000000123'],
  ['cost', 12.345678, '12.35'],
  ['cost', 1.2345, '1.23'],
  ['cost', 4e-13, '0'],
  ['cost', -0.25, '-0.25'],
  ['cost', 100, '100'],
  ['cost', 0, '0'],
  ['seconds', 0.0035781844166666663, '3.6 ms'],
  ['seconds', 1.23456, '1.23 s'],
  ['seconds', 30, '30 s'],
  ['score', 0.8194444444444444, '0.8194'],
  ['score', -1.0833333333333333, '-1.0833'],
  ['score', 1, '1'],
  ['score', -0.0000123456, '-0.0000123'],
  ['score', 1e21, '1e+21'],
])('plain text shows %s %d as %j, tab-separated values are exact', (kind, value, plain) => {
  expect(formatValue(kind, value, { form: 'plain', now: NOW })).toBe(plain);
  expect(formatValue(kind, value, { form: 'tsv', now: NOW })).toBe(String(value));
});

test('an id is shortened only on a terminal', () => {
  const id = '01932c5e-1111-7000-8000-000000000001';
  expect(formatValue('id', id, { form: 'terminal', now: NOW, idLength: 13 })).toBe('01932c5e-1111');
  expect(formatValue('id', id, { form: 'plain', now: NOW, idLength: 13 })).toBe(id);
});

test.each([
  ['two\nlines', 'two lines'],
  ['tab\tand\r\nmore', 'tab and more'],
  ['\u001b[31mred\u001b[0m', '[31mred[0m'],
  ['\u001b]0;title\u0007', ']0;title'],
  ['abc\u202edef', 'abcdef'],
  ['nul\u0000', 'nul'],
])('a stored text cannot leave its line or control the terminal: %j', (text, shown) => {
  expect(toSingleLine(text)).toBe(shown);
});

test.each<[Kind, Value, string | null]>([
  ['time', '2026-11-20T11:57:00Z', '3 min'],
  ['status', 'EVALUATION_FINISHED', '✓'],
  ['status', 'SOMETHING_NEW', null],
  ['status', '', null],
  ['time', '', null],
  ['time', 5, null],
  ['time', null, null],
  ['text', '2026-11-20T11:57:00Z', null],
])('%s %j is %j where there is little room', (kind, value, text) => {
  expect(compactValue(kind, value, NOW)).toBe(text);
});

test.each([
  [0, '0 B'],
  [1023, '1023 B'],
  [1024, '1 KB'],
  [1024 ** 2 - 1, '1024 KB'],
  [1024 ** 2, '1 MB'],
  [2.46 * 1024 ** 2, '2.5 MB'],
  [100 * 1024 ** 2, '100 MB'],
])('%i bytes are %s', (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text);
});
