/** Writes a value as text: text as it is, anything else as JSON; nothing for `undefined`. */
export function textOf(value: unknown, indent?: number): string {
  return typeof value === 'string' ? value : (JSON.stringify(value, null, indent) ?? '');
}
