import { type Attributes, type HrTime, SpanStatusCode } from '@opentelemetry/api';
import type { ReadableSpan } from '@opentelemetry/sdk-trace';
import type { CallSpan } from '../tracing/call-trace.ts';
import { type SpanUsage, toSpanUsage } from '../tracing/to-span-usage.ts';
import { isModelCall, readModelNames, readText, readType } from './read-model.ts';
import { readTokenCounts } from './read-token-counts.ts';

/** Set by us when a handler records the cost of a call. */
export const COST_ATTRIBUTE = 'wf.usage.cost';
/** Set by us where the handler recorded a count that is no number. */
export const REASON_ATTRIBUTE = 'wf.usage.reason';
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

/** A failed model call used no known tokens; one that succeeded without reporting any used an unknown number. */
function readUsage({ attributes, status }: ReadableSpan): SpanUsage | null {
  const { model, requestedModel, provider } = readModelNames(attributes);
  const { input_tokens: input, output_tokens: output, ...counts } = readTokenCounts(attributes, provider);
  const isSilent = input === undefined && output === undefined;
  const isRecorded = attributes[RECORDED_ATTRIBUTE] === true;
  const isUnused = isSilent && !isRecorded && (!isModelCall(attributes) || status.code === SpanStatusCode.ERROR);
  if (model === undefined || isUnused) return null;
  const cost = readCost(attributes);
  const reason = readText(attributes, [REASON_ATTRIBUTE]);
  return toSpanUsage({
    model,
    ...(requestedModel === undefined ? {} : { requestedModel }),
    ...(provider === undefined ? {} : { provider }),
    // Embeddings produce no tokens and do not say so; if one direction is reported, the provider counts tokens.
    input_tokens: isSilent ? null : (input ?? 0),
    output_tokens: isSilent ? null : (output ?? 0),
    ...counts,
    ...(cost === undefined ? {} : { cost }),
    ...(reason === undefined ? {} : { reason }),
  });
}

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
