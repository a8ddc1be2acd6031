import { expect, test } from 'vitest';
import { knowsFields, pickFields, takeJsonFields } from '../../../../../src/cli/kit/words/json-fields.ts';

test.each([
  [['--json'], { argv: ['--json'], fields: null }],
  [['a', '--json=x,y', 'b'], { argv: ['a', '--json', 'b'], fields: ['x', 'y'] }],
  [['--json= x , y '], { argv: ['--json'], fields: ['x', 'y'] }],
  [['--json=x', '--json=y'], { argv: ['--json', '--json'], fields: ['x', 'y'] }],
  [['--json=x', '--', '--json=y'], { argv: ['--json', '--', '--json=y'], fields: ['x'] }],
  [['--', '--json=x', '--'], { argv: ['--', '--json=x', '--'], fields: null }],
  [['--', '--json=x'], { argv: ['--', '--json=x'], fields: null }],
])('%j becomes a switch and a list of fields', (argv, expected) => {
  expect(takeJsonFields(argv)).toEqual(expected);
});

test.each([['--json='], ['--json=a,,b']])('%s names no field and is refused', (word) => {
  expect(() => takeJsonFields([word])).toThrow(expect.objectContaining({ code: 'WF_USAGE' }));
});

test('fields are picked in the requested order from one record or many', () => {
  expect(pickFields({ a: 1, b: 2, c: 3 }, ['c', 'a'])).toEqual({ c: 3, a: 1 });
  expect(Object.keys(pickFields({ a: 1, b: 2, c: 3 }, ['c', 'a']) as object)).toEqual(['c', 'a']);
  expect(pickFields([{ a: 1 }, { b: 2 }], ['a'])).toEqual([{ a: 1 }, { a: null }]);
  expect(pickFields([], ['a'])).toEqual([]);
});

test('an unknown field is rejected with a suggestion', () => {
  expect(() => pickFields([{ variant_id: 1 }], ['varient_id'])).toThrow(
    expect.objectContaining({ message: 'The result has no field "varient_id". Did you mean variant_id?' }),
  );
  expect(() => pickFields([{ variant_id: 1 }], ['x'])).toThrow(
    expect.objectContaining({ message: 'The result has no field "x". Available: variant_id.' }),
  );
  expect(() => pickFields([{ first: 1 }, { second: 2 }], ['x'])).toThrow(
    expect.objectContaining({ message: 'The result has no field "x". Available: first, second.' }),
  );
  expect(() => pickFields([{ a: 1 }], ['first', 'second'])).toThrow('The result has no field "first". Available: a.');
  expect(() => pickFields('text', ['x'])).toThrow(
    expect.objectContaining({ message: 'This result has no fields: use --json without "=…".' }),
  );
});

test('a refusal says what to write instead', () => {
  const usage = (message: string) => expect.objectContaining({ code: 'WF_USAGE', message });
  expect(() => takeJsonFields(['--json=a, ,b'])).toThrow(usage('--json= has an empty field: write --json=name,id.'));
  expect(() => pickFields('text', ['a'])).toThrow(usage('This result has no fields: use --json without "=…".'));
  expect(() => pickFields([{ a: 1 }, null], ['a'])).toThrow(
    usage('This result has no fields: use --json without "=…".'),
  );
  expect(() => pickFields([{ name: 1 }, { id: 2 }], ['nme'])).toThrow(
    usage('The result has no field "nme". Did you mean name?'),
  );
  expect(() => pickFields([{ name: 1 }, { id: 2 }], ['colour'])).toThrow(
    usage('The result has no field "colour". Available: name, id.'),
  );
});

test('a field that only other records have is null, and an empty list knows any', () => {
  expect(pickFields([{ a: 1 }, { b: 2 }], ['a', 'b'])).toEqual([
    { a: 1, b: null },
    { a: null, b: 2 },
  ]);
  expect(pickFields([], ['a'])).toEqual([]);
  expect(pickFields([{ a: 1 }], ['b'], { isPart: true })).toEqual([{ b: null }]);
  expect([
    knowsFields([], ['a']),
    knowsFields([{ a: 1 }, { b: 2 }], ['a', 'b']),
    knowsFields([{ a: 1 }], ['b']),
    knowsFields([{ a: 1 }], ['a', 'b']),
  ]).toEqual([true, true, false, false]);
});
