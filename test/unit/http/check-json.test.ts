import { expect, test } from 'vitest';
import { checkJson } from '../../../src/http/check-json.ts';

/** Checks a text, and counts the pauses. */
function check(text: string): { readonly isJson: boolean; readonly pauses: number } {
  const steps = checkJson(text);
  let pauses = 0;
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done === true) return { isJson: step.value, pauses };
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
])('texts like %j', (...texts) => {
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
])('%s of whole steps pause once each', (_, text, pauses) => {
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
  ['[1,[2]]', { maxDepth: 2 }, true],
  ['[1,[2]]', { maxDepth: 1 }, false],
  ['[1,2,3]', { maxValues: 3 }, true],
  ['[1,2,3]', { maxValues: 2 }, false],
  ['{"a":1,"b":2}', { maxDepth: 1, maxValues: 2 }, true],
  ['{"a":1,"b":2}', { maxDepth: 1, maxValues: 1 }, false],
])('%s within %j: %s', (text, limits, isWithin) => {
  expect(checkJson(text, limits).next()).toEqual({ done: true, value: isWithin });
});
