/** JSON of others, of which nothing is known. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** An object, or an empty one in place of anything else. */
export function toObject(value: unknown): JsonObject {
  return isObject(value) ? value : {};
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function toList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

export function toText(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

export function toCount(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : undefined;
}
