/** Writes a value as text: text as it is, anything else as JSON; nothing for `undefined`. */
export function textOf(value: unknown, indent?: number): string {
  return typeof value === 'string' ? value : (JSON.stringify(value, null, indent) ?? '');
}

/** Answers whether two values are the same JSON: after each change, lists and objects are new ones. */
export function isSameJson(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
