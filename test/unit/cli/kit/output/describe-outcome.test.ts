import { expect, test } from 'vitest';
import { describeOutcome } from '../../../../../src/cli/kit/output/describe-outcome.ts';

const TOLD = { isDrawn: true, all: 'wf eval list --all' };

test('a terminal shows how many records there are', () => {
  expect(describeOutcome({ shown: 44, total: 20_000, readHere: null }, TOLD)).toEqual([
    '44 of 20000 are shown. All: wf eval list --all',
  ]);
  expect(describeOutcome({ shown: 44, total: null, readHere: null }, TOLD)).toEqual([
    'The first 44 are shown, and there are more. All: wf eval list --all',
  ]);
});

test.each([
  ['a whole list', { shown: 4, total: 4, readHere: null }, TOLD],
  ['a pipe', { shown: 4, total: 40, readHere: null }, { ...TOLD, isDrawn: false }],
])('%s needs no line', (_, outcome, told) => {
  expect(describeOutcome(outcome, told)).toEqual([]);
});

test('a service that does not narrow lists is named', () => {
  expect(describeOutcome({ shown: 1, total: 1, readHere: 12 }, { ...TOLD, isDrawn: false })).toEqual([
    'This service does not narrow lists: wf read 12 and selected among them.',
  ]);
});
