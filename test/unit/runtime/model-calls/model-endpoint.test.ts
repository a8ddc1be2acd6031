import type { ModelProtocol } from '../../../../src/foundation/model-protocol.ts';
import { expect, test } from 'vitest';
import {
  findModelEndpoint,
  operationOf,
  ownerOf,
  readModelRequest,
  UNREAD_REQUEST,
} from '../../../../src/runtime/model-calls/model-endpoint.ts';
import { providerAt } from '../../../../src/runtime/model-calls/model-hosts.ts';

test.each([
  ['POST', '/v1/chat/completions', { kind: 'call', protocol: 'chat-completions' }],
  ['POST', '/v1/completions?a=b', { kind: 'call', protocol: 'completions' }],
  ['POST', '/responses', { kind: 'call', protocol: 'responses' }],
  ['POST', '/v1/embeddings', { kind: 'call', protocol: 'embeddings' }],
  ['POST', '/v1/messages', { kind: 'call', protocol: 'messages' }],
  [
    'POST',
    '/openai/deployments/my-gpt/chat/completions?api-version=1',
    { kind: 'call', protocol: 'chat-completions', model: 'my-gpt' },
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
  expect(findModelEndpoint({ method, path, host: 'localhost' })).toEqual(endpoint);
});

const of = (protocol: ModelProtocol, model?: string) => ({
  kind: 'call',
  protocol,
  ...(model === undefined ? {} : { model }),
});

test.each([
  ['/v1beta/models/gemini-2.5-flash:generateContent', of('gemini', 'gemini-2.5-flash')],
  [
    '/v1/projects/p/locations/l/publishers/google/models/gemini-2.5-pro:streamGenerateContent?alt=sse',
    of('gemini', 'gemini-2.5-pro'),
  ],
  [
    '/v1/projects/p/locations/l/publishers/anthropic/models/claude-sonnet-4-5@20250929:rawPredict',
    of('messages', 'claude-sonnet-4-5@20250929'),
  ],
  ['/v1beta/models/gemini-embedding-001:batchEmbedContents', of('gemini-embeddings', 'gemini-embedding-001')],
  ['/v1beta/openai/chat/completions', of('chat-completions')],
  ['/v2/chat', of('cohere-chat')],
  ['/v1/embed', of('cohere-embed')],
  ['/v2/rerank', of('cohere-rerank')],
  ['/api/generate', of('ollama')],
  ['/api/embed', of('ollama-embed')],
  [
    '/model/us.anthropic.claude-haiku-4-5-20251001-v1%3A0/converse-stream',
    of('converse', 'us.anthropic.claude-haiku-4-5-20251001-v1:0'),
  ],
  [
    '/model/arn%3Aaws%3Abedrock%3Aus-east-1%3A1%3Ainference-profile%2Fus.amazon.nova-lite-v1%3A0/converse',
    of('converse', 'us.amazon.nova-lite-v1:0'),
  ],
  ['/model/%E0%A4%A/invoke', of('invoke', '%E0%A4%A')],
  ['/v1/images/edits', of('media')],
  ['/v1/audio/speech', of('media')],
])('%s is a call of its protocol, and may name the model', (path, endpoint) => {
  expect(findModelEndpoint({ method: 'POST', path, host: 'localhost' })).toEqual(endpoint);
});

test.each([
  ['POST', 'api.openai.com', '/v1/fine_tuning/jobs', true],
  ['GET', 'api.openai.com', '/v1/realtime?model=gpt-realtime', true],
  ['POST', 'generativelanguage.googleapis.com', '/v1beta/models/veo-3:predictLongRunning', true],
  ['POST', 'bedrock-runtime.us-east-1.amazonaws.com', '/model/m/async-invoke', true],
  ['GET', 'api.openai.com', '/v1/models', false],
  ['POST', 'api.openai.com', '/v1/files', false],
  ['POST', 'api.openai.com', '/v1/batches', false],
  ['POST', 'api.openai.com', '/v1/moderations', false],
  ['POST', 'api.openai.com', '/v1/responses/resp_1/cancel', false],
  ['POST', 'api.anthropic.com', '/v1/messages/count_tokens', false],
  ['POST', 'api.anthropic.com', '/v1/messages/batches', false],
  ['POST', 'generativelanguage.googleapis.com', '/v1beta/models/gemini-2.5-flash:countTokens', false],
  ['POST', 'storage.googleapis.com', '/upload', false],
  ['POST', 's3.us-east-1.amazonaws.com', '/x', false],
  ['POST', 'localhost', '/v1/fine_tuning/jobs', false],
])('%s %s%s may be paid for: %s', (method, host, path, isPaid) => {
  expect(findModelEndpoint({ method, host, path })).toEqual(isPaid ? { kind: 'unknown' } : null);
});

test.each([
  ['ollama', undefined, 'ollama'],
  ['chat-completions', '11434', 'ollama'],
  ['chat-completions', '4000', undefined],
  ['gemini', undefined, 'google'],
  ['cohere-chat', '8080', 'cohere'],
  ['converse', undefined, 'aws.bedrock'],
] as const)('%s at port %s of a host that nobody knows is of %s', (protocol, port, owner) => {
  expect(ownerOf(protocol, port)).toBe(owner);
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
  ['bedrock-runtime.us-east-1.amazonaws.com', 'aws.bedrock'],
  ['us-central1-aiplatform.googleapis.com', 'google'],
  ['ollama.com', 'ollama_cloud'],
  ['s3.amazonaws.com', undefined],
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
  expect(read('chat-completions', body)).toEqual({ ...UNREAD_REQUEST, asksForUsage: false });
  expect(UNREAD_REQUEST).toEqual({ isStream: false, messages: [] });
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
  ['gemini', { messages: [] }],
  ['cohere-chat', { input: 'Hello' }],
  ['cohere-embed', { texts: ['Hello'] }],
  ['ollama', { messages: [] }],
  ['ollama', { model: 'm' }],
  ['converse', { prompt: 'Hello' }],
  ['media', {}],
])('what no provider would take as %s is none: %j', (protocol, body) => {
  expect(read(protocol, body)).toBeNull();
});

test('a response may name a stored prompt instead of a model; what is no JSON is no call', () => {
  expect(read('responses', { prompt: { id: 'p' } })).toEqual(UNREAD_REQUEST);
  expect(readModelRequest('{', 'embeddings')).toBeNull();
});

test.each<[ModelProtocol, unknown, unknown]>([
  [
    'gemini',
    {
      systemInstruction: { parts: [{ text: 'Be brief.' }] },
      contents: [{ role: 'user', parts: [{ text: 'Hello' }] }],
      generationConfig: { maxOutputTokens: 7, temperature: 0.5 },
    },
    {
      maxTokens: 7,
      temperature: 0.5,
      messages: [
        { role: 'system', content: [{ text: 'Be brief.' }] },
        { role: 'user', content: [{ text: 'Hello' }] },
      ],
    },
  ],
  [
    'converse',
    { messages: [{ role: 'user', content: [{ text: 'Hello' }] }], inferenceConfig: { maxTokens: 7 } },
    { maxTokens: 7, messages: [{ role: 'user', content: [{ text: 'Hello' }] }] },
  ],
  ['cohere-chat', { model: 'm', message: 'Hello' }, { model: 'm', messages: [{ role: 'user', content: 'Hello' }] }],
  ['ollama', { model: 'm', prompt: 'Hello' }, { model: 'm', messages: [{ role: 'user', content: 'Hello' }] }],
])('the messages of %s are read', (protocol, body, request) => {
  expect(read(protocol, body)).toEqual({ isStream: false, ...(request as object) });
});

test('a form with a file names its model in a field', () => {
  const form = '--x\r\nContent-Disposition: form-data; name="model"\r\n\r\ngpt-image-1\r\n--x--';
  expect(readModelRequest(form, 'media')).toEqual({ ...UNREAD_REQUEST, model: 'gpt-image-1' });
  expect(readModelRequest('--x--', 'media')).toBeNull();
});
