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

test('a name that nobody types is compared with none', () => {
  expect(closestNames('x'.repeat(501), ['x'.repeat(500)])).toEqual([]);
});
