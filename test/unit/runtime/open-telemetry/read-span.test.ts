import { type Attributes, SpanStatusCode } from '@opentelemetry/api';
import type { ReadableSpan } from '@opentelemetry/sdk-trace';
import { expect, test } from 'vitest';
import { isModelCall, readModelNames, readSpan, readType } from '../../../../src/runtime/open-telemetry/read-span.ts';

const span = (attributes: Attributes, changes: Partial<ReadableSpan> = {}) =>
  ({
    name: 'step',
    spanContext: () => ({ spanId: 's', traceId: 't', traceFlags: 1 }),
    startTime: [1, 500_000_000],
    endTime: [2, 0],
    status: { code: SpanStatusCode.UNSET },
    events: [],
    attributes,
    ...changes,
  }) as unknown as ReadableSpan; // what is read of it

const usageOf = (attributes: Attributes, changes: Partial<ReadableSpan> = {}) =>
  readSpan(span(attributes, changes)).usage;
const model = { 'gen_ai.request.model': 'm' };

test('a span of no model is a task', () => {
  expect(readSpan(span({ a: 'b' }))).toEqual({
    id: 's',
    parentId: null,
    name: 'step',
    type: 'task',
    startedAt: new Date(1500),
    endedAt: new Date(2000),
    status: { code: 'OK' },
    usage: null,
    attributes: { a: 'b' },
  });
});

test('parent, failure and the last exception are read', () => {
  const exception = (message: string) => ({
    name: 'exception',
    time: [3, 0] as [number, number],
    attributes: { 'exception.type': 'TypeError', 'exception.message': message, 'exception.stacktrace': 'at a' },
  });
  expect(
    readSpan(
      span(
        { 'wf.usage.recorded': true },
        {
          parentSpanContext: { spanId: 'p', traceId: 't', traceFlags: 1 },
          status: { code: SpanStatusCode.ERROR, message: 'no' },
          events: [exception('first'), exception('last'), { name: 'log', time: [4, 0] }],
        },
      ),
    ),
  ).toMatchObject({
    parentId: 'p',
    isUntimed: true,
    status: { code: 'ERROR', message: 'no' },
    exception: {
      timestamp: '1970-01-01T00:00:03.000Z',
      type: 'TypeError',
      message: 'last',
      stacktrace: 'at a',
    },
  });
});

test('usage names the model that answered, the requested one and the provider', () => {
  expect(
    usageOf({
      ...model,
      'gen_ai.response.model': 'm-1',
      'gen_ai.provider.name': 'p',
      'gen_ai.system': 'old',
      'gen_ai.usage.input_tokens': 3,
      'gen_ai.usage.output_tokens': 4,
      'gen_ai.usage.cache_read.input_tokens': 0,
      'wf.usage.cost': 0.5,
    }),
  ).toEqual({
    model: 'm-1',
    requestedModel: 'm',
    provider: 'p',
    input_tokens: 3,
    output_tokens: 4,
    cache_read_tokens: 0,
    cost: 0.5,
  });
});

test('a direction that is not reported is unknown, and counts that cannot be are ignored', () => {
  expect(usageOf({ ...model, 'gen_ai.usage.output_tokens': 2 })).toMatchObject({
    input_tokens: null,
    output_tokens: 2,
  });
  const odd = {
    'gen_ai.usage.input_tokens': -1,
    'gen_ai.usage.prompt_tokens': 5,
    'gen_ai.usage.output_tokens': Infinity,
  };
  expect(usageOf({ ...model, ...odd })).toMatchObject({ input_tokens: 5, output_tokens: null });
  expect(usageOf({ ...model, ...odd, 'gen_ai.operation.name': 'embeddings' })?.output_tokens).toBe(0);
});

test('a model call without reported tokens has unknown ones, unless it failed', () => {
  const call = { ...model, 'gen_ai.operation.name': 'chat' };
  expect(usageOf(call)).toEqual({ model: 'm', requestedModel: 'm', input_tokens: null, output_tokens: null });
  const failed = { status: { code: SpanStatusCode.ERROR, message: 'Overloaded' } };
  const unused = { model: 'm', requestedModel: 'm', input_tokens: 0, output_tokens: 0, cost: 0 };
  expect(usageOf(call, failed)).toEqual({ ...unused, failure: 'Overloaded' });
  expect(usageOf({ ...call, 'gen_ai.operation.name': 'invoke_agent' })).toBeNull();
  expect(usageOf({ ...call, 'gen_ai.request.model': '' })).toBeNull();
});

test('a cost may be unknown', () => {
  const used = { ...model, 'gen_ai.usage.input_tokens': 1 };
  expect(usageOf({ ...used, 'wf.usage.cost': 'unknown' })).toMatchObject({ cost: null });
  expect(usageOf({ ...used, 'wf.usage.cost': 'free' })).not.toHaveProperty('cost');
});

test('recorded usage without usable counts says why its cost is unknown', () => {
  const recorded = { ...model, 'wf.usage.recorded': true, 'wf.usage.cost': 'unknown', 'wf.usage.reason': 'no counts' };
  expect(usageOf(recorded)).toEqual({
    model: 'm',
    requestedModel: 'm',
    input_tokens: null,
    output_tokens: null,
    cost: null,
    reason: 'no counts',
  });
});

const counted = (attributes: Attributes) => usageOf({ ...model, ...attributes });

test.each<[string, Attributes, number]>([
  ['more is cached than input', { 'gen_ai.usage.input_tokens': 10 }, 5010],
  ['the total says so', { 'gen_ai.usage.input_tokens': 6000, 'gen_ai.usage.total_tokens': 11_020 }, 11_000],
  ['the total says otherwise', { 'gen_ai.usage.input_tokens': 6000, 'gen_ai.usage.total_tokens': 6020 }, 6000],
  ['nothing says so, as the conventions count', { 'gen_ai.usage.input_tokens': 6000 }, 6000],
  [
    'version 5 of the AI SDK reports Anthropic',
    { 'gen_ai.usage.input_tokens': 6000, 'gen_ai.system': 'anthropic.messages', 'ai.usage.cachedInputTokens': 5000 },
    11_000,
  ],
])('cached tokens are input as well: %s', (_why, attributes, input) => {
  const cached = { 'gen_ai.usage.cache_read.input_tokens': 5000, 'gen_ai.usage.output_tokens': 20 };
  expect(counted({ ...cached, ...attributes })).toMatchObject({ input_tokens: input, cache_read_tokens: 5000 });
});

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
  [{ 'gen_ai.operation.name': 'rerank' }, 'rerank', false],
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
