import { expect, test } from 'vitest';
import { HostingFailure, toFailureResponse } from '../../../../src/service/hosting/hosting-failure.ts';

async function answerOf(error: unknown) {
  const answer = toFailureResponse(error);
  return [answer.status, answer.headers.get('retry-after'), await answer.json()];
}

test('a failure answers with its status and message, and says when to retry', async () => {
  expect(await answerOf(new HostingFailure(504, 'Too slow.'))).toEqual([504, null, { detail: 'Too slow.' }]);
  const busy = new HostingFailure(503, 'Busy.', { retryAfterSeconds: 0 });
  expect(await answerOf(busy)).toEqual([503, '0', { detail: 'Busy.' }]);
});

test('anything else answers 502', async () => {
  expect(await answerOf(new Error('no'))).toEqual([502, null, { detail: 'The workflow could not be called: no' }]);
  expect(await answerOf('text')).toEqual([502, null, { detail: 'The workflow could not be called: text' }]);
});

test('a failure keeps its cause, and whether the process ended', () => {
  expect(new HostingFailure(502, 'a')).toMatchObject({ name: 'HostingFailure', hasEnded: false });
  expect('cause' in new HostingFailure(502, 'a')).toBe(false);
  expect(new HostingFailure(502, 'a', { cause: 'b', hasEnded: true })).toMatchObject({ cause: 'b', hasEnded: true });
});
