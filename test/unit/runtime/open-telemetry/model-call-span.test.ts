import { type Attributes, ROOT_CONTEXT, type SpanOptions, trace, type Tracer } from '@opentelemetry/api';
import { expect, test } from 'vitest';
import type { JsonObject } from '../../../../src/runtime/model-calls/json.ts';
import { writeModelCallSpan } from '../../../../src/runtime/open-telemetry/model-call-span.ts';

/** Writes the span of a call with these messages, and returns those that it has. */
function writtenMessages(messages: readonly JsonObject[]): unknown {
  const started: Attributes[] = [];
  const tracer = {
    startSpan(_: string, { attributes = {} }: SpanOptions) {
      started.push(attributes);
      return trace.wrapSpanContext({ traceId: '1'.repeat(32), spanId: '2'.repeat(16), traceFlags: 1 });
    },
  };
  const at = new Date(0);
  const request = { isStream: false, asksForUsage: false, messages };
  const call = {
    operation: 'chat',
    host: 'models.example',
    startedAt: at,
    endedAt: at,
    context: ROOT_CONTEXT,
  } as const;
  // Nothing here makes an active span.
  writeModelCallSpan(tracer as unknown as Tracer, { ...call, request, answer: null });
  const text = started[0]?.['gen_ai.input.messages'];
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
