import { type Attributes, SpanKind, SpanStatusCode, type Tracer } from '@opentelemetry/api';
import { omitUndefined, toRecord, type UnknownRecord } from '../../foundation/record.ts';
import { type MessagePart, type ModelAnswer, toList } from '../model-calls/answers/model-answer.ts';
import { NOT_UNDERSTOOD } from '../../contract/evaluations/describe-use.ts';
import { type ModelCall, modelOf } from '../model-calls/open-exchange.ts';
import { type SpanUsage, toSpanUsage } from '../tracing/call-trace.ts';
import { COST_ATTRIBUTE, OBSERVED_ATTRIBUTE, REASON_ATTRIBUTE } from './read-span.ts';
import { writeTokenCounts } from './read-token-counts.ts';

/**
 * Writes the span of a model call that no instrumentation made one of.
 *
 * @source OpenTelemetry semantic conventions 1.38, GenAI
 */
export function writeModelCallSpan(tracer: Tracer, call: ModelCall): void {
  const { operation, startedAt, endedAt, context, failure, host, isUnknown = false } = call;
  const options = { kind: SpanKind.CLIENT, startTime: startedAt, attributes: toAttributes(call) };
  const name = isUnknown ? `call to ${host}` : `${operation} ${modelOf(call)}`;
  const span = tracer.startSpan(name, options, context);
  if (failure !== undefined) span.setStatus({ code: SpanStatusCode.ERROR, message: failure });
  span.end(endedAt);
}

function toAttributes(call: ModelCall): Attributes {
  const { operation, provider, host, request, answer, reason, isUnknown = false } = call;
  if (isUnknown) return { [OBSERVED_ATTRIBUTE]: true, 'server.address': host, ...unknownCost(NOT_UNDERSTOOD) };
  return {
    [OBSERVED_ATTRIBUTE]: true,
    'gen_ai.operation.name': operation,
    'gen_ai.provider.name': provider,
    'server.address': host,
    'gen_ai.request.model': request.model ?? (answer?.model === undefined ? modelOf(call) : undefined),
    'gen_ai.request.max_tokens': request.maxTokens,
    'gen_ai.request.temperature': request.temperature,
    'gen_ai.input.messages': toMessages(request.messages),
    ...(reason === undefined ? {} : unknownCost(reason)),
    ...(answer === null ? {} : { ...toAnswerAttributes(answer), ...toCostAttribute(toSeenUsage(call)?.cost) }),
  };
}

function unknownCost(reason: string): Attributes {
  return { [COST_ATTRIBUTE]: 'unknown', [REASON_ATTRIBUTE]: reason };
}

function toCostAttribute(cost: number | null | undefined): Attributes {
  return typeof cost === 'number' ? { [COST_ATTRIBUTE]: cost } : {};
}

/** Providers that tell the price of each call. */
const TELL_COSTS: ReadonlySet<string | undefined> = new Set(['openrouter', 'perplexity']);

/**
 * Returns what a call used, as far as its connection shows it; a call that was refused used nothing.
 *
 * @returns `null` if it reported no tokens
 */
export function toSeenUsage(call: ModelCall): SpanUsage | null {
  const { provider, answer, failure, reason, request } = call;
  const named = { ...omitUndefined({ provider, failure }), model: modelOf(call), isSeen: true };
  if (answer === null) return failure === undefined ? null : { ...named, input_tokens: 0, output_tokens: 0, cost: 0 };
  const { tokens, cost: told } = answer;
  const requestedModel = request.model === named.model ? undefined : request.model;
  const cost = TELL_COSTS.has(provider) ? told : undefined;
  if (tokens !== undefined) {
    const unknown = cost === undefined && reason !== undefined ? { cost: null, reason } : {};
    return toSpanUsage({ ...named, ...tokens, ...omitUndefined({ requestedModel, cost }), ...unknown });
  }
  return failure === undefined
    ? null
    : { ...named, input_tokens: null, output_tokens: null, cost: null, ...omitUndefined({ reason }) };
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
