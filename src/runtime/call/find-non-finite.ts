/** A number that JSON writes as null. */
export interface NonFinite {
  /** Where it is, as in `scores.0`; empty for the value itself. */
  readonly path: string;
  readonly value: number;
}

/** Finds a number in a value that JSON cannot write: NaN or an infinity. */
export function findNonFinite(value: unknown): NonFinite | null {
  // A list instead of recursion: values can be nested more deeply than the stack allows.
  const waiting = [{ path: '', value }];
  const seen = new Set<unknown>();
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (typeof next.value === 'number' && !Number.isFinite(next.value)) return { path: next.path, value: next.value };
    if (typeof next.value !== 'object' || next.value === null || seen.has(next.value)) continue;
    seen.add(next.value);
    // Such an object writes itself.
    if ('toJSON' in next.value) continue;
    for (const [key, part] of Object.entries(next.value)) {
      waiting.push({ path: next.path === '' ? key : `${next.path}.${key}`, value: part });
    }
  }
  return null;
}
