import { expect, test } from 'vitest';
import { takeJsonFields } from '../../../../../src/cli/kit/arguments/switches.ts';
import { pickFields } from '../../../../../src/cli/kit/output/write-document.ts';

test.each([
  ['--json', ['--json'], null],
  ['a --json=x,y b', ['a', '--json', 'b'], ['x', 'y']],
  ['--json=x --json=y', ['--json', '--json'], ['x', 'y']],
  ['--json=x -- --json=y', ['--json', '--', '--json=y'], ['x']],
  ['-- --json=x', ['--', '--json=x'], null],
])('of "%s" the switch %j and the fields %j are taken', (line, argv, fields) => {
  expect(takeJsonFields(line.split(' '))).toEqual({ argv, fields });
});

test.each(['--json=', '--json=a,,b', '--json=a, ,b'])('%s has an empty field', (word) => {
  const message = '--json= has an empty field: write --json=name,id.';
  expect(() => takeJsonFields([word])).toThrow(expect.objectContaining({ code: 'WF_USAGE', message }));
});

test('spaces around a field do not count', () => {
  expect(takeJsonFields(['--json= x , y ']).fields).toEqual(['x', 'y']);
});

test('fields are picked in the requested order from one record or many', () => {
  expect(JSON.stringify(pickFields({ a: 1, b: 2, c: 3 }, ['c', 'a']))).toBe('{"c":3,"a":1}');
  expect(pickFields([{ a: 1 }, { b: 2 }], ['a', 'b'])).toEqual([
    { a: 1, b: null },
    { a: null, b: 2 },
  ]);
  expect(pickFields([], ['any'])).toEqual([]);
});

test.each<[unknown, string[], string]>([
  [[{ variant_id: 1 }], ['varient_id'], 'The result has no field "varient_id". Did you mean variant_id?'],
  [[{ first: 1 }, { second: 2 }], ['x'], 'The result has no field "x". Available: first, second.'],
  [[{ a: 1 }], ['first', 'second'], 'The result has no field "first". Available: a.'],
  ['text', ['x'], 'This result has no fields: use --json without "=…".'],
  [[{ a: 1 }, null], ['a'], 'This result has no fields: use --json without "=…".'],
])('of %j the fields %j are refused', (document, fields, message) => {
  expect(() => pickFields(document, fields)).toThrow(expect.objectContaining({ code: 'WF_USAGE', message }));
});
