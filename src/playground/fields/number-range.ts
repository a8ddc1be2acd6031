import type { NumberField } from './field.ts';

/** The range of a slider; both ends are valid values. */
export interface NumberRange {
  readonly min: number;
  readonly max: number;
  readonly step: number;
}

/**
 * Finds the range of a field with two bounds. At an exclusive bound, the range ends one step before it.
 *
 * @returns `null` for a field with fewer than two bounds, or with nothing between them
 */
export function toRange({ isInteger, lower, upper }: NumberField): NumberRange | null {
  if (lower === null || upper === null || !(lower.value < upper.value)) return null;
  const step = isInteger ? 1 : stepFor(upper.value - lower.value);
  const first = isInteger ? Math.ceil(lower.value) : lower.value;
  const last = isInteger ? Math.floor(upper.value) : upper.value;
  const min = lower.isInclusive || first > lower.value ? first : round(first + step, step);
  const max = upper.isInclusive || last < upper.value ? last : round(last - step, step);
  return min <= max ? { min, max, step } : null;
}

/** The largest power of ten that gives at least a hundred steps. */
function stepFor(width: number): number {
  return 10 ** Math.floor(Math.log10(width / 100) + 1e-9);
}

/** Removes binary rounding errors: 2 - 0.01 is 1.99. */
function round(value: number, step: number): number {
  const digits = Math.max(0, -Math.floor(Math.log10(step)));
  return Number(value.toFixed(Math.min(digits, 100)));
}
