/** Rounds every number of a value, so that floating-point errors do not matter. */
export function roundFigures(value: unknown): unknown {
  if (typeof value === 'number') return Number(value.toPrecision(9));
  if (Array.isArray(value)) return value.map(roundFigures);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, roundFigures(part)]));
}
