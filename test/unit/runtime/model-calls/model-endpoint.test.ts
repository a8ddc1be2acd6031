import { expect, test } from 'vitest';
import {
  findModelEndpoint,
  type ModelProtocol,
  operationOf,
  providerAt,
  readModelRequest,
  UNREAD_REQUEST,
} from '../../../../src/runtime/model-calls/model-endpoint.ts';

test.each([
  ['POST', '/v1/chat/completions', { kind: 'call', protocol: 'chat-completions' }],
  ['POST', '/v1/completions?a=b', { kind: 'call', protocol: 'completions' }],
  ['POST', '/responses', { kind: 'call', protocol: 'responses' }],
  ['POST', '/v1/embeddings', { kind: 'call', protocol: 'embeddings' }],
  ['POST', '/v1/messages', { kind: 'call', protocol: 'messages' }],
  [
    'POST',
    '/openai/deployments/my-gpt/chat/completions?api-version=1',
    { kind: 'call', protocol: 'chat-completions', deployment: 'my-gpt' },
  ],
  ['GET', '/v1/messages/batches/b_1/results', { kind: 'batch' }],
  ['GET', '/v1/files/f_1/content', { kind: 'batch' }],
  ['GET', '/v1/responses/resp_1', { kind: 'background' }],
  ['GET', '/v1/chat/completions', null],
  ['GET', '/v1/responses', null],
  ['PUT', '/v1/messages', null],
  ['POST', '/v1/messages/count_tokens', null],
  ['POST', '/v1/chat/completions/c_1', null],
])('the request %s %s is a call of a model or not', (method, path, endpoint) => {
  expect(findModelEndpoint(method, path)).toEqual(endpoint);
});

test('protocols have the operation of their models', () => {
  expect(
    (['chat-completions', 'completions', 'responses', 'embeddings', 'messages'] as const).map(operationOf),
  ).toEqual(['chat', 'text_completion', 'chat', 'embeddings', 'chat']);
});

test.each([
  ['api.openai.com', 'openai'],
  ['eu.api.openai.com', 'openai'],
  ['mine.openai.azure.com', 'azure.ai.openai'],
  ['mine.cognitiveservices.azure.com', 'azure.ai.openai'],
  ['mine.azure-api.net', 'azure.ai.openai'],
  ['API.Anthropic.com', 'anthropic'],
  ['openrouter.ai', 'openrouter'],
  ['api.groq.com', 'groq'],
  ['api.mistral.ai', 'mistral_ai'],
  ['api.deepseek.com', 'deepseek'],
  ['api.x.ai', 'x_ai'],
  ['api.perplexity.ai', 'perplexity'],
  ['api.together.xyz', 'together'],
  ['api.fireworks.ai', 'fireworks'],
  ['api.cerebras.ai', 'cerebras'],
  ['api.moonshot.ai', 'moonshotai'],
  ['api.cohere.com', 'cohere'],
  ['generativelanguage.googleapis.com', 'google'],
  ['notopenai.com', undefined],
  ['api.openai.com.evil.example', undefined],
  ['localhost', undefined],
])('%s is the host of %s', (host, provider) => {
  expect(providerAt(host)).toBe(provider);
});

const read = (protocol: ModelProtocol, body: unknown) => readModelRequest(JSON.stringify(body), protocol);

test('a request of chat completions is read whole', () => {
  const body = {
    model: 'm',
    stream: true,
    stream_options: { include_usage: true },
    max_completion_tokens: 9,
    temperature: 0,
    messages: [{ role: 'assistant', content: 'Hello' }, 'plain'],
  };
  expect(read('chat-completions', body)).toEqual({
    model: 'm',
    isStream: true,
    asksForUsage: true,
    maxTokens: 9,
    temperature: 0,
    messages: [
      { role: 'assistant', content: 'Hello' },
      { role: 'user', content: 'plain' },
    ],
  });
});

test('what a request leaves out, or has in another type, is left out', () => {
  const body = { model: 7, stream: 'yes', stream_options: { include_usage: 1 }, temperature: 'hot', messages: [] };
  expect(read('chat-completions', body)).toEqual(UNREAD_REQUEST);
  expect(UNREAD_REQUEST).toEqual({ isStream: false, asksForUsage: false, messages: [] });
});

test.each([
  ['max_tokens', 'messages', { messages: [] }],
  ['max_completion_tokens', 'chat-completions', { messages: [] }],
  ['max_output_tokens', 'responses', { model: 'm' }],
] as const)('%s limits an answer', (name, protocol, body) => {
  expect(read(protocol, { ...body, [name]: 7 })?.maxTokens).toBe(7);
});

test.each([
  ['messages', { system: 'Be brief.', max_tokens: 1, messages: [{ content: 'Hello' }] }],
  ['responses', { model: 'm', instructions: 'Be brief.', input: 'Hello' }],
] as const)('the instructions of %s come first', (protocol, body) => {
  expect(read(protocol, body)?.messages).toEqual([
    { role: 'system', content: 'Be brief.' },
    { role: 'user', content: 'Hello' },
  ]);
});

test.each([
  ['completions', { prompt: 'Hello' }],
  ['embeddings', { input: 'Hello' }],
] as const)('the text of %s is a message', (protocol, body) => {
  expect(read(protocol, body)?.messages).toEqual([{ role: 'user', content: 'Hello' }]);
});

test.each<[ModelProtocol, unknown]>([
  ['chat-completions', []],
  ['chat-completions', { messages: 'Hello' }],
  ['messages', { messages: [] }],
  ['messages', { messages: [], max_tokens: '9' }],
  ['messages', { messages: {}, max_tokens: 9 }],
  ['completions', { input: 'Hello' }],
  ['responses', { input: 'Hello' }],
  ['responses', { prompt: 'Hello' }],
  ['embeddings', { prompt: 'Hello' }],
])('what no provider would take as %s is none: %j', (protocol, body) => {
  expect(read(protocol, body)).toBeNull();
});

test('a response may name a stored prompt instead of a model; what is no JSON is no call', () => {
  expect(read('responses', { prompt: { id: 'p' } })).toEqual(UNREAD_REQUEST);
  expect(readModelRequest('{', 'embeddings')).toBeNull();
});
