import { expect, test } from 'vitest';
import { askByCall, toAnswer } from '../../../../../src/service/hosting/calls/ask-by-call.ts';
import { askHealth } from '../../../../../src/service/hosting/calls/ask-health.ts';
import type { HostedAnswer, HostedCall, HostedQuestion, Hosting } from '../../../../../src/service/hosting/hosting.ts';

const deployment = { id: 'd', app_id: 'a', app_name: 'support', artifact_sha256: null, url: 'http://h' };
const questionOf = (signal = new AbortController().signal): HostedQuestion => ({
  deployment,
  path: '/run',
  revisionId: 'r-1',
  body: '{"a":"ä"}',
  signal,
});

test('a question is posted as JSON', async () => {
  const calls: HostedCall[] = [];
  const call: Hosting['call'] = (sent) => {
    calls.push(sent);
    return Promise.resolve(new Response('{"data":1}', { status: 429, headers: { 'retry-after': '3' } }));
  };
  const question = questionOf();
  expect(await askByCall(call, question)).toEqual({ status: 429, text: '{"data":1}', retryAfter: '3' });
  expect(calls).toMatchObject([{ deployment, path: '/run', revisionId: 'r-1', request: { method: 'POST' } }]);
  const [sent] = calls;
  expect(sent?.request.body).toEqual(Buffer.from(question.body));
  expect([sent?.request.headers.get('content-type'), sent?.request.signal]).toEqual([
    'application/json',
    question.signal,
  ]);
});

test('an answer that ended early because of its caller is none', async () => {
  const cancelled = questionOf(AbortSignal.abort(new Error('enough')));
  await expect(askByCall(() => Promise.resolve(new Response('{"da')), cancelled)).rejects.toThrow('enough');
});

test('an answer of more than 10 MiB is replaced by the reason', async () => {
  const most = 10 * 1024 * 1024;
  expect((await toAnswer(new Response('x'.repeat(most)))).text).toHaveLength(most);
  expect(await toAnswer(new Response('x'.repeat(most + 1), { headers: { 'retry-after': '3' } }))).toEqual({
    status: 413,
    text: '{"detail":"The answer is longer than the 10 MiB that an evaluation stores."}',
    retryAfter: null,
  });
});

test.each([
  [200, true],
  [404, true],
  [499, true],
  [500, false],
  [503, false],
])('a process that answers %d is healthy: %s', async (status, isHealthy) => {
  const answer: HostedAnswer = { status, text: 'no', retryAfter: null };
  const questions: HostedQuestion[] = [];
  const hosting = { ask: (asked: HostedQuestion) => (questions.push(asked), Promise.resolve(answer)) };
  const { signal } = new AbortController();
  expect(await askHealth(hosting as unknown as Hosting, deployment, signal)).toEqual(
    isHealthy ? { status: 200, text: '{"status":"ok"}', retryAfter: null } : answer,
  );
  expect(questions).toEqual([{ deployment, path: '/openapi.json', revisionId: null, body: '{}', signal }]);
});
