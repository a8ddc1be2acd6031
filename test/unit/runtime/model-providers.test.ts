import type { ServerHttp2Stream } from 'node:http2';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type HostedWorkflow, hostWorkflow } from '../../helpers/host-workflow.ts';
import * as answers from '../../helpers/provider-answers.ts';
import type { ProviderAnswer } from '../../helpers/provider-answers.ts';
import { readBody, startHttp2Server, startHttpServer } from '../../helpers/start-http-server.ts';

let workflow: HostedWorkflow;

beforeAll(async () => {
  workflow = await hostWorkflow('observed.ts');
});

afterAll(async () => await workflow[Symbol.asyncDispose]());

/** Lets a route call a provider that answers so, and returns what the route used. */
async function useOf(route: string, path: string, body: object, { contentType, ...answer }: ProviderAnswer) {
  const headers = { ...answer.headers, 'content-type': contentType };
  await using server = route.endsWith('http2')
    ? await startHttp2Server((stream: ServerHttp2Stream) => {
        stream.respond({ ':status': 200, ...headers });
        stream.resume().on('end', () => stream.end(answer.body));
      })
    : await startHttpServer(async (request, response) => {
        await readBody(request);
        response.writeHead(200, headers).end(answer.body);
      });
  return await useAt(route, `${server.url}${path}`, body);
}

async function useAt(route: string, path: string, body: object) {
  const answer = await workflow.ask(`/playground/run/${route}`, { path, body });
  // The shape of a tree; each test asserts its own part.
  const { tree } = answer as {
    tree: { nodes: [{ metrics: { acc: { usage?: object[]; costs?: { total: unknown } } } }] };
  };
  return tree.nodes[0].metrics.acc;
}

const contents = [{ role: 'user', parts: [{ text: 'Hello' }] }];
const messages = [{ role: 'user', content: 'Hello' }];
const converse = { messages: [{ role: 'user', content: [{ text: 'Hello' }] }] };
const claude = { anthropic_version: 'bedrock-2023-05-31', max_tokens: 9, messages };

const HAIKU = 'us.anthropic.claude-haiku-4-5-20251001-v1:0';
const BEDROCK = `/model/${encodeURIComponent(HAIKU)}`;
const GEMINI = '/v1beta/models/gemini-2.5-flash';

const used = (model: string, provider: string, cost: number, more = {}) => ({
  model,
  provider,
  calls: 1,
  input_tokens: 1000,
  output_tokens: 100,
  cost,
  ...more,
});
/** 700 tokens of text at 0.3 dollars for a million, 200 cached at 0.03, 100 of audio at 1, and 100 of output at 2.5. */
const OF_GEMINI = used('gemini-2.5-flash', 'google', 0.000_566, {
  cache_read_tokens: 200,
  reasoning_tokens: 40,
  details: { input_audio_tokens: 100 },
});
const OF_COHERE = used('command-a-03-2025', 'cohere', 0.0035);
const OF_OLLAMA = used('llama3.1:8b', 'ollama', 0, { reason: 'local, no price' });
/** 800 tokens at 1.1 dollars for a million, 200 cached at 0.11, and 100 of output at 5.5. */
const OF_BEDROCK = used(HAIKU, 'aws.bedrock', 0.001_452, { cache_read_tokens: 200 });

const CASES: readonly (readonly [string, string, object, ProviderAnswer, object])[] = [
  ['Gemini', `${GEMINI}:generateContent`, { contents }, answers.GEMINI, OF_GEMINI],
  ['Gemini, events', `${GEMINI}:streamGenerateContent?alt=sse`, { contents }, answers.GEMINI_STREAM, OF_GEMINI],
  ['Gemini, a list', `${GEMINI}:streamGenerateContent`, { contents }, answers.GEMINI_LIST, OF_GEMINI],
  ['Cohere', '/v2/chat', { model: 'command-a-03-2025', messages }, answers.COHERE, OF_COHERE],
  ['Cohere, events', '/v2/chat', { model: 'command-a-03-2025', messages }, answers.COHERE_STREAM, OF_COHERE],
  ['Cohere 1', '/v1/chat', { model: 'command-a-03-2025', message: 'Hello' }, answers.COHERE_V1, OF_COHERE],
  [
    'Cohere 1, lines',
    '/v1/chat',
    { model: 'command-a-03-2025', message: 'Hello' },
    answers.COHERE_V1_STREAM,
    OF_COHERE,
  ],
  [
    'Cohere, embeddings',
    '/v2/embed',
    { model: 'embed-v4.0', texts: ['Hello'] },
    answers.COHERE_EMBED,
    used('embed-v4.0', 'cohere', 0.000_12, { output_tokens: 0 }),
  ],
  [
    'Cohere, a search',
    '/v2/rerank',
    { model: 'rerank-v3.5', query: 'Hello', documents: ['a'] },
    answers.COHERE_RERANK,
    {
      ...used('rerank-v3.5', 'cohere', 0, { input_tokens: 0, output_tokens: 0 }),
      cost: null,
      reason: 'the price of a search of documents is not known',
    },
  ],
  ['Ollama', '/api/chat', { model: 'llama3.1:8b', messages, stream: false }, answers.OLLAMA, OF_OLLAMA],
  ['Ollama, lines', '/api/chat', { model: 'llama3.1:8b', messages }, answers.OLLAMA_STREAM, OF_OLLAMA],
  ['Ollama, a prompt', '/api/generate', { model: 'llama3.1:8b', prompt: 'Hello' }, answers.OLLAMA_GENERATE, OF_OLLAMA],
  ['Bedrock', `${BEDROCK}/converse`, converse, answers.CONVERSE, OF_BEDROCK],
  ['Bedrock, frames', `${BEDROCK}/converse-stream`, converse, answers.CONVERSE_STREAM, OF_BEDROCK],
  ['Claude at Bedrock', `${BEDROCK}/invoke`, claude, answers.INVOKE, OF_BEDROCK],
  ['Claude at Bedrock, frames', `${BEDROCK}/invoke-with-response-stream`, claude, answers.INVOKE_STREAM, OF_BEDROCK],
  [
    'another model at Bedrock',
    '/model/amazon.nova-lite-v1%3A0/invoke',
    { prompt: 'Hello' },
    answers.INVOKE_OTHER,
    used('amazon.nova-lite-v1:0', 'aws.bedrock', 0.000_084),
  ],
  [
    'images',
    '/v1/images/generations',
    { model: 'gpt-image-1', prompt: 'A cat' },
    answers.IMAGES,
    // 50 tokens of text at 5 dollars for a million, 500 of an image at 10, and 4,160 of the answer's at 40.
    used('gpt-image-1', 'openai', 0.171_65, {
      input_tokens: 550,
      output_tokens: 4160,
      details: { input_image_tokens: 500, output_image_tokens: 4160 },
    }),
  ],
  [
    'audio',
    '/v1/chat/completions',
    { model: 'gpt-audio', messages },
    answers.AUDIO,
    // 200 tokens of text at 2.5 dollars for a million, 1,000 of audio at 32; 500 and 250 of output at 10 and 64.
    used('gpt-audio-2025-08-28', 'openai', 0.0535, {
      input_tokens: 1200,
      output_tokens: 750,
      details: { input_audio_tokens: 1000, output_audio_tokens: 250 },
    }),
  ],
];

describe.each(['fetch', 'node-http', 'node-http2', 'undici-http2'])('by %s', (route) => {
  test.each(CASES)('a call of %s has its model, tokens and cost', async (_name, path, body, answer, use) => {
    expect((await useOf(route, path, body, answer)).usage).toEqual([use]);
  });
});

const chat = { model: 'gpt-4o-mini', messages, stream: true, stream_options: { include_usage: true } };
const sse = (...events: readonly object[]): ProviderAnswer => ({
  contentType: 'text/event-stream',
  body: events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join(''),
});
const BEGUN = { model: 'gpt-4o-mini', choices: [{ index: 0, delta: { content: 'An' }, finish_reason: null }] };

describe('a call that fails within its answer is a failed one', () => {
  test.each(['fetch', 'node-http2'])('by %s', async (route) => {
    const { usage, costs } = await useOf(
      route,
      '/v1/chat/completions',
      chat,
      sse(BEGUN, { error: { message: 'Overloaded' } }),
    );
    expect(usage).toMatchObject([{ model: 'gpt-4o-mini', calls: 1, cost: null, failure: 'Overloaded' }]);
    expect(costs).toEqual({ total: null });
  });

  test('with the tokens that are known', async () => {
    const start = {
      type: 'message_start',
      message: { model: 'claude-sonnet-4-5', usage: { input_tokens: 1000, output_tokens: 1 } },
    };
    const failed = sse(start, { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } });
    const body = { model: 'claude-sonnet-4-5', max_tokens: 9, messages, stream: true };
    expect((await useOf('fetch', '/v1/messages', body, failed)).usage).toMatchObject([
      { model: 'claude-sonnet-4-5', input_tokens: 1000, output_tokens: null, cost: null, failure: 'Overloaded' },
    ]);
  });

  test('in the frames of Bedrock', async () => {
    const { usage } = await useOf('node-http2', `${BEDROCK}/converse-stream`, converse, answers.CONVERSE_EXCEPTION);
    expect(usage).toMatchObject([{ model: HAIKU, cost: null, failure: 'modelStreamErrorException: Broken.' }]);
  });

  test('where the connection breaks, and the handler answers without it', async () => {
    await using server = await startHttpServer(async (request, response) => {
      await readBody(request);
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(`data: ${JSON.stringify(BEGUN)}\n\n`, () => setTimeout(() => response.destroy(), 20));
    });
    expect((await useAt('catching', `${server.url}/v1/chat/completions`, chat)).usage).toMatchObject([
      { model: 'gpt-4o-mini', cost: null, failure: expect.stringMatching(/^the answer was cut off: /) },
    ]);
  });

  test('where the stream just ends', async () => {
    expect((await useOf('fetch', '/v1/chat/completions', chat, sse(BEGUN))).usage).toMatchObject([
      { model: 'gpt-4o-mini', failure: 'the stream ended before the answer did' },
    ]);
  });
});

test('a call that looks like one of a model and is not understood makes the cost unknown', async () => {
  const other: ProviderAnswer = { contentType: 'application/json', body: '{"id":1}' };
  const { usage, costs } = await useOf('fetch', '/v1/chat/completions', chat, other);
  const unknown = { model: '127.0.0.1', calls: 1, input_tokens: null, output_tokens: null, cost: null };
  expect(usage).toEqual([{ ...unknown, reason: 'not understood' }]);
  expect(costs).toEqual({ total: null });
});

test('an answer that counts only one direction has an unknown cost', async () => {
  const choices = [{ index: 0, message: { content: 'Hi' }, finish_reason: 'stop' }];
  const body = JSON.stringify({ model: 'gpt-4o-mini', choices, usage: { prompt_tokens: 1000 } });
  const answer = { contentType: 'application/json', body };
  expect(
    (await useOf('fetch', '/v1/chat/completions', { model: 'gpt-4o-mini', messages }, answer)).usage,
  ).toMatchObject([
    {
      input_tokens: 1000,
      output_tokens: null,
      cost: null,
      reason: 'the answer reported no output tokens; recordUsage would tell them',
    },
  ]);
});
