import { expect, test } from 'vitest';
import { followEvaluation } from '../../../../src/client/calls/follow-evaluation.ts';

type Send = Parameters<typeof followEvaluation>[0];
type Answer = Awaited<ReturnType<Send>>;

const ADDRESS = new URL('http://wf.test/evaluations');
const CONTEXT = {} as Parameters<typeof followEvaluation>[1]; // nothing is read of it for these answers
const bytes = (text: string) => new TextEncoder().encode(text);

/** Follows an evaluation of a service that answers so, and records the request. */
async function follow(answer: Partial<Answer>) {
  const requests: unknown[] = [];
  const send = (async (...request) => {
    requests.push(request);
    return {
      status: 200,
      headers: {},
      bytes: new Uint8Array(),
      requestId: null,
      stream: null,
      url: ADDRESS,
      ...answer,
    } as Answer;
  }) as Send;
  const found: unknown[] = [];
  const { signal } = new AbortController();
  for await (const item of followEvaluation(send, CONTEXT, { evaluation_id: 'e/1' }, { signal })) found.push(item);
  return { found, requests, signal };
}

test('each progress is an event of one stream', async () => {
  async function* stream() {
    yield bytes('data: {"done":1}\n\ndata: {"do');
    yield bytes('ne":2}\n\n');
  }
  const { found, requests, signal } = await follow({ stream: stream() });
  expect(found).toEqual([{ done: 1 }, { done: 2 }]);
  expect(requests).toEqual([
    [
      {
        method: 'GET',
        path: '/evaluations/e%2F1/events',
        query: {},
        headers: { accept: 'text/event-stream' },
        body: null,
      },
      { signal, stream: true },
    ],
  ]);
});

test('an answer without a stream has no progress', async () => {
  expect((await follow({ status: 399 })).found).toEqual([]);
});

test('a refusal is thrown', async () => {
  const refusal = { status: 400, headers: { 'content-type': 'application/json' }, bytes: bytes('{"detail":"No."}') };
  await expect(follow(refusal)).rejects.toMatchObject({
    status: 400,
    message: expect.stringContaining('No.') as string,
  });
});
