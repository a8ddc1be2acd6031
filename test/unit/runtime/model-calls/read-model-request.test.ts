import { expect, test } from 'vitest';
import type { ModelProtocol } from '../../../../src/runtime/model-calls/model-endpoint.ts';
import { readModelRequest, UNREAD_REQUEST } from '../../../../src/runtime/model-calls/read-model-request.ts';

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
