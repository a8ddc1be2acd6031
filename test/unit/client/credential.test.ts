import { expect, test } from 'vitest';
import { toCredentialHeader } from '../../../src/client/credential.ts';

test.each([
  [undefined, { authorization: 'ApiKey k1' }],
  ['apikey', { authorization: 'ApiKey k1' }],
  ['bearer', { authorization: 'Bearer k1' }],
  ['raw', { authorization: 'k1' }],
  ['cookie:session', { cookie: 'session=k1' }],
  ['header:X-Api-Key', { 'x-api-key': 'k1' }],
] as const)('in the form %s, a key is the header %j', (form, header) => {
  expect(toCredentialHeader({ key: 'k1', ...(form === undefined ? {} : { form }) })).toEqual(header);
});

test.each(['', 'a b', 'a\nb', 'ä', 'a\u007f'])('the key %j is not sent', (key) => {
  expect(() => toCredentialHeader({ key })).toThrow(
    expect.objectContaining({
      code: 'WF_INVALID_INPUT',
      message:
        'The key was not sent: it contains a space, a line break or a character that is not allowed in an HTTP header.',
      nextSteps: ['wf login', 'Check WF_API_KEY for stray characters.'],
    }),
  );
});

test('every printable character of a key is sent', () => {
  expect(toCredentialHeader({ key: '!~', form: 'raw' })).toEqual({ authorization: '!~' });
});
