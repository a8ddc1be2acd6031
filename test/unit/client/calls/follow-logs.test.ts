import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createClient, type Client } from '../../../../src/client/create-client.ts';
import { inProcessTransport } from '../../../helpers/in-process-transport.ts';
import { collect } from '../../../helpers/collect.ts';
import { extended } from '../../../helpers/extended.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  vi.setTimerTickMode('nextTimerAsync');
});
afterEach(() => void vi.useRealTimers());

/** A client of a service that answers each request with the next of these, and records what was asked. */
async function serving(...answers: Response[]): Promise<{ client: Client; asked: string[] }> {
  const asked: string[] = [];
  const transport = inProcessTransport(async (request) => {
    const { pathname, search } = new URL(request.url);
    if (pathname === '/health') return Response.json({}, { headers: { 'wf-version': '1' } });
    asked.push(`${request.method} ${pathname}${search} ${request.headers.get('accept')}`);
    return answers.shift() ?? Response.json({ detail: 'No more.' }, { status: 404 });
  });
  const client = createClient({ transport, baseUrl: 'http://wf.test', retries: 0 });
  return { client: await extended(client), asked };
}

/** Streams these texts; then it ends, or breaks. */
function streaming(texts: readonly string[], { breaks = false } = {}): Response {
  const waiting = texts.map((text) => new TextEncoder().encode(text));
  const body = new ReadableStream({
    pull(controller) {
      const next = waiting.shift();
      if (next !== undefined) controller.enqueue(next);
      else if (breaks) controller.error(new Error('cut'));
      else controller.close();
    },
  });
  return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
}

const line = (id: number, text: string) => `id: ${id}\ndata: {"text":"${text}"}\n\n`;

test('logs are followed over several streams, each from where the last one ended, until a refusal', async () => {
  const { client, asked } = await serving(
    streaming([line(1, 'a'), line(2, 'b')], { breaks: true }),
    streaming([]),
    streaming([line(3, 'c'), 'data: {"text":"d"}\n\n']),
  );
  const lines: unknown[] = [];
  const following = (async () => {
    const input = { app_id: 'a/1', tail: 5, request_id: 'r-1' };
    for await (const { text } of client.followLogs(input)) lines.push(text);
  })();
  await expect(following).rejects.toMatchObject({ code: 'WF_NOT_FOUND', status: 404 });
  expect(lines).toEqual(['a', 'b', 'c', 'd']);
  expect(asked).toEqual([
    'GET /apps/a%2F1/logs?request_id=r-1&tail=5 text/event-stream',
    'GET /apps/a%2F1/logs?request_id=r-1&cursor=2 text/event-stream',
    'GET /apps/a%2F1/logs?request_id=r-1&cursor=2 text/event-stream',
    'GET /apps/a%2F1/logs?request_id=r-1&cursor=3 text/event-stream',
  ]);
});

test('a signal ends the following of logs', async () => {
  const { client, asked } = await serving(streaming([line(1, 'a')]));
  const controller = new AbortController();
  const texts: unknown[] = [];
  for await (const { text } of client.followLogs({ app_id: 'a-1' }, { signal: controller.signal })) {
    texts.push(text);
    controller.abort();
  }
  expect([texts, asked]).toEqual([['a'], ['GET /apps/a-1/logs text/event-stream']]);
});

test('an evaluation is followed by the events of one stream', async () => {
  const { client, asked } = await serving(streaming(['data: {"done":1}\n\ndata: {"do', 'ne":2}\n\n']));
  expect(await collect(client.followEvaluation({ evaluation_id: 'e/1' }))).toEqual([{ done: 1 }, { done: 2 }]);
  expect(asked).toEqual(['GET /evaluations/e%2F1/events text/event-stream']);
});

test('an evaluation that does not exist, or a stream that breaks, is an error', async () => {
  const { client } = await serving(streaming(['data: {"done":1}\n\n'], { breaks: true }));
  await expect(collect(client.followEvaluation({ evaluation_id: 'e' }))).rejects.toMatchObject({
    code: 'WF_UNREACHABLE',
  });
  await expect(collect(client.followEvaluation({ evaluation_id: 'e' }))).rejects.toMatchObject({
    code: 'WF_NOT_FOUND',
    message: 'No more.',
  });
});
