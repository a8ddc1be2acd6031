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

test.each([
  [1000, 2000],
  [1001, 2002 + ',1'.length],
])('the end of %d lists in each other is %d', (depth, end) => {
  expect(skipValue(`${'['.repeat(depth)}${']'.repeat(depth)},1`, 0)).toBe(end);
});

test('a value is listed with its place, and the next member comes a pause later if it is longer than a mebibyte', () => {
  const list = (length: number) => `{"a":[${' '.repeat(length - 2)}],"b":2}`;
  const [a, b] = [{ key: 'a', start: 5 }, (length: number) => ({ key: 'b', start: 5 + length + 5 })];
  const long = 1024 * 1024 + 1;
  expect([...listMembers(list(2))]).toEqual([a, b(2)]);
  expect([...listMembers(list(long))]).toEqual([a, b(long)]);
  expect([...listMembers(list(long + 1))]).toEqual([a, null, b(long + 1)]);
});

test('a thousand members are listed', () => {
  const text = (count: number) => `{${Array.from({ length: count }, (_, index) => `"${index}":0`).join()}}`;
  expect([membersOf(text(1000)).at(-1), membersOf(text(1001)).at(-1)]).toEqual(['999', '999']);
});

test('a long value is skipped in steps', () => {
  const text = `{"a":[${'1,'.repeat(3 * 1024 * 1024)}1],"b":2}`;
  const listed = [...listMembers(text)];
  expect(listed.filter((member) => member === null)).toHaveLength(6);
  expect(membersOf(text)).toEqual(['a', 'b']);
});

test.each([
  ['{"a" : 1 , "b":[{"c":1}], "\\u0064":"}"}', ['a', 'b', 'd']],
  ['{}', []],
  ['{"a\tb":1}', ['a\tb']],
  ['{"\\x":1,"a":1}', ['a']],
  ['[{"a":1}]', []],
  ['', []],
  ['{"a":1 "b":2}', ['a']],
  ['{"a" 1}', []],
  ['{a:1}', []],
])('the members of %s are listed', (text, keys) => {
  expect(membersOf(text)).toEqual(keys);
});
