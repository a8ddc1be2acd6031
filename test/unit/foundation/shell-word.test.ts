import { execFileSync } from 'node:child_process';
import { array, assert, property, string } from 'fast-check';
import { expect, test } from 'vitest';
import { shellLine, shellWord } from '../../../src/foundation/shell-word.ts';

test.each([
  ['a name', 'support', 'support'],
  ['every sign that no shell reads', 'a=b@2,c:/d.e-f+g%_', 'a=b@2,c:/d.e-f+g%_'],
  ['a flag', '--set=x', '--set=x'],
  ['a space', 'my shop', "'my shop'"],
  ['two lines', 'two\nlines', "'two\nlines'"],
  ['a quote', "it's", `'it'\\''s'`],
  ['a variable and a quote', "it's $HOME", `'it'\\''s $HOME'`],
  ['a pattern', 'a*', "'a*'"],
  ['letters beyond ASCII', '🦊', "'🦊'"],
  ['nothing', '', "''"],
  ['what zsh replaces by a path', '=ls', "'=ls'"],
])('%s is quoted where a shell needs it: %j', (_, word, typed) => {
  expect(shellWord(word)).toBe(typed);
});

test('a shell parses a line into the same words', () => {
  const word = string({ unit: 'grapheme', maxLength: 20 }).filter((text) => !text.includes('\0'));
  assert(
    property(array(word, { minLength: 1, maxLength: 5 }), (words) => {
      const read = execFileSync('/bin/sh', ['-c', `printf '%s\\0' ${shellLine(words)}`], { encoding: 'utf8' });
      expect(read.split('\0').slice(0, -1)).toEqual(words);
    }),
    { numRuns: 30, seed: 1 },
  );
});
