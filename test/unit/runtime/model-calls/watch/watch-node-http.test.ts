import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { ExchangeLog } from '../../../../../src/runtime/model-calls/exchange-log.ts';
import { watchNodeHttp } from '../../../../../src/runtime/model-calls/watch/watch-node-http.ts';
import { CHAT_REQUEST, startCompressedModel } from '../../../../helpers/model-exchanges.ts';
import { readBody, startHttpServer } from '../../../../helpers/start-http-server.ts';
import { startModelServer } from '../../../../helpers/start-model-server.ts';

let log: ExchangeLog | undefined;
// Channels keep their listeners, so that there is one for all tests.
watchNodeHttp(() => log);

/** Sends a request in parts, as a client may, and reads the answer. */
async function post(url: string, parts: readonly (string | Uint8Array)[]) {
  log = new ExchangeLog();
  const sent = request(url, { method: 'POST' });
  for (const part of parts.slice(0, -1)) sent.write(part);
  sent.end(parts.at(-1));
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  const answered = await text(response);
  const calls = await log.settle(1000);
  log = undefined;
  return { answered, calls };
}

const EXPECTED = {
  operation: 'chat',
  host: '127.0.0.1',
  request: expect.objectContaining({ model: 'gpt-4o-mini' }),
  answer: {
    model: 'gpt-4o-mini',
    parts: [{ type: 'text', content: 'An answer.' }],
    finishReasons: ['stop'],
    tokens: {
      input_tokens: 1000,
      output_tokens: 100,
      total_tokens: 1100,
      cache_read_tokens: 200,
      reasoning_tokens: 10,
    },
  },
};

test('a request that is written in parts of any kind is seen whole, with its answer', async () => {
  await using models = await startModelServer([{ said: 'An answer.' }]);
  const [half, rest] = [JSON.stringify(CHAT_REQUEST).slice(0, 20), JSON.stringify(CHAT_REQUEST).slice(20)];
  for (const parts of [[half + rest], [half, rest], [Buffer.from(half), Buffer.from(rest)]]) {
    const { answered, calls } = await post(`${models.baseUrl}/chat/completions`, parts);
    expect(JSON.parse(answered)).toMatchObject({ choices: [{ message: { content: 'An answer.' } }] });
    expect(calls).toEqual([expect.objectContaining({ ...EXPECTED, answer: expect.objectContaining(EXPECTED.answer) })]);
  }
  expect(models.requests.map(({ body }) => body)).toEqual([CHAT_REQUEST, CHAT_REQUEST, CHAT_REQUEST]);
});

test('the program gets a compressed answer as it was sent', async () => {
  await using server = await startCompressedModel();
  const { answered, calls } = await post(`${server.url}/chat/completions`, [JSON.stringify(CHAT_REQUEST)]);
  expect(answered.length).toBeGreaterThan(0);
  expect(calls.map((call) => [call.answer?.parts, call.reason])).toEqual([
    [[{ type: 'text', content: 'Hi' }], 'the answer reported no tokens; recordUsage would tell them'],
  ]);
});

test('a connection that fails is a failed call', async () => {
  log = new ExchangeLog();
  const sent = request('http://127.0.0.1:1/chat/completions', { method: 'POST' });
  sent.end(JSON.stringify(CHAT_REQUEST));
  await once(sent, 'error');
  expect((await log.settle(1000)).map(({ answer, failure }) => [answer, failure])).toEqual([
    [null, 'connect ECONNREFUSED 127.0.0.1:1'],
  ]);
  log = undefined;
});

test('an answer that the program leaves is cut off', async () => {
  await using server = await startHttpServer(async (incoming, response) => {
    await readBody(incoming);
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write('data: {"model":"gpt-4o-mini","choices":[{"index":0,"delta":{"content":"A"}}]}\n\n');
  });
  log = new ExchangeLog();
  const sent = request(`${server.url}/chat/completions`, { method: 'POST' });
  sent.end(JSON.stringify({ ...CHAT_REQUEST, stream: true }));
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  await once(response, 'data');
  response.destroy();
  expect((await log.settle(5000)).map(({ reason }) => reason)).toEqual([
    'the answer was cut off before it reported its tokens; recordUsage would tell them',
  ]);
  log = undefined;
});

test('other requests are left alone', async () => {
  await using server = await startHttpServer(async (incoming, response) => {
    response.end(await readBody(incoming));
  });
  expect(await post(`${server.url}/orders`, ['{"a"', ':1}'])).toEqual({ answered: '{"a":1}', calls: [] });
});
