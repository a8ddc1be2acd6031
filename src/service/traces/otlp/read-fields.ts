/** A field of a protobuf message: a number, or the bytes of a text, a message or a fixed-length number. */
export interface WireField {
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
