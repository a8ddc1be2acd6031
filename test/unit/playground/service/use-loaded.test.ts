import { expect, test } from 'vitest';
import { RefusedRequest } from '../../../../src/playground/service/refused-request.ts';
import { messageOf } from '../../../../src/playground/service/use-loaded.ts';

test.each([
  ['a failed fetch', new TypeError('fetch failed'), 'The server does not respond. Is it still running?'],
  ['a refusal', new RefusedRequest(404, 'There is no app.'), 'There is no app.'],
  ['an error', new Error('boom'), 'boom'],
  ['anything else', 'odd', 'odd'],
])('%s is described', (_, error, message) => {
  expect(messageOf(error)).toBe(message);
});
