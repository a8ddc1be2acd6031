import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { followLogs } from '../../../../src/client/calls/follow-logs.ts';

type Send = Parameters<typeof followLogs>[0];
type Answer = Awaited<ReturnType<Send>>;

const ADDRESS = new URL('http://wf.test/apps');
const CONTEXT = {} as Parameters<typeof followLogs>[1]; // nothing is read of it for these answers
const bytes = (text: string) => new TextEncoder().encode(text);

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  vi.setTimerTickMode('nextTimerAsync');
});
afterEach(() => void vi.useRealTimers());

/** @yields the texts, and then fails if there is an error */
async function* streamOf(texts: readonly string[], error?: Error): AsyncGenerator<Uint8Array> {
  yield* texts.map(bytes);
  if (error !== undefined) throw error;
}

/** A service that answers each request with the next of these, and records the requests. */
function serving(answers: readonly Partial<Answer>[]) {
  const requests: unknown[] = [];
  const waiting = [...answers];
  const send = (async (request, call) => {
    requests.push({ ...request, isStream: call?.stream });
    const answer = waiting.shift();
    if (answer === undefined) throw new Error('no more requests are expected');
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
  return { send, requests };
}

const line = (id: number, text: string) => `id: ${id}\ndata: {"text":"${text}"}\n\n`;
const refusal = { status: 404, headers: { 'content-type': 'application/json' }, bytes: bytes('{"detail":"No app."}') };

async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const item of items) found.push(item);
  return found;
}

test('lines are followed over several streams, each from where the last one ended', async () => {
  const { send, requests } = serving([
    { stream: streamOf([line(1, 'a'), line(2, 'b')], new Error('cut')) },
    { stream: streamOf([]) },
    { stream: streamOf([line(3, 'c'), 'data: {"text":"d"}\n\n']) },
    { stream: null },
  ]);
  const input = { app_id: 'a/1', tail: 5, request_id: 'r-1' };
  expect(await collect(followLogs(send, CONTEXT, input))).toEqual(['a', 'b', 'c', 'd'].map((text) => ({ text })));
  const request = {
    method: 'GET',
    path: '/apps/a%2F1/logs',
    headers: { accept: 'text/event-stream' },
    body: null,
    isStream: true,
  };
  expect(requests).toEqual([
    { ...request, query: { request_id: 'r-1', tail: 5 } },
    { ...request, query: { request_id: 'r-1', cursor: '2' } },
    { ...request, query: { request_id: 'r-1', cursor: '2' } },
    { ...request, query: { request_id: 'r-1', cursor: '3' } },
  ]);
});

test('without a filter, all lines are asked for', async () => {
  const { send, requests } = serving([{ stream: null }]);
  expect(await collect(followLogs(send, CONTEXT, { app_id: 'a-1' }))).toEqual([]);
  expect(requests).toMatchObject([{ query: {} }]);
});

test('a signal ends the following', async () => {
  const controller = new AbortController();
  const { send, requests } = serving([{ stream: streamOf([line(1, 'a')]) }]);
  const texts: unknown[] = [];
  for await (const { text } of followLogs(send, CONTEXT, { app_id: 'a-1' }, { signal: controller.signal })) {
    texts.push(text);
    controller.abort();
  }
  expect([texts, requests.length]).toEqual([['a'], 1]);
});

test('a refusal is thrown', async () => {
  await expect(collect(followLogs(serving([refusal]).send, CONTEXT, { app_id: 'a-1' }))).rejects.toMatchObject({
    code: 'WF_NOT_FOUND',
    status: 404,
  });
});
