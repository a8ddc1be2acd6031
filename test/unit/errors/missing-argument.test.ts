import { expect, test } from 'vitest';
import { missingArgumentOf } from '../../../src/errors/missing-argument.ts';
import { UserError } from '../../../src/errors/wf-error.ts';

const errorWith = (details: unknown) => new UserError({ code: 'WF_USAGE', message: 'No.', details });

test('an error names the missing flag or argument', () => {
  expect(missingArgumentOf(errorWith({ missing: '--app' }))).toBe('--app');
});

test.each([
  ['nothing to add', undefined],
  ['no details', null],
  ['a text as details', 'missing'],
  ['other details', { app: 'a' }],
  ['a word that is no text', { missing: 1 }],
])('an error with %s names none', (_, details) => {
  expect(missingArgumentOf(errorWith(details))).toBeNull();
});

test('a foreign error names none', () => {
  expect(missingArgumentOf(Object.assign(new Error('No.'), { details: { missing: '--app' } }))).toBeNull();
});
