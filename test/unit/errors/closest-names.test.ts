import { expect, test } from 'vitest';
import { closestNames } from '../../../src/errors/closest-names.ts';

test.each([
  ['summarize', ['summarise', 'rag', 'basic'], ['summarise']],
  ['prod', ['development', 'staging', 'production'], ['production']],
  ['PRODUCTION', ['production'], ['production']],
  ['xyz', ['summarise', 'basic'], []],
  ['a', [], []],
])('%s among %j is close to %j', (name, candidates, expected) => {
  expect(closestNames(name, candidates)).toEqual(expected);
});

test('at most three names are returned, all equally close', () => {
  expect(closestNames('aaaa', ['aabb', 'aaab', 'aaac', 'aaad', 'aaae'])).toEqual(['aaab', 'aaac', 'aaad']);
  expect(closestNames('jsn', ['jq', 'json', 'tsv'])).toEqual(['json']);
});

test('one letter is close to nothing, and two letters only to names that differ by one', () => {
  expect(closestNames('x', ['a', 'ab', 'xy'])).toEqual([]);
  expect(closestNames('ab', ['ac', 'xy', 'abcd'])).toEqual(['ac']);
});

test.each([
  ['two edits of five letters', 'abcde', ['abcxy'], ['abcxy']],
  ['three edits of five letters', 'abcde', ['abxyz'], []],
  ['three edits of nine letters', 'abcdefghi', ['abcdefxyz'], ['abcdefxyz']],
  ['four edits of eleven letters', 'abcdefghijk', ['abcdefgwxyz'], []],
  ['six edits of thirty letters', 'a'.repeat(30), ['a'.repeat(24)], ['a'.repeat(24)]],
  ['seven edits of thirty letters', 'a'.repeat(30), ['a'.repeat(23)], []],
])('%s are within the limit or not', (_, name, candidates, expected) => {
  expect(closestNames(name, candidates)).toEqual(expected);
});

test('a beginning of three letters counts as one edit, and another case as none', () => {
  expect(closestNames('pro', ['production'])).toEqual(['production']);
  expect(closestNames('pr', ['production'])).toEqual([]);
  expect(closestNames('prod', ['production', 'prad', 'pro'])).toEqual(['production', 'prad', 'pro']);
  expect(closestNames('PROD', ['production', 'prod'])).toEqual(['prod']);
});

test('a name that nobody types is compared with none', () => {
  expect(closestNames('x'.repeat(501), ['x'.repeat(500)])).toEqual([]);
  expect(closestNames('x'.repeat(500), ['x'.repeat(499)])).toEqual(['x'.repeat(499)]);
});

test('another UUID of the same minute is not close, and one with a wrong digit is', () => {
  const typed = '0199a8d2-4c1e-7b3a-9f10-5d2c8e7a6b41';
  expect(closestNames(typed, ['0199a8d2-6f02-7c3a-9d14-5e2c8f7a1b90'])).toEqual([]);
  expect(closestNames(typed, ['0199a8d2-4c1e-7b3a-9f10-5d2c8e7a6b42'])).toHaveLength(1);
});
