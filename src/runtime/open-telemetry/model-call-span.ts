import { type Attributes, SpanKind, SpanStatusCode, type Tracer } from '@opentelemetry/api';
import { toRecord, type UnknownRecord } from '../../foundation/record.ts';
import { type MessagePart, type ModelAnswer, toList } from '../model-calls/answers/model-answer.ts';
import { type ModelCall, modelOf } from '../model-calls/open-exchange.ts';
import { toSpanUsage } from '../tracing/call-trace.ts';
import { COST_ATTRIBUTE, REASON_ATTRIBUTE } from './read-span.ts';
import { writeTokenCounts } from './read-token-counts.ts';

/** Set by us on the span of a call that was seen on its connection. */
const OBSERVED_ATTRIBUTE = 'wf.observed';

/**
 * Writes the span of a model call that no instrumentation made one of.
 *
 * @source OpenTelemetry semantic conventions 1.38, GenAI
 */
export function writeModelCallSpan(tracer: Tracer, call: ModelCall): void {
  const { operation, startedAt, endedAt, context, failure } = call;
  const options = { kind: SpanKind.CLIENT, startTime: startedAt, attributes: toAttributes(call) };
  const span = tracer.startSpan(`${operation} ${modelOf(call)}`, options, context);
  if (failure !== undefined) span.setStatus({ code: SpanStatusCode.ERROR, message: failure });
  span.end(endedAt);
}

function toAttributes(call: ModelCall): Attributes {
  const { operation, provider, host, request, answer, reason } = call;
  return {
    [OBSERVED_ATTRIBUTE]: true,
    'gen_ai.operation.name': operation,
    'gen_ai.provider.name': provider,
    'server.address': host,
    'gen_ai.request.model': request.model,
    'gen_ai.request.max_tokens': request.maxTokens,
    'gen_ai.request.temperature': request.temperature,
    'gen_ai.input.messages': toMessages(request.messages),
    ...(answer === null ? {} : toAnswerAttributes(answer)),
    ...(reason === undefined ? {} : { [COST_ATTRIBUTE]: 'unknown', [REASON_ATTRIBUTE]: reason }),
  };
}

function toAnswerAttributes({ id, model, tokens, parts, finishReasons }: ModelAnswer): Attributes {
  const message = { role: 'assistant', parts, finish_reason: finishReasons[0] };
  return {
    'gen_ai.response.id': id,
    'gen_ai.response.model': model,
    'gen_ai.response.finish_reasons': finishReasons.length === 0 ? undefined : [...finishReasons],
    ...(tokens === undefined ? {} : writeTokenCounts(toSpanUsage({ model: model ?? '', ...tokens }))),
    'gen_ai.output.messages': parts.length === 0 ? undefined : toJson([message]),
  };
}

/** An attribute holds 16 KiB: the newest messages that fit. */
const MAX_MESSAGES_LENGTH = 16_000;
const MAX_TEXT_LENGTH = 4000;

function toMessages(messages: readonly UnknownRecord[]): string | undefined {
  if (messages.length === 0) return undefined;
  const fitting: string[] = [];
  let length = 2;
  // Long conversations have thousands: each is written once, and those that do not fit not at all.
  for (const message of messages.toReversed()) {
    const text = toJson({ role: message['role'], parts: toParts(message) });
    length += text.length + 1;
    if (fitting.length > 0 && length > MAX_MESSAGES_LENGTH) break;
    fitting.unshift(text);
  }
  return `[${fitting.join(',')}]`;
}

function toParts({ content, tool_calls: calls, ...message }: UnknownRecord): readonly object[] {
  const texts = typeof content === 'string' ? [{ type: 'text', content }] : toList(content).map(toPart);
  const called = toList(calls).map((call): MessagePart => {
    const { id, function: named } = toRecord(call);
    return { type: 'tool_call', id, name: toRecord(named)['name'], arguments: toRecord(named)['arguments'] };
  });
  const { type, call_id: id, output, name, arguments: given } = message;
  if (type === 'function_call') return [{ type: 'tool_call', id, name, arguments: given }];
  if (type === 'function_call_output') return [{ type: 'tool_call_response', id, response: output }];
  return [...texts, ...called];
}

/** Images and files are named, not repeated. */
function toPart(part: unknown): object {
  const { type, text, id, name, input, tool_use_id: answered, content } = toRecord(part);
  if (typeof part === 'string') return { type: 'text', content: part };
  if (typeof text === 'string') return { type: 'text', content: text };
  if (type === 'tool_use') return { type: 'tool_call', id, name, arguments: input };
  if (type === 'tool_result') return { type: 'tool_call_response', id: answered, response: content };
  return { type: String(type) };
}

function toJson(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'string' && inner.length > MAX_TEXT_LENGTH ? `${inner.slice(0, MAX_TEXT_LENGTH)}…` : inner,
  );
}
