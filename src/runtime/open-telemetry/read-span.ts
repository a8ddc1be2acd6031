import { type Attributes, type HrTime, SpanStatusCode } from '@opentelemetry/api';
import type { ReadableSpan } from '@opentelemetry/sdk-trace';
import { type CallSpan, isModelCallType, type SpanType, type SpanUsage, toSpanUsage } from '../tracing/call-trace.ts';
import { omitUndefined } from '../../foundation/record.ts';
import { NOT_UNDERSTOOD } from '../../contract/evaluations/describe-use.ts';
import { readTokenCounts } from './read-token-counts.ts';

/** Set by us when a handler records the cost of a call. */
export const COST_ATTRIBUTE = 'wf.usage.cost';
/** Set by us where the handler recorded a count that is not a number. */
export const REASON_ATTRIBUTE = 'wf.usage.reason';
/** Set by us on the span of a call that was seen on its connection. */
export const OBSERVED_ATTRIBUTE = 'wf.observed';
/** Set by us on a span that stands for recorded usage: it has a time but no duration. */
export const RECORDED_ATTRIBUTE = 'wf.usage.recorded';

/**
 * Reads a finished span.
 *
 * @source OpenTelemetry semantic conventions 1.38, GenAI; names from before 1.27 are read as well
 */
export function readSpan(span: ReadableSpan): CallSpan {
  const { attributes, status } = span;
  const exception = readException(span);
  return {
    id: span.spanContext().spanId,
    parentId: span.parentSpanContext?.spanId ?? null,
    name: span.name,
    type: readType(attributes),
    startedAt: toDate(span.startTime),
    endedAt: toDate(span.endTime),
    ...(attributes[RECORDED_ATTRIBUTE] === true ? { isUntimed: true } : {}),
    status: {
      code: status.code === SpanStatusCode.ERROR ? 'ERROR' : 'OK',
      ...(status.message === undefined || status.message === '' ? {} : { message: status.message }),
    },
    ...(exception === undefined ? {} : { exception }),
    usage: readUsage(span),
    attributes: { ...attributes },
  };
}

/**
 * A failed model call used no tokens, unless it is known to have begun; one that succeeded without reporting any used an
 * unknown number.
 */
function readUsage({ attributes, status }: ReadableSpan): SpanUsage | null {
  const reason = readText(attributes, [REASON_ATTRIBUTE]);
  const host = attributes['server.address'];
  if (reason === NOT_UNDERSTOOD)
    return { model: String(host), input_tokens: null, output_tokens: null, cost: null, reason };
  const { model, requestedModel, provider } = readModelNames(attributes);
  const { input_tokens: input, output_tokens: output, ...counts } = readTokenCounts(attributes, provider);
  const isSilent = input === undefined && output === undefined;
  const [isRecorded, isSeen] = [RECORDED_ATTRIBUTE, OBSERVED_ATTRIBUTE].map((name) => attributes[name] === true);
  if (model === undefined || (isSilent && !isRecorded && !isSeen && !isModelCall(attributes))) return null;
  const cost = readCost(attributes);
  const failure = status.code === SpanStatusCode.ERROR ? (status.message ?? 'an error') : undefined;
  const named = { model, ...omitUndefined({ requestedModel, provider, failure }) };
  if (isSilent && failure !== undefined && cost === undefined)
    return { ...named, input_tokens: 0, output_tokens: 0, cost: 0 };
  const silent = isSilent || !HAVE_NO_OUTPUT.has(readType(attributes)) ? null : 0;
  return toSpanUsage({
    ...named,
    ...omitUndefined({ cost, reason }),
    input_tokens: input ?? null,
    output_tokens: output ?? silent,
    ...counts,
    ...(isSeen ? { isSeen } : {}),
  });
}

/** Kinds of models that write nothing, and do not say so. */
const HAVE_NO_OUTPUT: ReadonlySet<SpanType> = new Set(['embedding', 'rerank']);

/** A cost that the handler knows to be unknown is written as text: attributes cannot be null. */
function readCost(attributes: Attributes): number | null | undefined {
  const cost = attributes[COST_ATTRIBUTE];
  return typeof cost === 'number' ? cost : cost === 'unknown' ? null : undefined;
}

function readException({ events }: ReadableSpan): CallSpan['exception'] {
  const event = events.findLast(({ name }) => name === 'exception');
  if (event === undefined) return undefined;
  const { attributes = {}, time } = event;
  const [type, message, stacktrace] = ['type', 'message', 'stacktrace'].map((part) => attributes[`exception.${part}`]);
  return { timestamp: toDate(time).toISOString(), type, message, stacktrace };
}

function toDate([seconds, nanoseconds]: HrTime): Date {
  return new Date(seconds * 1000 + nanoseconds / 1e6);
}

interface ModelNames {
  /** The one that answered, or else the requested one. */
  readonly model: string | undefined;
  readonly requestedModel: string | undefined;
  readonly provider: string | undefined;
}

/** Names of attributes: the conventions' newest first, then older ones, those of OpenLLMetry, and those of OpenInference. */
const NAMES = {
  answered: ['gen_ai.response.model', 'llm.response.model'],
  requested: ['gen_ai.request.model', 'llm.request.model', 'llm.model_name', 'embedding.model_name'],
  provider: ['gen_ai.provider.name', 'gen_ai.system', 'llm.provider', 'llm.system', 'llm.vendor'],
} as const;

export function readModelNames(attributes: Attributes): ModelNames {
  const requestedModel = readText(attributes, NAMES.requested);
  return {
    model: readText(attributes, NAMES.answered) ?? requestedModel,
    requestedModel,
    provider: readText(attributes, NAMES.provider)?.toLowerCase(),
  };
}

/** Kinds of spans in the conventions, in OpenInference (capitals), and in OpenLLMetry. */
const TYPES: Readonly<Record<string, SpanType>> = {
  chat: 'chat',
  generate_content: 'chat',
  text_completion: 'completion',
  embeddings: 'embedding',
  execute_tool: 'tool',
  invoke_agent: 'agent',
  create_agent: 'agent',
  retrieval: 'query',
  LLM: 'chat',
  EMBEDDING: 'embedding',
  TOOL: 'tool',
  AGENT: 'agent',
  CHAIN: 'task',
  RETRIEVER: 'query',
  RERANKER: 'rerank',
  completion: 'completion',
  image_generation: 'completion',
  embedding: 'embedding',
  rerank: 'rerank',
  agent: 'agent',
  tool: 'tool',
  task: 'task',
  workflow: 'task',
};

const KINDS = ['gen_ai.operation.name', 'openinference.span.kind', 'llm.request.type', 'traceloop.span.kind'] as const;

export function readType(attributes: Attributes): SpanType {
  return namedType(attributes) ?? (readModelNames(attributes).model === undefined ? 'task' : 'completion');
}

export function isModelCall(attributes: Attributes): boolean {
  return isModelCallType(namedType(attributes));
}

function namedType(attributes: Attributes): SpanType | undefined {
  const named = readText(attributes, KINDS);
  return named !== undefined && Object.hasOwn(TYPES, named) ? TYPES[named] : undefined;
}

function readText(attributes: Attributes, names: readonly string[]): string | undefined {
  return names
    .map((name) => attributes[name])
    .find((value): value is string => typeof value === 'string' && value !== '');
}
