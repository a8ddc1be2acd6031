import { createOpenAI } from '@ai-sdk/openai';
import { generateText } from 'ai';
import OpenAI from 'openai';
import { afterEach, beforeEach, describe, expect, type MockInstance, test, vi } from 'vitest';
import { createWorkflowApp } from '../../../../src/runtime/index.ts';
import { route } from '../../../../src/sdk/index.ts';
import { callWorkflow } from '../../../helpers/call-workflow.ts';
import { closedPort, startHttpServer, startTcpServer } from '../../../helpers/start-http-server.ts';

let written: MockInstance<typeof console.error>;
beforeEach(() => {
  written = vi.spyOn(console, 'error').mockReturnValue();
});
afterEach(() => written.mockRestore());

/** How a workflow calls a model at an address. */
const CLIENTS = {
  fetch: async (url: string) => {
    const answer = await fetch(`${url}/chat/completions`, { method: 'POST' });
    if (!answer.ok) throw Object.assign(new Error('The model failed.'), { status: answer.status, response: answer });
  },
  OpenAI: async (url: string) => {
    const client = new OpenAI({ apiKey: 'secret-key', baseURL: url, maxRetries: 0 });
    await client.chat.completions.create({ model: 'm', messages: [] });
  },
  'the AI SDK': async (url: string, maxRetries = 0) => {
    const model = createOpenAI({ apiKey: 'secret-key', baseURL: url }).chat('m');
    await generateText({ model, prompt: 'hi', maxRetries });
  },
  'a caller that wraps the error': async (url: string) => {
    const cause = await CLIENTS.OpenAI(url).catch((error: unknown) => error);
    throw new Error('Cannot summarise.', { cause });
  },
};
type ClientName = keyof typeof CLIENTS;
const NAMES = Object.keys(CLIENTS) as ClientName[];

async function callThrough(client: (url: string) => Promise<void>, url: string) {
  const app = createWorkflowApp({ x: route('/x', {}, () => client(url)) });
  const { status, headers, body } = await callWorkflow(app, '/run/x', {});
  return { status, retry: headers['x-should-retry'], after: headers['retry-after'], body: JSON.stringify(body) };
}

async function startProvider(status: number, headers: Record<string, string>) {
  return await startHttpServer((request, response) => {
    request.resume();
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end('{"error":{"message":"no"}}');
  });
}

describe.each(NAMES)('of a provider that is called by %s', (name) => {
  const call = (url: string) => CLIENTS[name](url);

  test.each([408, 409, 425, 429, 500, 502, 503, 504, 529])('the status %i may pass, when it says', async (status) => {
    await using provider = await startProvider(status, { 'retry-after': '3' });
    expect(await callThrough(call, provider.url)).toMatchObject({ status, retry: 'true', after: '3' });
  });

  test.each([400, 401, 404, 501])('the status %i would come again', async (status) => {
    await using provider = await startProvider(status, { 'retry-after': '3' });
    expect(await callThrough(call, provider.url)).toMatchObject({ retry: 'false', after: undefined });
  });

  test('a date and milliseconds are passed on as seconds', async () => {
    const date = new Date(Date.now() + 100_000).toUTCString();
    await using dated = await startProvider(429, { 'retry-after': date });
    const { after } = await callThrough(call, dated.url);
    expect(Number(after)).toBeGreaterThan(0);
    expect(Number(after)).toBeLessThanOrEqual(100);
    await using exact = await startProvider(429, { 'retry-after-ms': '1200' });
    expect(await callThrough(call, exact.url)).toMatchObject({ after: '2' });
  });

  test('what it says about a retry counts', async () => {
    await using provider = await startProvider(503, { 'x-should-retry': 'false' });
    expect(await callThrough(call, provider.url)).toMatchObject({
      status: name.startsWith('a ') ? 500 : 503,
      retry: 'false',
    });
  });

  test('a refused connection names host and port, and neither key nor query', async () => {
    const port = await closedPort();
    const refused = await callThrough(call, `http://127.0.0.1:${port}/v1?token=secret-token`);
    expect(refused).toMatchObject({ status: 500, retry: 'true' });
    expect(refused.body).toContain(`ECONNREFUSED 127.0.0.1:${port}`);
    expect(refused.body).not.toMatch(/secret-(key|token)/);
  });

  test('a connection that is reset or ended may be better the next time', async () => {
    await using resetting = await startTcpServer((socket) => void socket.once('data', () => socket.resetAndDestroy()));
    const reset = await callThrough(call, resetting.url);
    expect(reset).toMatchObject({ status: 500, retry: 'true' });
    expect(reset.body).toContain('ECONNRESET');
    await using ending = await startTcpServer((socket) => void socket.once('data', () => socket.end()));
    const ended = await callThrough(call, ending.url);
    expect(ended).toMatchObject({ status: 500, retry: 'true' });
    expect(ended.body).toContain(`UND_ERR_SOCKET 127.0.0.1:${ending.port}`);
  });

  test('an unknown host stays unknown', async () => {
    const unknown = await callThrough(call, 'http://nobody.invalid');
    expect(unknown).toMatchObject({ status: 500, retry: expect.stringMatching(/true|false/) });
    expect(unknown.body).toMatch(/(ENOTFOUND|EAI_AGAIN) nobody\.invalid/);
  });
});

test('the last of the retries of the AI SDK counts', async () => {
  await using provider = await startProvider(429, { 'retry-after-ms': '1' });
  const retrying = await callThrough((url) => CLIENTS['the AI SDK'](url, 1), provider.url);
  expect(retrying).toMatchObject({ status: 429, retry: 'true', after: '1' });
});

test.each([
  ['an error of the author', new TypeError('boom')],
  ['a file that is missing', Object.assign(new Error('no such file'), { code: 'ENOENT' })],
  ['a text', 'boom'],
  ['nothing', undefined],
])('%s would be thrown again', async (_, thrown) => {
  const app = createWorkflowApp({ x: route('/x', {}, async () => await Promise.reject(thrown as Error)) });
  expect(await callWorkflow(app, '/run/x', {})).toMatchObject({ status: 500, headers: { 'x-should-retry': 'false' } });
});

test('a request that Node does not send says why', async () => {
  const { retry, body } = await callThrough(CLIENTS.fetch, 'http://127.0.0.1:9');
  expect([retry, body]).toEqual(['false', '{"detail":{"message":"fetch failed: bad port"}}']);
});

test('errors that are causes of each other end somewhere', async () => {
  const error = new Error('outer');
  error.cause = new Error('inner', { cause: error });
  expect(await callThrough(() => Promise.reject(error), '')).toMatchObject({ status: 500, retry: 'false' });
});
