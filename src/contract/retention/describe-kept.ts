const UNITS = [
  ['d', 86_400],
  ['h', 3600],
  ['m', 60],
] as const;

/** Describes how long data is kept, as it is typed: `90d`. */
export function describeKept(seconds: number | null): string {
  if (seconds === null) return 'forever';
  const [unit, size] = UNITS.find(([, length]) => seconds % length === 0) ?? ['s', 1];
  return `${seconds / size}${unit}`;
}
