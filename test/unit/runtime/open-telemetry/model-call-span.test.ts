import { ROOT_CONTEXT, SpanKind, SpanStatusCode } from '@opentelemetry/api';
import { InMemorySpanExporter, SimpleSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import { expect, test } from 'vitest';
import type { UnknownRecord } from '../../../../src/foundation/record.ts';
import type { ModelAnswer } from '../../../../src/runtime/model-calls/answers/model-answer.ts';
import type { ModelCall } from '../../../../src/runtime/model-calls/open-exchange.ts';
import { writeModelCallSpan } from '../../../../src/runtime/open-telemetry/model-call-span.ts';

const AT = new Date(1000);
const CALL: ModelCall = {
  operation: 'chat',
  provider: 'openai',
  host: 'api.openai.com',
  startedAt: AT,
  endedAt: new Date(2000),
  context: ROOT_CONTEXT,
  request: { model: 'm', isStream: false, asksForUsage: false, maxTokens: 9, temperature: 0.5, messages: [] },
  answer: null,
};

/** Writes the span of a call, and returns what OpenTelemetry exports of it. */
function written(changes: Partial<ModelCall>) {
  const exporter = new InMemorySpanExporter();
  const provider = new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter })] });
  writeModelCallSpan(provider.getTracer('test'), { ...CALL, ...changes });
  return exporter.getFinishedSpans().map(({ name, kind, startTime, endTime, status, attributes }) => ({
    name,
    kind,
    seconds: [startTime[0], endTime[0]],
    status,
    attributes,
  }));
}

/** Returns the messages that the span of a call with these has. */
function writtenMessages(messages: readonly UnknownRecord[]): unknown {
  const [span] = written({ request: { isStream: false, asksForUsage: false, messages } });
  const text = span?.attributes['gen_ai.input.messages'];
  return typeof text === 'string' ? JSON.parse(text) : text;
}

const toMessage = (content: string) => ({ role: 'user', content });
const toWritten = (content: string) => ({ role: 'user', parts: [{ type: 'text', content }] });

test('a span has the messages of the request, in their order', () => {
  expect(writtenMessages([toMessage('one'), toMessage('two')])).toEqual([toWritten('one'), toWritten('two')]);
  expect(writtenMessages([])).toBeUndefined();
});

test('of a long conversation, it has the newest messages that fit', () => {
  const texts = Array.from({ length: 5000 }, (_, index) => `${index} ${'x'.repeat(1900)}`);
  expect(writtenMessages(texts.map(toMessage))).toEqual(texts.slice(-8).map(toWritten));
});

test('of one long text, it has the beginning', () => {
  expect(writtenMessages([toMessage('y'.repeat(20_000))])).toEqual([toWritten(`${'y'.repeat(4000)}…`)]);
});

test('it always has the newest message', () => {
  const parts = Array.from({ length: 6 }, () => ({ type: 'text', text: 'z'.repeat(4000) }));
  const newest = { role: 'user', content: parts };
  expect(writtenMessages([toMessage('old'), newest])).toEqual([
    { role: 'user', parts: parts.map(({ text }) => ({ type: 'text', content: text })) },
  ]);
});

const ATTRIBUTES = {
  'wf.observed': true,
  'gen_ai.operation.name': 'chat',
  'gen_ai.provider.name': 'openai',
  'server.address': 'api.openai.com',
  'gen_ai.request.model': 'm',
  'gen_ai.request.max_tokens': 9,
  'gen_ai.request.temperature': 0.5,
};
const UNSET = { code: SpanStatusCode.UNSET };
const spanOf = (name: string, attributes: object, status: object = UNSET) => [
  { name, kind: SpanKind.CLIENT, seconds: [1, 2], status, attributes },
];

test('the span of a failed call says what was asked, and why it failed', () => {
  const failed = { code: SpanStatusCode.ERROR, message: '503: Overloaded.' };
  expect(written({ failure: '503: Overloaded.' })).toEqual(spanOf('chat m', ATTRIBUTES, failed));
});

test('the span of an answered call has all that it says', () => {
  const answer: ModelAnswer = {
    id: 'a',
    model: 'm-1',
    tokens: {
      input_tokens: 20,
      output_tokens: 10,
      cache_read_tokens: 1,
      cache_write_tokens: 3,
      cache_write_1h_tokens: 2,
      reasoning_tokens: 4,
      service_tier: 'flex',
      batch: true,
      isCacheIncluded: true,
    },
    parts: [{ type: 'text', content: 'Hi' }],
    finishReasons: ['stop', 'length'],
  };
  expect(written({ answer })).toEqual(
    spanOf('chat m-1', {
      ...ATTRIBUTES,
      'gen_ai.response.id': 'a',
      'gen_ai.response.model': 'm-1',
      'gen_ai.response.finish_reasons': ['stop', 'length'],
      'gen_ai.usage.input_tokens': 20,
      'gen_ai.usage.output_tokens': 10,
      'gen_ai.usage.cache_read.input_tokens': 1,
      'gen_ai.usage.cache_creation.input_tokens': 3,
      'gen_ai.usage.reasoning.output_tokens': 4,
      'wf.usage.cache_write_1h_tokens': 2,
      'wf.usage.service_tier': 'flex',
      'wf.usage.batch': true,
      'gen_ai.output.messages':
        '[{"role":"assistant","parts":[{"type":"text","content":"Hi"}],"finish_reason":"stop"}]',
    }),
  );
});

test('the span of an answer without tokens says why its cost is unknown', () => {
  expect(written({ answer: { parts: [], finishReasons: [] }, reason: 'no tokens' })).toEqual(
    spanOf('chat m', { ...ATTRIBUTES, 'wf.usage.cost': 'unknown', 'wf.usage.reason': 'no tokens' }),
  );
  const counted = { parts: [], finishReasons: [], tokens: { input_tokens: 1, output_tokens: 0 } };
  expect(written({ answer: counted })).toEqual(
    spanOf('chat m', { ...ATTRIBUTES, 'gen_ai.usage.input_tokens': 1, 'gen_ai.usage.output_tokens': 0 }),
  );
});

test.each([
  [
    { content: null, tool_calls: [{ id: 't', function: { name: 'search', arguments: '{}' } }, 7] },
    [{ type: 'tool_call', id: 't', name: 'search', arguments: '{}' }, { type: 'tool_call' }],
  ],
  [
    { content: 'Hm.', tool_calls: [{ id: 't', function: { name: 'search' } }] },
    [
      { type: 'text', content: 'Hm.' },
      { type: 'tool_call', id: 't', name: 'search' },
    ],
  ],
  [
    { type: 'function_call', call_id: 'c', name: 'search', arguments: '{}', content: 'x' },
    [{ type: 'tool_call', id: 'c', name: 'search', arguments: '{}' }],
  ],
  [
    { type: 'function_call_output', call_id: 'c', output: 'found' },
    [{ type: 'tool_call_response', id: 'c', response: 'found' }],
  ],
  [
    {
      content: [
        'plain',
        { type: 'text', text: 'Hi' },
        { type: 'tool_use', id: 'u', name: 'search', input: { a: 1 } },
        { type: 'tool_result', tool_use_id: 'u', content: 'found' },
        { type: 'image_url', image_url: { url: 'data:...' } },
        null,
      ],
    },
    [
      { type: 'text', content: 'plain' },
      { type: 'text', content: 'Hi' },
      { type: 'tool_call', id: 'u', name: 'search', arguments: { a: 1 } },
      { type: 'tool_call_response', id: 'u', response: 'found' },
      { type: 'image_url' },
      { type: 'undefined' },
    ],
  ],
])('a message has its texts and calls; images are only named: %j', (message, parts) => {
  expect(writtenMessages([{ role: 'assistant', ...message }])).toEqual([{ role: 'assistant', parts }]);
});

test('messages up to 16,000 characters fit, with their commas and brackets', () => {
  const overhead = JSON.stringify(toWritten('')).length + 1;
  const long = 'x'.repeat(3990);
  const short = 'y'.repeat(16_000 - 2 - 3 * (3990 + overhead) - overhead);
  const others = [long, long, long].map(toMessage);
  expect(writtenMessages([toMessage(short), ...others])).toEqual([short, long, long, long].map(toWritten));
  expect(writtenMessages([toMessage(`${short}y`), ...others])).toEqual([long, long, long].map(toWritten));
});
