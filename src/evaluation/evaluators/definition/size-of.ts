/** A number, a boolean or a comma. */
const SMALL = 8;

/**
 * Measures a JSON value: roughly the number of characters of its JSON text. Never recurses, because values may be nested
 * deeper than the stack.
 *
 * @param most - stop counting above this
 */
export function sizeOf(value: unknown, most: number): number {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null) return SMALL;
  let size = 0;
  const left: unknown[] = [value];
  while (left.length > 0 && size <= most) {
    const next = left.pop();
    if (typeof next === 'string') size += next.length + 2;
    else if (typeof next !== 'object' || next === null) size += SMALL;
    else size += SMALL + unfold(next, left);
  }
  return size;
}

/** Puts the parts of a list or an object on the pile. @returns the size of its keys */
function unfold(whole: object, left: unknown[]): number {
  if (Array.isArray(whole)) {
    // Spreading a long list would exceed the stack.
    for (const item of whole) left.push(item);
    return 0;
  }
  let size = 0;
  for (const key of Object.keys(whole)) {
    size += key.length + 2;
    left.push((whole as Record<string, unknown>)[key]); // it is one of its keys
  }
  return size;
}
