import { expect, test } from 'vitest';
import { pickFields, takeJsonFields } from '../../../../../src/cli/kit/words/json-fields.ts';

test.each([
  [['--json'], { argv: ['--json'], fields: null }],
  [['a', '--json=x,y', 'b'], { argv: ['a', '--json', 'b'], fields: ['x', 'y'] }],
  [['--json= x , y '], { argv: ['--json'], fields: ['x', 'y'] }],
  [['--json=x', '--json=y'], { argv: ['--json', '--json'], fields: ['x', 'y'] }],
  [['--', '--json=x'], { argv: ['--', '--json=x'], fields: null }],
])('%j becomes a switch and a list of fields', (argv, expected) => {
  expect(takeJsonFields(argv)).toEqual(expected);
});

test.each([['--json='], ['--json=a,,b']])('%s names no field and is refused', (word) => {
  expect(() => takeJsonFields([word])).toThrow(expect.objectContaining({ code: 'WF_USAGE' }));
});

test('fields are kept in the order they were asked for, of one record and of many', () => {
  expect(pickFields({ a: 1, b: 2, c: 3 }, ['c', 'a'])).toEqual({ c: 3, a: 1 });
  expect(Object.keys(pickFields({ a: 1, b: 2, c: 3 }, ['c', 'a']) as object)).toEqual(['c', 'a']);
  expect(pickFields([{ a: 1 }, { b: 2 }], ['a'])).toEqual([{ a: 1 }, { a: null }]);
  expect(pickFields([], ['a'])).toEqual([]);
});

test('a field that no record has is refused with the near one', () => {
  expect(() => pickFields([{ variant_id: 1 }], ['varient_id'])).toThrow('Did you mean variant_id?');
  expect(() => pickFields([{ variant_id: 1 }], ['x'])).toThrow('There are variant_id.');
  expect(() => pickFields([{ first: 1 }, { second: 2 }], ['x'])).toThrow('There are first, second.');
  expect(() => pickFields('text', ['x'])).toThrow('no fields');
});
