import { describe, expect, test } from 'vitest';
import { runEvaluator } from '../../../../../src/evaluation/evaluators/prepare/prepare-evaluator.ts';
import { requireWorkingSettings } from '../../../../../src/evaluation/evaluators/settings/evaluator-settings.ts';

const match = (output: unknown, settings: Record<string, unknown>) =>
  runEvaluator('auto_regex_test', { settings, output, row: {} });

test.each<[unknown, Record<string, unknown>, boolean]>([
  ['Hello', { regex_pattern: 'hel+' }, true],
  ['Hello', { regex_pattern: 'hel+', case_sensitive: true }, false],
  ['Hello', { regex_pattern: 'hel+', regex_should_match: false }, false],
  ['Bye', { regex_pattern: 'hel+', regex_should_match: false }, true],
  ['Bye', { regex_pattern: 'hel+' }, false],
  ['Ünïcødé', { regex_pattern: String.raw`^\p{L}+$` }, true],
  ['x1', { regex_pattern: String.raw`^\p{L}+$` }, false],
  ['😀', { regex_pattern: '^.$' }, true],
  ['😀', { regex_pattern: String.raw`^\u{1F600}$` }, true],
  ['Σ', { regex_pattern: '^σ$' }, true],
  // Without Unicode mode, because of the escape.
  ['A-B', { regex_pattern: String.raw`^a\-b$` }, true],
  ['-😀', { regex_pattern: String.raw`^\-.$` }, false],
  ['é', { regex_pattern: String.raw`[\p{L}--[a-z]]`, unicode_sets: true }, true],
  ['e', { regex_pattern: String.raw`^[\p{L}--[a-z]]$`, unicode_sets: true, case_sensitive: true }, false],
  ['👩‍🚀', { regex_pattern: String.raw`^\p{RGI_Emoji}$`, unicode_sets: true }, true],
])('%j with %j: %s', async (output, settings, value) => {
  expect(await match(output, settings)).toEqual({ type: 'bool', value });
});

test('an output without a text is an error', async () => {
  expect((await match({ a: 1 }, { regex_pattern: 'a' })).error?.message).toMatch(/^This evaluator compares text/);
});

/** The warning about a pattern, or the refusal. */
const warningOf = async (regex_pattern: string, unicode_sets = false) =>
  await requireWorkingSettings('auto_regex_test', { regex_pattern, unicode_sets }).catch((error: unknown) =>
    error instanceof Error ? error.message : error,
  );

const refusal = (problem: string) =>
  `Invalid settings of auto_regex_test: regex_pattern: Input should be a ${problem}.`;

describe('a pattern', () => {
  test.each([
    ['(', false, refusal('valid regular expression')],
    ['(', true, refusal('valid regular expression')],
    ['a{', true, refusal('regular expression with the v flag')],
    [String.raw`\-`, true, refusal('regular expression with the v flag')],
    ['[a--b]', true, null],
    ['a+', false, null],
    [String.raw`[\-]\/\.`, false, null],
    [String.raw`(?<n>a)\k<n>\1`, false, null],
    ['a{2,3}', false, null],
  ])('%s, with sets %s: %s', async (pattern, hasSets, refused) => {
    expect(await warningOf(pattern, hasSets)).toBe(refused);
  });

  test.each([
    [String.raw`a\-b`, 'uses `\\-`, which Unicode mode forbids'],
    [String.raw`[\-\_]`, 'uses `\\_`, which Unicode mode forbids'],
    ['x{2}{"a"}', 'uses `{` without a backslash, which Unicode mode forbids'],
    ['[a]]', 'uses `]` without a backslash, which Unicode mode forbids'],
    [String.raw`\p{Nothing}`, 'uses `\\p{Nothing}`, which Unicode mode forbids'],
    [String.raw`(a)\1(?=b)*`, 'is not valid in Unicode mode (Invalid quantifier)'],
  ])('%s works, with a warning that names the construct', async (pattern, cause) => {
    expect(await warningOf(pattern)).toBe(
      `The pattern ${cause}, so it runs without that mode: \\p{…} matches no property, and a character beyond U+FFFF counts as two.`,
    );
  });
});
