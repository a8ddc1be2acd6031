import { expect, test } from 'vitest';
import { regexTest } from '../../../../../src/evaluation/evaluators/text/regex-test.ts';
import { runEvaluator } from '../../../../../src/evaluation/evaluators/prepare/run-evaluator.ts';

const match = (output: unknown, settings: Record<string, unknown>) =>
  runEvaluator('auto_regex_test', { settings, output, row: {} });

test.each<[unknown, Record<string, unknown>, boolean]>([
  ['Hello', { regex_pattern: 'hel+' }, true],
  ['Hello', { regex_pattern: 'hel+', case_sensitive: true }, false],
  ['Hello', { regex_pattern: 'hel+', regex_should_match: false }, false],
  ['Bye', { regex_pattern: 'hel+', regex_should_match: false }, true],
  ['Bye', { regex_pattern: 'hel+' }, false],
  ['é', { regex_pattern: String.raw`[\p{L}--[a-z]]`, unicode_sets: true }, true],
  ['e', { regex_pattern: String.raw`^[\p{L}--[a-z]]$`, unicode_sets: true, case_sensitive: true }, false],
])('%j with %j: %s', async (output, settings, value) => {
  expect(await match(output, settings)).toEqual({ type: 'bool', value });
});

test('an output without a text is an error', async () => {
  expect((await match({ a: 1 }, { regex_pattern: 'a' })).error?.message).toMatch(/^This evaluator compares text/);
});

const refused = (mode: string) => ({
  setting: 'regex_pattern',
  message: `Input should be a regular expression ${mode} the v flag`,
});

test.each([
  ['a+', false, null],
  // Valid without Unicode mode only.
  [String.raw`\-`, false, null],
  ['(', false, refused('without')],
  ['[a--b]', true, null],
  ['(', true, refused('with')],
  [String.raw`\-`, true, refused('with')],
])('the pattern %j, with sets %s, is checked', async (regex_pattern, unicode_sets, problem) => {
  expect(await regexTest.check?.({ regex_pattern, unicode_sets })).toEqual(problem);
});
