import { request } from 'undici';
import { expect, test } from 'vitest';
import { ExchangeLog } from '../../../../../src/runtime/model-calls/exchange-log.ts';
import { watchUndici } from '../../../../../src/runtime/model-calls/watch/watch-undici.ts';
import { CHAT_REQUEST, startCompressedModel } from '../../../../helpers/model-exchanges.ts';
import { readBody, startHttpServer } from '../../../../helpers/start-http-server.ts';
import { startModelServer } from '../../../../helpers/start-model-server.ts';

let log: ExchangeLog | undefined;
// Channels keep their listeners, so that there is one for all tests.
watchUndici(() => log);

async function post(url: string, body: string | Uint8Array) {
  log = new ExchangeLog();
  const response = await request(url, { method: 'POST', body });
  const answered = await response.body.text();
  const calls = await log.settle(1000);
  log = undefined;
  return { answered, calls };
}

test('a request and its answer are seen, whatever kind the body is', async () => {
  await using models = await startModelServer([{ said: 'An answer.' }]);
  for (const body of [JSON.stringify(CHAT_REQUEST), Buffer.from(JSON.stringify(CHAT_REQUEST))]) {
    const { answered, calls } = await post(`${models.baseUrl}/chat/completions`, body);
    expect(JSON.parse(answered)).toMatchObject({ choices: [{ message: { content: 'An answer.' } }] });
    expect(calls).toMatchObject([
      {
        operation: 'chat',
        host: '127.0.0.1',
        request: { model: 'gpt-4o-mini' },
        answer: {
          parts: [{ type: 'text', content: 'An answer.' }],
          finishReasons: ['stop'],
          tokens: { input_tokens: 1000, output_tokens: 100, total_tokens: 1100, cache_read_tokens: 200 },
        },
      },
    ]);
  }
  expect(models.requests.map(({ body }) => body)).toEqual([CHAT_REQUEST, CHAT_REQUEST]);
});

test('a stream is seen, and the program gets each byte of it', async () => {
  await using models = await startModelServer([{ said: 'An answer.' }]);
  const streamed = JSON.stringify({ ...CHAT_REQUEST, stream: true, stream_options: { include_usage: true } });
  const { answered, calls } = await post(`${models.baseUrl}/chat/completions`, streamed);
  expect(answered.endsWith('data: [DONE]\n\n')).toBe(true);
  expect(calls.map(({ answer, reason }) => [answer?.parts, answer?.tokens?.total_tokens, reason])).toEqual([
    [[{ type: 'text', content: 'An answer.' }], 1100, undefined],
  ]);
});

test('a compressed answer is decoded for us, and not for the program', async () => {
  await using server = await startCompressedModel();
  const { answered, calls } = await post(`${server.url}/chat/completions`, JSON.stringify(CHAT_REQUEST));
  expect(answered.startsWith('{')).toBe(false);
  expect(calls.map((call) => call.answer?.parts)).toEqual([[{ type: 'text', content: 'Hi' }]]);
});

test('a connection that fails before the request is sent is no call', async () => {
  log = new ExchangeLog();
  await expect(
    request('http://127.0.0.1:1/chat/completions', { method: 'POST', body: JSON.stringify(CHAT_REQUEST) }),
  ).rejects.toThrow('ECONNREFUSED');
  expect(await log.settle(1000)).toEqual([]);
  log = undefined;
});

test('an answer that breaks off is cut off', async () => {
  await using server = await startHttpServer(async (incoming, response) => {
    await readBody(incoming);
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write('data: {"model":"gpt-4o-mini","choices":[{"index":0,"delta":{"content":"A"}}]}\n\n');
    setImmediate(() => response.destroy());
  });
  log = new ExchangeLog();
  const streamed = JSON.stringify({ ...CHAT_REQUEST, stream: true });
  const response = await request(`${server.url}/chat/completions`, { method: 'POST', body: streamed });
  await expect(response.body.text()).rejects.toThrow();
  expect((await log.settle(5000)).map(({ reason }) => reason)).toEqual([
    'the answer was cut off before it reported its tokens; recordUsage would tell them',
  ]);
  log = undefined;
});

test('other requests are left alone', async () => {
  await using server = await startHttpServer(async (incoming, response) => {
    response.end(await readBody(incoming));
  });
  expect(await post(`${server.url}/orders`, '{"a":1}')).toEqual({ answered: '{"a":1}', calls: [] });
});
