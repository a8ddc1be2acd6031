import { expect, test } from 'vitest';
import { findModelEndpoint, operationOf, providerAt } from '../../../../src/runtime/model-calls/model-endpoint.ts';

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
])('%s %s', (method, path, endpoint) => {
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
