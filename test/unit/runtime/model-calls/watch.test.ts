import { once } from 'node:events';
import { type IncomingMessage, request as httpRequest } from 'node:http';
import { buffer, text } from 'node:stream/consumers';
import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { request as undiciRequest } from 'undici';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ExchangeLog } from '../../../../src/runtime/model-calls/open-exchange.ts';
import { openDecoder, toAnswer } from '../../../../src/runtime/model-calls/watch/copy-bodies.ts';
import { hasBodyChannels, watchNodeHttp, watchUndici } from '../../../../src/runtime/model-calls/watch/watch-node.ts';
import { watchFetch } from '../../../../src/runtime/model-calls/watch/watch-fetch.ts';
import { CHAT_REQUEST, startCompressedModel } from '../../../helpers/model-exchanges.ts';
import { closedPort, readBody, startHttpServer } from '../../../helpers/start-http-server.ts';
import { startModelServer } from '../../../helpers/start-model-server.ts';

/** Every exchange of these tests ends. */
const SETTLE_MS = 600_000;
const CUT_OFF = 'the answer was cut off before it reported its tokens; recordUsage would tell them';
const CHAT = JSON.stringify(CHAT_REQUEST);
const STREAMED = JSON.stringify({ ...CHAT_REQUEST, stream: true, stream_options: { include_usage: true } });
const SAID = {
  parts: [{ type: 'text', content: 'An answer.' }],
  finishReasons: ['stop'],
  tokens: { input_tokens: 1000, output_tokens: 100, total_tokens: 1100, cache_read_tokens: 200 },
};

/** The log of the client under test: channels keep their listeners, so that there is one of each for all tests. */
const logs: { http?: ExchangeLog; undici?: ExchangeLog } = {};
watchNodeHttp(() => logs.http);
watchUndici(() => logs.undici);

const halves = (body: string) => [body.slice(0, 20), body.slice(20)];

async function postByHttp(url: string, body: string | Uint8Array | readonly string[]): Promise<IncomingMessage> {
  const sent = httpRequest(url, { method: 'POST' });
  if (typeof body === 'string' || body instanceof Uint8Array) sent.end(body);
  else {
    // In parts, as a client may.
    for (const part of body) sent.write(part);
    sent.end();
  }
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  return response;
}

const postByUndici = async (url: string, body: string | Uint8Array | readonly string[]) =>
  (await undiciRequest(url, { method: 'POST', body: Array.isArray(body) ? body.join('') : (body as string) })).body;

describe.each([
  { client: 'node:http', name: 'http', post: postByHttp, reportsUnsent: true },
  // Undici reports no request that it could not send.
  { client: 'undici', name: 'undici', post: postByUndici, reportsUnsent: false },
] as const)('the calls of $client', ({ name, post, reportsUnsent }) => {
  let log: ExchangeLog;
  beforeEach(() => {
    log = logs[name] = new ExchangeLog();
  });
  afterEach(() => void delete logs[name]);

  test('are seen whole with their answers, whatever kind the body is', async () => {
    await using models = await startModelServer([{ said: 'An answer.' }]);
    const bodies = [CHAT, Buffer.from(CHAT), halves(CHAT)];
    for (const body of bodies) {
      const answered = await text(await post(`${models.baseUrl}/chat/completions`, body));
      expect(JSON.parse(answered)).toMatchObject({ choices: [{ message: { content: 'An answer.' } }] });
    }
    const call = { operation: 'chat', host: '127.0.0.1', request: { model: 'gpt-4o-mini' }, answer: SAID };
    expect(await log.settle(SETTLE_MS)).toMatchObject([call, call, call]);
    expect(models.requests.map(({ body }) => body)).toEqual([CHAT_REQUEST, CHAT_REQUEST, CHAT_REQUEST]);
  });

  test('are seen as streams, of which the program gets each byte', async () => {
    await using models = await startModelServer([{ said: 'An answer.' }]);
    const answered = await text(await post(`${models.baseUrl}/chat/completions`, STREAMED));
    expect(answered.endsWith('data: [DONE]\n\n')).toBe(true);
    expect(await log.settle(SETTLE_MS)).toMatchObject([{ answer: SAID }]);
  });

  test('are decoded for us, and not for the program', async () => {
    await using server = await startCompressedModel();
    const answered = await text(await post(`${server.url}/chat/completions`, CHAT));
    expect(answered.startsWith('{')).toBe(false);
    expect((await log.settle(SETTLE_MS)).map((call) => call.answer?.parts)).toEqual([
      [{ type: 'text', content: 'Hi' }],
    ]);
  });

  test('whose answer breaks off are cut off', async () => {
    await using server = await startHttpServer(async (incoming, response) => {
      await readBody(incoming);
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write('data: {"model":"gpt-4o-mini","choices":[{"index":0,"delta":{"content":"A"}}]}\n\n');
      setImmediate(() => response.destroy());
    });
    await expect(text(await post(`${server.url}/chat/completions`, STREAMED))).rejects.toThrow();
    expect((await log.settle(SETTLE_MS)).map(({ reason }) => reason)).toEqual([CUT_OFF]);
  });

  test('that reach nobody fail as they do without us', async () => {
    const port = await closedPort();
    await expect(post(`http://127.0.0.1:${port}/chat/completions`, CHAT)).rejects.toThrow('ECONNREFUSED');
    const failures = (await log.settle(SETTLE_MS)).map(({ failure }) => failure);
    expect(failures).toEqual(reportsUnsent ? [`connect ECONNREFUSED 127.0.0.1:${port}`] : []);
  });

  test('to anything but models are left alone', async () => {
    await using server = await startHttpServer(async (incoming, response) => {
      response.end(await readBody(incoming));
    });
    expect(await text(await post(`${server.url}/orders`, '{"a":1}'))).toBe('{"a":1}');
    expect(await log.settle(SETTLE_MS)).toEqual([]);
  });
});

describe('where fetch publishes no bodies, a call of it', () => {
  const { fetch: original } = globalThis;
  let log: ExchangeLog;
  beforeEach(() => {
    log = new ExchangeLog();
    watchFetch(() => log);
  });
  afterEach(() => {
    globalThis.fetch = original;
  });

  test.each<[string, (url: string) => Parameters<typeof fetch>]>([
    ['an address', (url) => [url, { method: 'POST', body: STREAMED }]],
    ['a URL and bytes', (url) => [new URL(url), { method: 'post', body: Buffer.from(STREAMED) }]],
    ['a request', (url) => [new Request(url, { method: 'POST', body: STREAMED })]],
  ])('to %s is read by both', async (_, toArguments) => {
    await using models = await startModelServer([{ said: 'An answer.' }]);
    const url = `${models.baseUrl}/chat/completions`;
    const [response, plain] = [await fetch(...toArguments(url)), await original(...toArguments(url))];
    expect({ url: response.url, status: response.status, type: response.headers.get('content-type') }).toEqual({
      url,
      status: 200,
      type: 'text/event-stream',
    });
    expect(await response.text()).toBe(await plain.text());
    expect(await log.settle(SETTLE_MS)).toMatchObject([{ answer: SAID }]);
  });

  test('that is cancelled is cut off, and the connection ends', async () => {
    await using models = await startModelServer([{ said: 'An answer.' }]);
    const response = await fetch(`${models.baseUrl}/chat/completions`, { method: 'POST', body: STREAMED });
    await response.body?.cancel();
    expect((await log.settle(SETTLE_MS)).map(({ reason }) => reason)).toEqual([CUT_OFF]);
  });

  test('that fails is the same for the program', async () => {
    const asking = fetch(`http://127.0.0.1:${await closedPort()}/chat/completions`, { method: 'POST', body: STREAMED });
    await expect(asking).rejects.toThrow('fetch failed');
    expect(await log.settle(SETTLE_MS)).toMatchObject([{ answer: null, failure: 'fetch failed' }]);
  });

  test('to anything but models is handed on as it came', async () => {
    await using models = await startModelServer([{ said: 'An answer.' }]);
    const response = await fetch(`${models.baseUrl}/other`, { method: 'POST', body: '{}' });
    expect(Object.hasOwn(response, 'url')).toBe(false);
  });
});

test.each([
  ['7.29.1', true],
  ['8.0.0', true],
  ['7.11.0', true],
  ['7.10.9', false],
  ['6.22.0', false],
  [undefined, false],
])('undici %s publishes bodies: %s', (version, expected) => {
  expect(hasBodyChannels(version)).toBe(expected);
});

test.each([
  ['', Buffer.from('An answer.')],
  ['identity', Buffer.from('An answer.')],
  [' GZip ', gzipSync('An answer.')],
  ['x-gzip', gzipSync('An answer.')],
  ['deflate', deflateSync('An answer.')],
  ['br', brotliCompressSync('An answer.')],
  ['zstd', zstdCompressSync('An answer.')],
])('a body in the encoding %j is decoded', async (encoding, bytes) => {
  const decoder = openDecoder(encoding);
  decoder.end(bytes);
  expect(String(await buffer(toAnswer(decoder, () => '').chunks))).toBe('An answer.');
});

test('a body in an unknown encoding ends at once, and nobody has to read a broken one, or one that ends early', async () => {
  await expect(buffer(openDecoder('compress'))).rejects.toThrow('The answer is encoded as compress.');
  const broken = openDecoder('gzip');
  broken.end('no gzip');
  await expect(buffer(toAnswer(broken, () => '').chunks)).rejects.toThrow('incorrect header check');
  const { chunks, close } = toAnswer(openDecoder(''), () => '');
  close();
  await expect(buffer(chunks)).rejects.toThrow('The call ended first.');
});
