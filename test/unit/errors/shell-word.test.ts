import { expect, test } from 'vitest';
import { shellWord } from '../../../src/errors/shell-word.ts';

test.each([
  ['support', 'support'],
  ['default@3', 'default@3'],
  ['a,b:c=d', 'a,b:c=d'],
  ['my shop', "'my shop'"],
  ['🦊 fox', "'🦊 fox'"],
  ["it's $HOME", `'it'\\''s $HOME'`],
  ['', "''"],
])('%s is quoted as %s', (word, typed) => {
  expect(shellWord(word)).toBe(typed);
});
