import { expect, test } from 'vitest';
import { BoundedRegExp } from '../../../../../src/evaluation/evaluators/text/bounded-reg-exp.ts';
import { runEvaluator } from '../../../../../src/evaluation/evaluators/prepare/run-evaluator.ts';

/** Takes minutes for a pattern that tries every way to split it. */
const LONG = `${'a'.repeat(60)}!`;

test.each([
  ['(a+)+$', /^The pattern \/\(a\+\)\+\$\/ takes too long for a text of 61 characters\.$/],
  ['(?:a|a)*$', /takes too long/],
  ['^(([a-z])+.)+[A-Z]([a-z])+$', /takes too long/],
])('%s times out', (pattern, message) => {
  expect(() => new BoundedRegExp(pattern).test(LONG)).toThrow(message);
});

test('a pattern of many loops times out on a long text', () => {
  expect(() => new BoundedRegExp(`${'a*'.repeat(9)}$`).exec(`${'a'.repeat(2000)}!`)).toThrow(/takes too long/);
});

test.each([
  [/(\w+)@(\w+)\.com/i, 'Mail ANA@example.com today'],
  [/^(?:ok|fine)+$/, 'okokfine'],
  [/\[a+]\)+/, '[aa])'],
  [/x*/, 'y'],
  [/no/, 'yes'],
])('%s finds what an ordinary pattern finds', (pattern, text) => {
  expect(new BoundedRegExp(pattern).exec(text)).toEqual(pattern.exec(text));
  expect(new BoundedRegExp(pattern).test(text)).toBe(pattern.test(text));
});

test.each([
  ['auto_regex_test', { regex_pattern: '(a+)+$' }],
  ['auto_json_schema', { schema: '{"properties":{"a":{"pattern":"(a+)+$"}}}' }],
  ['auto_jsonata', { expression: '$contains(a, /(a+)+$/)' }],
])('%s is not blocked by a pattern: the row is an error', async (key, settings) => {
  const output = key === 'auto_regex_test' ? LONG : { a: LONG };
  expect(await runEvaluator(key, { settings, output, row: {} })).toEqual({
    type: 'error',
    value: null,
    error: expect.objectContaining({ message: expect.stringContaining('/(a+)+$/ takes too long') }),
  });
});
