import { expect, test } from 'vitest';
import {
  hasHelpSwitch,
  hasSwitch,
  hasVersionSwitch,
  wantsJson,
} from '../../../../../src/cli/kit/arguments/switches.ts';

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
