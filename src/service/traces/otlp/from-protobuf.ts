type Read = (field: WireField, depth: number) => unknown;
/** Fields of a message by their numbers: name in OTLP/JSON, how to read it, and whether it repeats. */
type Message = Readonly<Record<number, readonly [name: string, read: Read, repeats?: true]>>;

/** Deepest nesting of values in attributes. */
const MAX_DEPTH = 40;

const UTF8 = new TextDecoder('utf-8', { fatal: false });

const text: Read = (field) => UTF8.decode(bytesOf(field));
const hex: Read = (field) => Buffer.from(bytesOf(field)).toString('hex');
const base64: Read = (field) => Buffer.from(bytesOf(field)).toString('base64');
const int: Read = (field) => Number(BigInt.asIntN(64, numberOf(field)));
const long: Read = (field) => String(BigInt.asIntN(64, numberOf(field)));
const flag: Read = (field) => numberOf(field) !== 0n;
const fixed64: Read = (field) => String(viewOf(field).getBigUint64(0, true));
const double: Read = (field) => viewOf(field).getFloat64(0, true);

const message =
  (fields: () => Message): Read =>
  (field, depth) =>
    readMessage(bytesOf(field), fields(), depth + 1);

/** @source opentelemetry-proto 1.7 common/v1/common.proto */
const ANY_VALUE: Message = {
  1: ['stringValue', text],
  2: ['boolValue', flag],
  3: ['intValue', long],
  4: ['doubleValue', double],
  5: ['arrayValue', message(() => ({ 1: ['values', message(() => ANY_VALUE), true] }))],
  6: ['kvlistValue', message(() => ({ 1: ['values', message(() => KEY_VALUE), true] }))],
  7: ['bytesValue', base64],
};
const KEY_VALUE: Message = { 1: ['key', text], 2: ['value', message(() => ANY_VALUE)] };
const attributes = ['attributes', message(() => KEY_VALUE), true] as const;

/** @source opentelemetry-proto 1.7 trace/v1/trace.proto */
const EVENT: Message = { 1: ['timeUnixNano', fixed64], 2: ['name', text], 3: attributes };
const LINK: Message = { 1: ['traceId', hex], 2: ['spanId', hex], 4: attributes };
const STATUS: Message = { 2: ['message', text], 3: ['code', int] };
const SPAN: Message = {
  1: ['traceId', hex],
  2: ['spanId', hex],
  4: ['parentSpanId', hex],
  5: ['name', text],
  6: ['kind', int],
  7: ['startTimeUnixNano', fixed64],
  8: ['endTimeUnixNano', fixed64],
  9: attributes,
  11: ['events', message(() => EVENT), true],
  13: ['links', message(() => LINK), true],
  15: ['status', message(() => STATUS)],
};
const SCOPE_SPANS: Message = { 2: ['spans', message(() => SPAN), true] };
const RESOURCE_SPANS: Message = {
  1: ['resource', message(() => ({ 1: attributes }))],
  2: ['scopeSpans', message(() => SCOPE_SPANS), true],
};
const EXPORT_REQUEST: Message = { 1: ['resourceSpans', message(() => RESOURCE_SPANS), true] };

/**
 * Converts a request in protobuf to the object that OTLP/JSON has. Unknown fields are skipped, as later releases add some.
 *
 * @throws {WireError} when the bytes are not such a message
 * @source OTLP 1.7.0, OTLP/HTTP
 */
export function fromProtobuf(bytes: Uint8Array): unknown {
  return readMessage(bytes, EXPORT_REQUEST, 0);
}

function readMessage(bytes: Uint8Array, fields: Message, depth: number): Record<string, unknown> {
  if (depth > MAX_DEPTH) throw new WireError('values are nested too deeply');
  const record: Record<string, unknown> = {};
  for (const field of readFields(bytes)) {
    const known = fields[field.number];
    if (known === undefined) continue;
    const [name, read, repeats] = known;
    const value = read(field, depth);
    const before = record[name];
    if (repeats !== true) record[name] = value;
    else if (Array.isArray(before)) before.push(value);
    else record[name] = [value];
  }
  return record;
}

function bytesOf({ number, value }: WireField): Uint8Array {
  if (typeof value !== 'bigint') return value;
  throw new WireError(`field ${number} is a number`);
}

function numberOf({ number, value }: WireField): bigint {
  if (typeof value === 'bigint') return value;
  throw new WireError(`field ${number} is not a number`);
}

function viewOf(field: WireField): DataView {
  const bytes = bytesOf(field);
  if (bytes.length === 8) return new DataView(bytes.buffer, bytes.byteOffset, 8);
  throw new WireError(`field ${field.number} has ${bytes.length} bytes`);
}

/** A field of a protobuf message: a number, or the bytes of a text, a message or a fixed-length number. */
interface WireField {
  readonly number: number;
  readonly value: bigint | Uint8Array;
}

const VARINT = 0;
const FIXED_64 = 1;
const LENGTH = 2;
const FIXED_32 = 5;
const FIXED_BYTES: Readonly<Record<number, number>> = { [FIXED_64]: 8, [FIXED_32]: 4 };

/** The bytes are not a message. */
export class WireError extends Error {}

/**
 * Reads the fields of a protobuf message.
 *
 * @yields the fields in order
 * @throws {WireError} when a field is not whole, or of a type that no message of today has
 * @source https://protobuf.dev/programming-guides/encoding/
 */
export function* readFields(bytes: Uint8Array): Generator<WireField> {
  const at = { offset: 0 };
  while (at.offset < bytes.length) {
    const tag = Number(readVarint(bytes, at));
    const [number, type] = [Math.floor(tag / 8), tag % 8];
    if (number === 0) throw new WireError('a field has the number 0');
    if (type === VARINT) {
      yield { number, value: readVarint(bytes, at) };
      continue;
    }
    const length = type === LENGTH ? Number(readVarint(bytes, at)) : FIXED_BYTES[type];
    if (length === undefined) throw new WireError(`field ${number} has the unknown type ${type}`);
    if (length > bytes.length - at.offset) throw new WireError(`field ${number} is cut off`);
    yield { number, value: bytes.subarray(at.offset, at.offset + length) };
    at.offset += length;
  }
}

function readVarint(bytes: Uint8Array, at: { offset: number }): bigint {
  let value = 0n;
  for (let shift = 0n; shift < 70n; shift += 7n) {
    const byte = bytes[at.offset];
    if (byte === undefined) throw new WireError('a number is cut off');
    at.offset += 1;
    value |= BigInt(byte & 0x7f) << shift;
    if (byte < 0x80) return BigInt.asUintN(64, value);
  }
  throw new WireError('a number has more than 64 bits');
}
