import { expect, test } from 'vitest';
import { splitNames } from '../../../../src/use-cases/arguments/split-names.ts';

test.each([
  ['a,b', ['a', 'b']],
  [' a , b ', ['a', 'b']],
  [',a,,', ['a']],
  ['two words', ['two words']],
  ['', []],
])('%j names %j', (typed, names) => {
  expect(splitNames(typed)).toEqual(names);
});
