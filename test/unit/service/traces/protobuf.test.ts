import { expect, test } from 'vitest';
import { fromProtobuf, readFields, WireError } from '../../../../src/service/traces/otlp/from-protobuf.ts';

/** Writes a field with the bytes of its content; all are shorter than 128. */
const field = (number: number, ...content: number[]) => [number * 8 + 2, content.length, ...content];
const text = (number: number, value: string) => field(number, ...Buffer.from(value));
const number = (at: number, ...varint: number[]) => [at * 8, ...varint];
const fixed = (at: number, ...eight: number[]) => [at * 8 + 1, ...eight];

const read = (...bytes: number[]) => fromProtobuf(Uint8Array.from(bytes));
const request = (...span: number[]) => field(1, ...field(2, ...field(2, ...span)));
const spanOf = (...fields: number[]) =>
  (read(...request(...fields)) as { resourceSpans: [{ scopeSpans: [{ spans: [unknown] }] }] }).resourceSpans[0]
    .scopeSpans[0].spans[0];
const valueOf = (...value: number[]) => spanOf(...field(9, ...text(1, 'k'), ...field(2, ...value)));

test('a request without fields is an empty one, and unknown fields are skipped', () => {
  expect(read()).toEqual({});
  expect(read(...number(9, 1), ...text(2, 'new'))).toEqual({});
});

test('fields that repeat are lists, of others the last counts', () => {
  const attribute = (name: string) => field(1, ...text(1, name));
  expect(
    read(...field(1, ...field(1, ...attribute('a'), ...attribute('b'))), ...field(1, ...field(2), ...field(2))),
  ).toEqual({
    resourceSpans: [{ resource: { attributes: [{ key: 'a' }, { key: 'b' }] } }, { scopeSpans: [{}, {}] }],
  });
  expect(spanOf(...text(5, 'first'), ...text(5, 'last'))).toEqual({ name: 'last' });
});

test('every field of a span has its name in JSON', () => {
  const id = field(1, 0x0a, 0xbc);
  const attribute = [...text(1, 'k'), ...field(2, ...text(1, 'v'))];
  const attributes = [{ key: 'k', value: { stringValue: 'v' } }];
  expect(
    spanOf(
      ...id,
      ...field(2, 0xff),
      ...field(4, 0x00),
      ...text(5, 'ü'),
      ...number(6, 3),
      ...fixed(7, 1, 0, 0, 0, 0, 0, 0, 0),
      ...fixed(8, 0, 1, 0, 0, 0, 0, 0, 0x80),
      ...field(9, ...attribute),
      ...field(11, ...fixed(1, 2, 0, 0, 0, 0, 0, 0, 0), ...text(2, 'event'), ...field(3, ...attribute)),
      ...field(13, ...id, ...field(2, 0x01), ...field(4, ...attribute)),
      ...field(15, ...text(2, 'why'), ...number(3, 2)),
    ),
  ).toEqual({
    traceId: '0abc',
    spanId: 'ff',
    parentSpanId: '00',
    name: 'ü',
    kind: 3,
    startTimeUnixNano: '1',
    endTimeUnixNano: String(2n ** 63n + 256n),
    attributes,
    events: [{ timeUnixNano: '2', name: 'event', attributes }],
    links: [{ traceId: '0abc', spanId: '01', attributes }],
    status: { message: 'why', code: 2 },
  });
});

const MINUS_ONE = [...Array.from({ length: 9 }, () => 0xff), 0x01];

test.each([
  ['a text', text(1, 'x'), { stringValue: 'x' }],
  ['true', number(2, 1), { boolValue: true }],
  ['false', number(2, 0), { boolValue: false }],
  ['a number', number(3, 5), { intValue: '5' }],
  ['a negative number', number(3, ...MINUS_ONE), { intValue: '-1' }],
  ['a fraction', fixed(4, 0, 0, 0, 0, 0, 0, 0xf8, 0x3f), { doubleValue: 1.5 }],
  ['a list', field(5, ...field(1, ...number(3, 1)), ...field(1)), { arrayValue: { values: [{ intValue: '1' }, {}] } }],
  ['a record', field(6, ...field(1, ...text(1, 'a'))), { kvlistValue: { values: [{ key: 'a' }] } }],
  ['bytes', field(7, 0, 255), { bytesValue: 'AP8=' }],
])('%s is read as a value', (_, bytes, value) => {
  expect(valueOf(...bytes)).toEqual({ attributes: [{ key: 'k', value }] });
});

test('a negative status is read as such', () => {
  expect(spanOf(...field(15, ...number(3, ...MINUS_ONE)))).toEqual({ status: { code: -1 } });
});

test.each([
  ['a text that is a number', number(5, 1), 'field 5 is a number'],
  ['a number that is a text', text(6, 'x'), 'field 6 is not a number'],
  ['a time of seven bytes', field(7, 1, 2, 3, 4, 5, 6, 7), 'field 7 has 7 bytes'],
])('%s is refused', (_, bytes, message) => {
  expect(() => spanOf(...bytes)).toThrow(new WireError(message));
});

test('messages are nested forty levels at most', () => {
  const wrap = (tag: number, bytes: Uint8Array): Uint8Array =>
    Buffer.concat([Buffer.from([tag * 8 + 2]), varint(bytes.length), bytes]);
  // The value of an attribute is at level 5. A list around it adds two levels, a record three.
  const nested = (lists: number, records: number) => {
    let value: Uint8Array = Uint8Array.of(0x18, 1);
    for (let level = 0; level < lists; level += 1) value = wrap(5, wrap(1, value));
    for (let level = 0; level < records; level += 1) value = wrap(6, wrap(1, wrap(2, value)));
    return wrap(1, wrap(2, wrap(2, wrap(9, wrap(2, value)))));
  };
  expect(() => fromProtobuf(nested(16, 1))).not.toThrow();
  expect(() => fromProtobuf(nested(18, 0))).toThrow(new WireError('values are nested too deeply'));
});

function varint(value: number): Buffer {
  return value < 128 ? Buffer.from([value]) : Buffer.from([(value % 128) + 128, Math.floor(value / 128)]);
}

const readAll = (...bytes: number[]) => [...readFields(Uint8Array.from(bytes))];
const bytesOf = (...values: number[]) => Uint8Array.from(values);

test('numbers, texts and fixed-length numbers are read in order', () => {
  expect(readAll()).toEqual([]);
  expect(readAll(0x08, 0x96, 0x01, 0x12, 2, 7, 8, 0x19, 1, 2, 3, 4, 5, 6, 7, 8, 0x25, 1, 2, 3, 4)).toEqual([
    { number: 1, value: 150n },
    { number: 2, value: bytesOf(7, 8) },
    { number: 3, value: bytesOf(1, 2, 3, 4, 5, 6, 7, 8) },
    { number: 4, value: bytesOf(1, 2, 3, 4) },
  ]);
});

test('a field may be empty, and its number may have several bytes', () => {
  expect(readAll(0x0a, 0)).toEqual([{ number: 1, value: bytesOf() }]);
  expect(readAll(0x80, 0x01, 0x7f)).toEqual([{ number: 16, value: 127n }]);
});

test('a number has 64 bits; a tenth byte adds only the last of them', () => {
  const nine = Array.from({ length: 9 }, () => 0xff);
  expect(readAll(0x08, ...nine, 0x01)).toEqual([{ number: 1, value: 2n ** 64n - 1n }]);
  expect(readAll(0x08, ...nine, 0x7f)).toEqual([{ number: 1, value: 2n ** 64n - 1n }]);
});

test.each([
  ['a field without a number', [0x00], 'a field has the number 0'],
  ['an unknown type', [0x0b], 'field 1 has the unknown type 3'],
  ['a text with too few bytes', [0x0a, 2, 7], 'field 1 is cut off'],
  ['a short number of eight bytes', [0x11, 1, 2, 3, 4, 5, 6, 7], 'field 2 is cut off'],
  ['a short number of four bytes', [0x1d, 1, 2, 3], 'field 3 is cut off'],
  ['a number that goes on', [0x08, 0x80], 'a number is cut off'],
  ['a tag that goes on', [0x80], 'a number is cut off'],
  ['a number of eleven bytes', [0x08, ...Array.from({ length: 11 }, () => 0x80)], 'a number has more than 64 bits'],
])('%s is refused', (_, wrong, message) => {
  expect(() => readAll(...wrong)).toThrow(new WireError(message));
});
