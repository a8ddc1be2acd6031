import { execFileSync } from 'node:child_process';
import { array, assert, property, string } from 'fast-check';
import { expect, test } from 'vitest';
import { shellLine } from '../../../../../src/cli/kit/words/shell-line.ts';

test.each([
  [['wf', 'variants', 'list'], 'wf variants list'],
  [['wf', '--set', 'a=b c'], "wf --set 'a=b c'"],
  [['it', "isn't"], "it 'isn'\\''t'"],
  [[''], "''"],
])('%j', (words, line) => {
  expect(shellLine(words)).toBe(line);
});

test('a shell parses the same words', () => {
  const word = string({ unit: 'grapheme', maxLength: 20 }).filter((text) => !text.includes('\0'));
  assert(
    property(array(word, { minLength: 1, maxLength: 5 }), (words) => {
      const read = execFileSync('/bin/sh', ['-c', `printf '%s\\0' ${shellLine(words)}`], { encoding: 'utf8' });
      expect(read.split('\0').slice(0, -1)).toEqual(words);
    }),
    { numRuns: 30 },
  );
});
