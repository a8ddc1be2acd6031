import { expect, test } from 'vitest';
import { listMembers, skipValue } from '../../../src/http/skip-json.ts';

const membersOf = (text: string) => [...listMembers(text)].flatMap((member) => (member === null ? [] : [member.key]));

test.each([
  '1',
  '-1.5e3',
  'null',
  '"a"',
  '""',
  '"\\""',
  '["",""]',
  '"a\\"]"',
  '"\\\\"',
  '[]',
  '{}',
  '[1,[2,"]"],{"a":"}"}]',
  '{"a":{"b":[]}}',
])('the end of %s is found', (value) => {
  expect(skipValue(`${value},1`, 0)).toBe(value.length);
  expect(skipValue(`[${value}]`, 1)).toBe(value.length + 1);
  expect(skipValue(value, 0)).toBe(value.length);
});

test.each(['"a', '[1', '{"a":[}', '['.repeat(2000) + ']'.repeat(2000)])(
  '%s has no end but that of the text',
  (text) => {
    expect(skipValue(text, 0)).toBe(text.length);
  },
);

test('a long value is skipped in steps', () => {
  const text = `{"a":[${'1,'.repeat(3 * 1024 * 1024)}1],"b":2}`;
  const listed = [...listMembers(text)];
  expect(listed.filter((member) => member === null)).toHaveLength(6);
  expect(membersOf(text)).toEqual(['a', 'b']);
});

test.each([
  ['{"a" : 1 , "b":[{"c":1}], "\\u0064":"}"}', ['a', 'b', 'd']],
  ['{}', []],
  ['[{"a":1}]', []],
  ['', []],
  ['{"a":1 "b":2}', ['a']],
  ['{"a" 1}', []],
  ['{a:1}', []],
])('the members of %s are listed', (text, keys) => {
  expect(membersOf(text)).toEqual(keys);
});
