import { type Attributes, SpanStatusCode } from '@opentelemetry/api';
import type { ReadableSpan } from '@opentelemetry/sdk-trace';
import { expect, test } from 'vitest';
import { readSpan } from '../../../../src/runtime/open-telemetry/read-span.ts';

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

test.each([
  ['chat', 'chat'],
  ['generate_content', 'chat'],
  ['text_completion', 'completion'],
  ['embeddings', 'embedding'],
  ['execute_tool', 'tool'],
  ['invoke_agent', 'agent'],
  ['create_agent', 'agent'],
  ['rerank', 'rerank'],
  ['retrieval', 'query'],
  ['other', 'task'],
])('the operation %s has the type %s', (operation, type) => {
  expect(readSpan(span({ 'gen_ai.operation.name': operation })).type).toBe(type);
});

test('a model without an operation is a completion', () => {
  expect(readSpan(span(model)).type).toBe('completion');
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
    cached_tokens: 0,
    cost: 0.5,
  });
});

test('names from before 1.27 are read as well', () => {
  expect(
    usageOf({
      'gen_ai.response.model': 'm',
      'gen_ai.system': 'old',
      'gen_ai.usage.prompt_tokens': 3,
      'gen_ai.usage.completion_tokens': 0,
    }),
  ).toEqual({ model: 'm', provider: 'old', input_tokens: 3, output_tokens: 0 });
});

test('one reported direction is enough, and counts that cannot be are ignored', () => {
  expect(usageOf({ ...model, 'gen_ai.usage.output_tokens': 2 })).toMatchObject({ input_tokens: 0, output_tokens: 2 });
  const odd = {
    'gen_ai.usage.input_tokens': -1,
    'gen_ai.usage.prompt_tokens': 5,
    'gen_ai.usage.output_tokens': Infinity,
  };
  expect(usageOf({ ...model, ...odd })).toMatchObject({ input_tokens: 5, output_tokens: 0 });
});

test('a model call without reported tokens has unknown ones, unless it failed', () => {
  const call = { ...model, 'gen_ai.operation.name': 'chat' };
  expect(usageOf(call)).toEqual({ model: 'm', requestedModel: 'm', input_tokens: null, output_tokens: null });
  expect(usageOf(call, { status: { code: SpanStatusCode.ERROR } })).toBeNull();
  expect(usageOf({ ...call, 'gen_ai.operation.name': 'invoke_agent' })).toBeNull();
  expect(usageOf({ ...call, 'gen_ai.request.model': '' })).toBeNull();
});

test('a cost may be unknown', () => {
  const used = { ...model, 'gen_ai.usage.input_tokens': 1 };
  expect(usageOf({ ...used, 'wf.usage.cost': 'unknown' })).toMatchObject({ cost: null });
  expect(usageOf({ ...used, 'wf.usage.cost': 'free' })).not.toHaveProperty('cost');
});
