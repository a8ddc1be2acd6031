import { expect, test } from 'vitest';
import {
  compilePattern,
  describeLegacyPattern,
  isPattern,
} from '../../../../../src/evaluation/evaluators/text/compile-pattern.ts';

const PLAIN = { isCaseSensitive: false, hasSets: false };

test.each([
  [String.raw`^\p{L}+$`, 'Ünïcødé', true],
  [String.raw`^\p{L}+$`, 'x1', false],
  ['^.$', '😀', true],
  [String.raw`^\u{1F600}$`, '😀', true],
  ['^σ$', 'Σ', true],
  // Without Unicode mode, because of the escape.
  [String.raw`^a\-b$`, 'A-B', true],
  [String.raw`^\-.$`, '-😀', false],
])('%s on %j is %j', (source, text, matches) => {
  expect(compilePattern(source, PLAIN).test(text)).toBe(matches);
});

test('case counts, and sets work, as set', () => {
  expect(compilePattern('^a$', { ...PLAIN, isCaseSensitive: true }).test('A')).toBe(false);
  const sets = { isCaseSensitive: true, hasSets: true };
  expect(compilePattern(String.raw`^[\p{L}--[a-z]]$`, sets).test('a')).toBe(false);
  expect(compilePattern(String.raw`^\p{RGI_Emoji}$`, sets).test('👩‍🚀')).toBe(true);
});

test.each([
  ['(', [false, false, false, false]],
  ['a{', [true, false, true, false]],
  [String.raw`[\p{L}--[a-z]]`, [true, false, false, true]],
  ['[a--b]', [true, false, false, true]],
])('%s is a pattern in some modes', (source, modes) => {
  expect([isPattern(source), ...(['u', '', 'v'] as const).map((mode) => isPattern(source, mode))]).toEqual(modes);
});

test.each([
  [String.raw`a\-b`, 'uses `\\-`, which Unicode mode forbids'],
  [String.raw`[\-\_]`, 'uses `\\_`, which Unicode mode forbids'],
  ['x{2}{"a"}', 'uses `{` without a backslash, which Unicode mode forbids'],
  ['[a]]', 'uses `]` without a backslash, which Unicode mode forbids'],
  [String.raw`\p{Nothing}`, 'uses `\\p{Nothing}`, which Unicode mode forbids'],
  [String.raw`(a)\1(?=b)*`, 'is not valid in Unicode mode (Invalid quantifier)'],
])('the warning about %s names the construct', (source, cause) => {
  expect(describeLegacyPattern(source)).toBe(
    `The pattern ${cause}, so it runs without that mode: \\p{…} matches no property, and a character beyond U+FFFF counts as two.`,
  );
});

test.each([String.raw`[\-]\/\.`, String.raw`(?<n>a)\k<n>\1`, 'a{2,3}'])('%s needs no warning', (source) => {
  expect(describeLegacyPattern(source)).toBeNull();
});
