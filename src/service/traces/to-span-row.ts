import type { Span } from '../../contract/traces/span.ts';
import { toStorable } from '../store/any-value.ts';
import { type Database, fromJson } from '../store/schema.ts';
import type { OtlpSpan } from './otlp/read-export-request.ts';

export type SpanRow = Database['spans'];

const KINDS = ['UNSPECIFIED', 'INTERNAL', 'SERVER', 'CLIENT', 'PRODUCER', 'CONSUMER'];
const STATUSES = ['UNSET', 'OK', 'ERROR'];

export function toSpanRow(span: OtlpSpan): SpanRow {
  const { kind, status } = span;
  const events = span.events.map(({ name, timeUnixNano, attributes }) => ({
    name,
    timestamp: toTime(timeUnixNano),
    attributes: toRecord(attributes),
  }));
  const links = span.links.map(({ traceId: trace_id, spanId: span_id, attributes }) => ({
    context: { trace_id, span_id },
    attributes: toRecord(attributes),
  }));
  return {
    id: `${span.traceId}/${span.spanId}`,
    trace_id: span.traceId,
    span_id: span.spanId,
    parent_span_id: span.parentSpanId || null,
    name: toStorable(span.name),
    kind: `SPAN_KIND_${KINDS[kind] ?? 'UNSPECIFIED'}`,
    started_at: toTime(span.startTimeUnixNano),
    ended_at: toTime(span.endTimeUnixNano),
    status_code: `STATUS_CODE_${STATUSES[status.code] ?? 'UNSET'}`,
    status_message: status.message === '' ? null : toStorable(status.message),
    attributes: JSON.stringify({ ...toRecord(span.resource), ...toRecord(span.attributes) }),
    events: JSON.stringify(events),
    links: JSON.stringify(links),
  };
}

export function toSpan(row: SpanRow): Span {
  const { trace_id, span_id, parent_span_id, name, kind, status_code, status_message } = row;
  return {
    context: { trace_id, span_id },
    name,
    kind,
    start_time: row.started_at,
    end_time: row.ended_at,
    status_code,
    status_message,
    attributes: fromJson(row.attributes),
    events: fromJson(row.events),
    parent: parent_span_id === null ? null : { trace_id, span_id: parent_span_id },
    links: fromJson(row.links),
  };
}

/** Writes a time of the wire in UTC, to the microsecond. */
function toTime(nanos: bigint): string {
  const milliseconds = new Date(Number(nanos / 1_000_000n)).toISOString().slice(0, -1);
  return `${milliseconds}${String((nanos / 1000n) % 1000n).padStart(3, '0')}Z`;
}

/** Deepest nesting of values. */
const MAX_DEPTH = 40;

function toRecord(attributes: readonly { readonly key: string; readonly value?: unknown }[], depth = 0) {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, toValue(value, depth)] as const));
}

/** Reads a value of OTLP/JSON. Beyond the depth, and of an unknown kind, it is null. */
function toValue(value: unknown, depth: number): unknown {
  if (depth > MAX_DEPTH || typeof value !== 'object' || value === null) return null;
  const [[kind, content] = []] = Object.entries(value);
  switch (kind) {
    case 'intValue':
      return toInteger(content);
    case 'arrayValue':
      return valuesOf(content).map((one) => toValue(one, depth + 1));
    case 'kvlistValue':
      return toRecord(valuesOf(content).filter(isKeyed), depth + 1);
    case 'stringValue':
    case 'boolValue':
    case 'doubleValue':
    case 'bytesValue':
      return typeof content === 'object' ? null : content;
    default:
      return null;
  }
}

/** A number that a double cannot hold stays text. */
function toInteger(content: unknown): unknown {
  const number = Number(content);
  return Number.isSafeInteger(number) ? number : String(content);
}

function valuesOf(content: unknown): readonly unknown[] {
  const { values = [] } = (content ?? {}) as { values?: unknown };
  return Array.isArray(values) ? values : [];
}

function isKeyed(value: unknown): value is { readonly key: string } {
  return typeof value === 'object' && value !== null && 'key' in value && typeof value.key === 'string';
}
