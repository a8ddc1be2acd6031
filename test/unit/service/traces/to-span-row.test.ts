import { expect, test } from 'vitest';
import type { OtlpSpan } from '../../../../src/service/traces/otlp/read-export-request.ts';
import { toSpan, toSpanRow } from '../../../../src/service/traces/to-span-row.ts';

const SPAN: OtlpSpan = {
  traceId: 't1',
  spanId: 's1',
  parentSpanId: '',
  name: 'step',
  kind: 0,
  startTimeUnixNano: 0n,
  endTimeUnixNano: 1_700_000_000_123_456_789n,
  attributes: [],
  resource: [],
  events: [],
  links: [],
  status: { code: 0, message: '' },
};

const attributesOf = (value: unknown) =>
  toSpan(toSpanRow({ ...SPAN, attributes: [{ key: 'k', value }] })).attributes['k'];

test('a span without more is stored with what OpenTelemetry assumes', () => {
  expect(toSpanRow(SPAN)).toEqual({
    id: 't1/s1',
    trace_id: 't1',
    span_id: 's1',
    parent_span_id: null,
    name: 'step',
    kind: 'SPAN_KIND_UNSPECIFIED',
    started_at: '1970-01-01T00:00:00.000000Z',
    ended_at: '2023-11-14T22:13:20.123456Z',
    status_code: 'STATUS_CODE_UNSET',
    status_message: null,
    attributes: '{}',
    events: '[]',
    links: '[]',
  });
});

test('a span is read as it was sent', () => {
  const row = toSpanRow({
    ...SPAN,
    parentSpanId: 's0',
    resource: [{ key: 'service.name', value: { stringValue: 'support' } }],
    attributes: [{ key: 'a', value: { boolValue: false } }],
    events: [{ name: 'e', timeUnixNano: 1_000_007_000n, attributes: [{ key: 'b', value: { doubleValue: 0.5 } }] }],
    links: [{ traceId: 't2', spanId: 's2', attributes: [{ key: 'c', value: { bytesValue: 'AA==' } }] }],
    status: { code: 2, message: 'Too large' },
  });
  expect(toSpan(row)).toEqual({
    context: { trace_id: 't1', span_id: 's1' },
    name: 'step',
    kind: 'SPAN_KIND_UNSPECIFIED',
    start_time: '1970-01-01T00:00:00.000000Z',
    end_time: '2023-11-14T22:13:20.123456Z',
    status_code: 'STATUS_CODE_ERROR',
    status_message: 'Too large',
    attributes: { 'service.name': 'support', a: false },
    events: [{ name: 'e', timestamp: '1970-01-01T00:00:01.000007Z', attributes: { b: 0.5 } }],
    parent: { trace_id: 't1', span_id: 's0' },
    links: [{ context: { trace_id: 't2', span_id: 's2' }, attributes: { c: 'AA==' } }],
  });
});

test('kinds and states have the names of OpenTelemetry, unknown numbers the first', () => {
  const kinds = ['UNSPECIFIED', 'INTERNAL', 'SERVER', 'CLIENT', 'PRODUCER', 'CONSUMER', 'UNSPECIFIED'];
  expect(kinds.map((_, kind) => toSpanRow({ ...SPAN, kind }).kind)).toEqual(kinds.map((kind) => `SPAN_KIND_${kind}`));
  const states = ['UNSET', 'OK', 'ERROR', 'UNSET'];
  const codes = states.map((_, code) => toSpanRow({ ...SPAN, status: { code, message: '' } }).status_code);
  expect(codes).toEqual(states.map((state) => `STATUS_CODE_${state}`));
});

test('texts are stored without what a database refuses', () => {
  const row = toSpanRow({ ...SPAN, name: 'a\0b\uD800', status: { code: 1, message: '\0' } });
  expect([row.name, row.status_message]).toEqual(['a\uFFFDb\uFFFD', '\uFFFD']);
});

test.each([
  [{ stringValue: 'x' }, 'x'],
  [{ stringValue: { x: 1 } }, null],
  [{ boolValue: true }, true],
  [{ doubleValue: 1.5 }, 1.5],
  [{ bytesValue: 'AA==' }, 'AA=='],
  [{ intValue: '9007199254740991' }, 9_007_199_254_740_991],
  [{ intValue: '9007199254740992' }, '9007199254740992'],
  [{ arrayValue: { values: [{ intValue: 1 }, { stringValue: 'x' }, null] } }, [1, 'x', null]],
  [{ arrayValue: { values: 'none' } }, []],
  [{ arrayValue: {} }, []],
  [{ arrayValue: null }, []],
  [
    { kvlistValue: { values: [{ key: 'a', value: { intValue: 1 } }, { key: 2 }, 'b', null, {}, { key: 'c' }] } },
    { a: 1, c: null },
  ],
  [{ kvlistValue: {} }, {}],
  [{ newValue: 1 }, null],
  [{}, null],
  [null, null],
  ['text', null],
])('the value %j is read as %j', (value, read) => {
  expect(attributesOf(value)).toEqual(read);
});

const nest = (levels: number, wrap: (value: unknown) => unknown): unknown =>
  levels === 0 ? { intValue: 1 } : wrap(nest(levels - 1, wrap));

test.each([
  ['lists', (value: unknown) => ({ arrayValue: { values: [value] } }), '[', ']'],
  ['records', (value: unknown) => ({ kvlistValue: { values: [{ key: 'k', value }] } }), '{"k":', '}'],
])('%s are nested forty levels at most; what is deeper is null', (_, wrap, open, close) => {
  const around = (levels: number, text: string) => `${open.repeat(levels)}${text}${close.repeat(levels)}`;
  expect(JSON.stringify(attributesOf(nest(40, wrap)))).toBe(around(40, '1'));
  expect(JSON.stringify(attributesOf(nest(41, wrap)))).toBe(around(41, 'null'));
});
