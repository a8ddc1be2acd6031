import { expect, test } from 'vitest';
import { missingWordOf } from '../../../src/errors/missing-word.ts';
import { UserError } from '../../../src/errors/wf-error.ts';

const errorWith = (details: unknown) => new UserError({ code: 'WF_USAGE', message: 'No.', details });

test('an error names the word that it lacks', () => {
  expect(missingWordOf(errorWith({ missing: '--app' }))).toBe('--app');
});

test.each([
  ['nothing to add', undefined],
  ['no details', null],
  ['a text as details', 'missing'],
  ['other details', { app: 'a' }],
  ['a word that is no text', { missing: 1 }],
])('an error with %s lacks none', (_, details) => {
  expect(missingWordOf(errorWith(details))).toBeNull();
});

test('an error of others lacks none', () => {
  expect(missingWordOf(Object.assign(new Error('No.'), { details: { missing: '--app' } }))).toBeNull();
});
