import { expect, test } from 'vitest';
import { describeEmpty } from '../../../../src/ui/labels/describe-empty.ts';

test.each([
  [{}, 'None yet.'],
  [{ isNarrowed: true }, 'No test set matches.'],
  [{ isNarrowed: true, isArchived: true }, 'No archived test set found.'],
])('an empty list that is narrowed by %j reads %j', (narrowed, text) => {
  expect(describeEmpty('test set', 'None yet.', narrowed)).toBe(text);
});
