import { afterEach, expect, test } from 'vitest';
import { ExchangeLog } from '../../../../../src/runtime/model-calls/exchange-log.ts';
import { watchFetch } from '../../../../../src/runtime/model-calls/watch/watch-fetch.ts';
import { hasBodyChannels } from '../../../../../src/runtime/model-calls/watch/watch-node.ts';
import { startModelServer } from '../../../../helpers/start-model-server.ts';

const { fetch: original } = globalThis;

afterEach(() => {
  globalThis.fetch = original;
});

function watching() {
  const log = new ExchangeLog();
  watchFetch(() => log);
  return async () => (await log.settle(1000)).map(({ answer, failure, reason }) => ({ answer, failure, reason }));
}

const body = JSON.stringify({
  model: 'gpt-4o-mini',
  messages: [],
  stream: true,
  stream_options: { include_usage: true },
});
const answer = expect.objectContaining({
  tokens: { input_tokens: 1000, output_tokens: 100, total_tokens: 1100, cache_read_tokens: 200, reasoning_tokens: 10 },
});

test.each<[string, (url: string) => Parameters<typeof fetch>]>([
  ['an address', (url) => [url, { method: 'POST', body }]],
  ['a URL and bytes', (url) => [new URL(url), { method: 'post', body: Buffer.from(body) }]],
  ['a request', (url) => [new Request(url, { method: 'POST', body })]],
])('an answer to %s is read by both', async (_, toArguments) => {
  await using models = await startModelServer([{ said: 'An answer.' }]);
  const calls = watching();
  const url = `${models.baseUrl}/chat/completions`;
  const [response, plain] = [await fetch(...toArguments(url)), await original(...toArguments(url))];
  expect({ url: response.url, status: response.status, type: response.headers.get('content-type') }).toEqual({
    url,
    status: 200,
    type: 'text/event-stream',
  });
  expect(await response.text()).toBe(await plain.text());
  expect(await calls()).toEqual([{ answer, failure: undefined, reason: undefined }]);
});

test('an answer that is cancelled is cut off, and the connection ends', async () => {
  await using models = await startModelServer([{ said: 'An answer.' }]);
  const calls = watching();
  const response = await fetch(`${models.baseUrl}/chat/completions`, { method: 'POST', body });
  await response.body?.cancel();
  expect((await calls()).map(({ reason }) => reason)).toEqual([
    'the answer was cut off before it reported its tokens; recordUsage would tell them',
  ]);
});

test('a failure is the same for the program', async () => {
  const calls = watching();
  await expect(fetch('http://127.0.0.1:1/chat/completions', { method: 'POST', body })).rejects.toThrow('fetch failed');
  expect(await calls()).toEqual([{ answer: null, failure: 'fetch failed', reason: undefined }]);
});

test('an answer to something else is handed on as it came', async () => {
  await using models = await startModelServer([{ said: 'An answer.' }]);
  watching();
  const response = await fetch(`${models.baseUrl}/other`, { method: 'POST', body: '{}' });
  expect(Object.hasOwn(response, 'url')).toBe(false);
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
