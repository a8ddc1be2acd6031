import type { Value } from './format-value.ts';

/** Converts a JSON value to a cell: text and numbers as they are, anything else as JSON. */
export function toCell(value: unknown): Value {
  if (value === null || value === undefined) return null;
  return typeof value === 'string' || typeof value === 'number' ? value : JSON.stringify(value);
}
