import { execFileSync } from 'node:child_process';
import { array, assert, property, string } from 'fast-check';
import { expect, test } from 'vitest';
import { hasHelpSwitch, hasSwitch, hasVersionSwitch, wantsJson } from '../../../../../src/cli/kit/words/has-switch.ts';
import { shellLine } from '../../../../../src/cli/kit/words/shell-line.ts';

test.each([
  ['apps --debug', true],
  ['--debug apps', true],
  ['apps debug', false],
  ['apps --debug=1', false],
  ['apps -- --debug', false],
  ['-- -- --debug', false],
  ['--debug -- x', true],
  ['', false],
])('the line "%s" has the switch --debug: %j', (line, expected) => {
  expect(hasSwitch(line.split(' '), 'debug')).toBe(expected);
});

test.each([
  [hasHelpSwitch, '--help', '-h'],
  [hasVersionSwitch, '--version', '-V'],
] as const)('%o knows the long and the short form', (has, long, short) => {
  expect([long, short, 'x'].map((word) => has(['apps', word]))).toEqual([true, true, false]);
  expect([long, short].map((word) => has(['apps', '--', word]))).toEqual([false, false]);
});

test.each([
  ['--json', true],
  ['--json=id', true],
  ['--jq', true],
  ['--jq=.[0]', true],
  ['--jsonl', false],
  ['--tsv', false],
  ['x--json', false],
])('%s requests a document: %j', (word, expected) => {
  expect(wantsJson(['apps', word, 'x'])).toBe(expected);
  expect(wantsJson(['apps', '--', word])).toBe(false);
});

test.each([
  [['wf', 'variants', 'list'], 'wf variants list'],
  [['wf', '--set', 'a=b c'], "wf --set 'a=b c'"],
  [['it', "isn't", ''], "it 'isn'\\''t' ''"],
])('%j is quoted where a shell needs it', (words, line) => {
  expect(shellLine(words)).toBe(line);
});

test('a shell parses the same words', () => {
  const word = string({ unit: 'grapheme', maxLength: 20 }).filter((text) => !text.includes('\0'));
  assert(
    property(array(word, { minLength: 1, maxLength: 5 }), (words) => {
      const read = execFileSync('/bin/sh', ['-c', `printf '%s\\0' ${shellLine(words)}`], { encoding: 'utf8' });
      expect(read.split('\0').slice(0, -1)).toEqual(words);
    }),
    { numRuns: 30, seed: 1 },
  );
});
