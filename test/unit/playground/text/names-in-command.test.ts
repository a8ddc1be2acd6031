import { expect, test } from 'vitest';
import { evaluatorsWord, testsetWord, variantsWord } from '../../../../src/playground/text/names-in-command.ts';

test.each([
  ['cases', 'cases'],
  ['my cases', 'my cases'],
  ['cases@2', 'id-1'],
  ['a@b', 'a@b'],
  ['cases.csv', 'id-1'],
  ['a/b', 'id-1'],
  ['-', 'id-1'],
])('the test set %j is %j in a command', (name, word) => {
  expect(testsetWord({ id: 'id-1', name })).toBe(word);
});

test('variants whose names a list would split or trim are named by their ids', () => {
  const names = ['default', 'a,b', 'x@2', '-y', ' z', 'w ', "it's"];
  expect(variantsWord(names.map((name, index) => ({ id: `v${index}`, name })))).toBe("default,v1,v2,v3,v4,v5,it's");
});

test('commas in names of evaluators are escaped', () => {
  expect(evaluatorsWord(['says a, b', 'exact match'])).toBe(String.raw`says a\, b,exact match`);
});
