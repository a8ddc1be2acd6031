import { expect, test } from 'vitest';
import { checkJson, findExcess } from '../../../src/foundation/json/check-json.ts';
import { listMembers, skipValue } from '../../../src/foundation/json/json-members.ts';

/** Checks a text, and counts the pauses. */
function check(text: string): { readonly isJson: boolean; readonly pauses: number } {
  const steps = checkJson(text);
  let pauses = 0;
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done === true) return { isJson: step.value === null, pauses };
    pauses += 1;
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

const TOKENS = ['{', '}', '[', ']', ',', ':', '"a"', '1', ' '];
const SHORT = TOKENS.flatMap((a) => TOKENS.flatMap((b) => TOKENS.flatMap((c) => TOKENS.map((d) => a + b + c + d))));

test('of all texts of four tokens, those are JSON that JSON.parse takes', () => {
  expect(SHORT.filter((text) => check(text).isJson)).toEqual(SHORT.filter(isJson));
});

test.each([
  ['', ' ', '\t\n\r 1 \n', '\u00a01', '\ufeff1', 'true', 'false', 'null', 'nul', 'trues', 'undefined', 'NaN'],
  ['0', '-0', '01', '-', '1.', '.5', '1.5', '1e5', '1E+05', '1e', '-1.25e-10', '+1', '0x1', '1 2'],
  ['""', '"', '"a', '"\\"', '"\\""', '"\\\\"', '"\\u00e9"', '"\\u00e"', '"\\x"', '"\t"', '"\u007f\u2028"', '"a"b'],
  ['{"a":1,"b":[{}, [], ""]}', '{"a":1,}', '{"a"}', '{"a":}', '{a:1}', '{"a":1 "b":2}', '{,}', '[1,]', '[,1]', '[1 2]'],
  ['{}}', '[]]', '[{]}', '{"a":{"a":{"a":[[[]]]}}}', '{"a":{"a":{"a":[[[]]}}}', '[1],2', '"a":1'],
])('texts like %j are JSON if JSON.parse takes them', (...texts) => {
  expect(texts.filter((text) => check(text).isJson)).toEqual(texts.filter(isJson));
});

test.each([
  ['lists and objects', '[{"a":1},'.length, `[${'{"a":1},'.repeat(100_000)}1]`],
  ['numbers', 2, `[${'1,'.repeat(200_000)}1]`],
  ['one text', 1, `"${'x'.repeat(500_000)}"`],
  ['escapes', 2, `"${'\\n'.repeat(300_000)}"`],
  ['a key', 1, `{"${'x'.repeat(500_000)}":1}`],
])('a long text of %s is checked in steps of 64 KiB', (_, unit, text) => {
  const { isJson: valid, pauses } = check(text);
  expect([valid, pauses]).toEqual([
    true,
    expect.toSatisfy((count: number) => count > text.length / (64 * 1024 + 4096 + unit) - 2),
  ]);
});

test.each([
  ['numbers', `[${'1,'.repeat(6 * 32 * 1024)}1]`, 6],
  ['one text', `"${'x'.repeat(15 * 64 * 1024)}"`, 15],
])('a text of %s pauses once after each whole step', (_, text, pauses) => {
  expect(check(text)).toEqual({ isJson: true, pauses });
});

test.each([
  [1000, true],
  [1001, false],
])('%d brackets in each other are taken: %s', (depth, isTaken) => {
  for (const [begin, end] of [
    ['[', ']'],
    ['{"a":', '}'],
  ] as const) {
    expect(check(`${begin.repeat(depth)}1${end.repeat(depth)}`).isJson).toBe(isTaken);
  }
});

test.each([
  ['[1,[2]]', { maxDepth: 2 }, null],
  ['[1,[2]]', { maxDepth: 1 }, { kind: 'depth', at: 3 }],
  ['[1,2,3]', { maxValues: 3 }, null],
  ['[1,2,3]', { maxValues: 2 }, { kind: 'values', at: 4 }],
  ['{"a":1,"b":2}', { maxDepth: 1, maxValues: 2 }, null],
  ['{"a":1,"b":2}', { maxDepth: 1, maxValues: 1 }, { kind: 'values', at: 6 }],
  ['{"a":1,]', { maxValues: 1 }, { kind: 'values', at: 6 }],
  ['{"a":1 ]', { maxValues: 1 }, { kind: 'syntax', at: 7 }],
] as const)('the text %s within %j: %j', (text, limits, problem) => {
  expect(checkJson(text, limits).next()).toEqual({ done: true, value: problem });
});

const PADDING = ' '.repeat(100_000);
const nested = (depth: number) => `${'['.repeat(depth)}${PADDING}${']'.repeat(depth)}`;

test.each([
  ['a thousand lists', nested(1000)],
  ['a thousand lists in a short text', '['.repeat(1000)],
  ['many lists side by side', `[${'[],'.repeat(100_000)}[]]`],
  ['brackets in a text', `["${'[{'.repeat(100_000)}"]`],
  ['brackets after an escaped quote', `["\\"${'['.repeat(100_000)}"]`],
  ['a text that ends in a backslash', `["\\\\"${',1'.repeat(100_000)}]`],
  ['a text without an end', `["${'['.repeat(100_000)}`],
])('%s may be parsed', (_, text) => {
  expect(findExcess(text, {})).toBeNull();
});

test.each([
  ['lists', nested(1001)],
  ['objects', `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`],
  ['lists beside others', `[${'[],'.repeat(10)}${nested(1000)}]`],
  ['lists in a short text', '['.repeat(1001)],
  ['lists after a text that ends in a backslash', `["\\\\",${nested(1001)}]`],
])('too many %s are too deep to parse', (_, text) => {
  expect(findExcess(text, {})).toBe('depth');
});

const list = (length: number) => `[${Array.from({ length }, () => '"long enough"').join()}]`;
const object = (length: number) => `{${Array.from({ length }, (_, index) => `"key ${index}":{}`).join()}}`;

test.each([
  ['a list at the limit', list(20_000), 20_000],
  ['an object below it', object(9_999), 20_000],
  ['commas in a text', JSON.stringify(list(30_000)), 20_000],
  ['a list without a limit', list(30_000), undefined],
])('%s may have its values', (_, text, maxValues) => {
  expect(findExcess(text, maxValues === undefined ? {} : { maxValues })).toBeNull();
});

test.each([
  ['a list', list(20_001)],
  ['an object', object(10_001)],
])('%s above the limit has too many values', (_, text) => {
  expect(findExcess(text, { maxValues: 20_000 })).toBe('values');
});

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

test('more members than one step lists are all listed', () => {
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
