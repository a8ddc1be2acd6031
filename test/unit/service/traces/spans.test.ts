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
