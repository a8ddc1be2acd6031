import type { Migration } from './migration.ts';

/** Spans of traces that programs send by OTLP. The id joins those of the trace and the span. */
export const spans: Migration = {
  number: 31,
  name: 'spans',
  statements: ({ text }) => [
    `create table spans (
      id ${text} primary key, trace_id ${text} not null, span_id ${text} not null, parent_span_id ${text},
      name text not null, kind ${text} not null, started_at ${text} not null, ended_at ${text} not null,
      status_code ${text} not null, status_message text, attributes text not null, events text not null,
      links text not null)`,
    'create index spans_by_time on spans (started_at, id)',
    'create index spans_by_span on spans (span_id)',
  ],
};
