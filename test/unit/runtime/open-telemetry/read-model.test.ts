import { expect, test } from 'vitest';
import { isModelCall, readModelNames, readType } from '../../../../src/runtime/open-telemetry/read-model.ts';

test.each([
  [
    'the conventions',
    { 'gen_ai.response.model': 'b', 'gen_ai.request.model': 'a', 'gen_ai.provider.name': 'OpenAI' },
    { model: 'b', requestedModel: 'a', provider: 'openai' },
  ],
  [
    'older conventions',
    { 'gen_ai.request.model': 'a', 'gen_ai.system': 'anthropic' },
    { model: 'a', requestedModel: 'a', provider: 'anthropic' },
  ],
  [
    'OpenLLMetry',
    { 'llm.request.model': 'a', 'llm.response.model': 'b', 'llm.vendor': 'OpenAI' },
    { model: 'b', requestedModel: 'a', provider: 'openai' },
  ],
  [
    'OpenInference',
    { 'llm.model_name': 'a', 'llm.provider': 'azure', 'llm.system': 'openai' },
    { model: 'a', requestedModel: 'a', provider: 'azure' },
  ],
  [
    'OpenInference about embeddings',
    { 'embedding.model_name': 'a', 'llm.system': 'openai' },
    { model: 'a', requestedModel: 'a', provider: 'openai' },
  ],
  ['nothing', { 'llm.model_name': '' }, { model: undefined, requestedModel: undefined, provider: undefined }],
])('the model is read as %s names it', (_, attributes, names) => {
  expect(readModelNames(attributes)).toEqual(names);
});

test.each([
  [{ 'gen_ai.operation.name': 'chat', 'openinference.span.kind': 'AGENT' }, 'chat', true],
  [{ 'gen_ai.operation.name': 'generate_content' }, 'chat', true],
  [{ 'gen_ai.operation.name': 'text_completion' }, 'completion', true],
  [{ 'gen_ai.operation.name': 'embeddings' }, 'embedding', true],
  [{ 'gen_ai.operation.name': 'execute_tool' }, 'tool', false],
  [{ 'gen_ai.operation.name': 'invoke_agent' }, 'agent', false],
  [{ 'gen_ai.operation.name': 'create_agent' }, 'agent', false],
  [{ 'gen_ai.operation.name': 'retrieval' }, 'query', false],
  [{ 'openinference.span.kind': 'LLM' }, 'chat', true],
  [{ 'openinference.span.kind': 'EMBEDDING' }, 'embedding', true],
  [{ 'openinference.span.kind': 'TOOL' }, 'tool', false],
  [{ 'openinference.span.kind': 'AGENT', 'llm.model_name': 'm' }, 'agent', false],
  [{ 'openinference.span.kind': 'CHAIN' }, 'task', false],
  [{ 'openinference.span.kind': 'RETRIEVER' }, 'query', false],
  [{ 'openinference.span.kind': 'RERANKER' }, 'rerank', false],
  [{ 'llm.request.type': 'chat' }, 'chat', true],
  [{ 'llm.request.type': 'completion' }, 'completion', true],
  [{ 'llm.request.type': 'embedding' }, 'embedding', true],
  [{ 'llm.request.type': 'rerank' }, 'rerank', false],
  [{ 'traceloop.span.kind': 'workflow' }, 'task', false],
  [{ 'traceloop.span.kind': 'task' }, 'task', false],
  [{ 'traceloop.span.kind': 'agent' }, 'agent', false],
  [{ 'traceloop.span.kind': 'tool' }, 'tool', false],
  [{ 'llm.model_name': 'm' }, 'completion', false],
  [{ 'gen_ai.operation.name': 'toString' }, 'task', false],
  [{}, 'task', false],
] as const)('%j is of type %s', (attributes, type, isCall) => {
  expect([readType(attributes), isModelCall(attributes)]).toEqual([type, isCall]);
});
