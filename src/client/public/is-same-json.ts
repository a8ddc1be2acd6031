import { isDeepStrictEqual } from 'node:util';

/** Returns whether two values are the same once they were sent as JSON, whatever their prototypes and key order. */
export function isSameJson(one: unknown, other: unknown): boolean {
  return isDeepStrictEqual(toSent(one), toSent(other));
}

function toSent(value: unknown): unknown {
  return value === undefined ? undefined : JSON.parse(JSON.stringify(value));
}
