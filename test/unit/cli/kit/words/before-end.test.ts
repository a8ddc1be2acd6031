import { expect, test } from 'vitest';
import { beforeEnd } from '../../../../../src/cli/kit/words/before-end.ts';

test.each([
  ['a --b', 'a --b'],
  ['a -- b', 'a'],
  ['a --b -- c -- d', 'a --b'],
  ['-- a', ''],
  ['---', '---'],
])('of "%s", the words before the end are "%s"', (line, before) => {
  expect(beforeEnd(line.split(' ')).join(' ')).toBe(before);
});
