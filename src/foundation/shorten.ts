import { LONG_VALUE } from './sizes.ts';

/**
 * Cuts a long text, and says how long it is.
 *
 * @param most - its characters then, with these words. @defaultValue {@link LONG_VALUE}
 * @param whole - what has the whole text, after a semicolon
 */
export function cutText(text: string, most = LONG_VALUE.most, whole = ''): string {
  if (text.length <= most) return text;
  const words = `… (${text.length.toLocaleString('en-US')} characters, cut${whole})`;
  const end = Math.max(0, most - words.length);
  // Half a character at the end is left out, too.
  return `${copyOf(text.slice(0, end).replace(/[\uD800-\uDBFF]$/, ''))}${words}`;
}

/** Cuts a value whose JSON is long: to the beginning of that text. Others stay as they are. */
export function shortenValue(value: unknown, most = LONG_VALUE.most): unknown {
  if (typeof value === 'string') return cutText(value, most);
  if (typeof value !== 'object' || value === null) return value;
  const text = JSON.stringify(value);
  return text.length <= most ? value : cutText(text, most);
}

/** Returns whether a text or the beginning of a value's JSON was cut. */
export function isCut(value: unknown): boolean {
  return typeof value === 'string' && / characters, cut[^()]*\)$/.test(value.slice(-CUT_WORDS));
}

/** Characters that hold the words of a cut. */
const CUT_WORDS = 100;

/** A slice of a text keeps all of it in memory. */
function copyOf(slice: string): string {
  return String(JSON.parse(JSON.stringify(slice)));
}

/**
 * Estimates the characters of a record's JSON, as far as it matters.
 *
 * @param enough - where to stop
 */
export function sizeUpTo(record: unknown, enough: number): number {
  const left = [record];
  let size = 0;
  while (left.length > 0 && size < enough) {
    const value = left.pop();
    size += typeof value === 'string' ? value.length + 2 : 2;
    if (typeof value !== 'object' || value === null) continue;
    // One by one: spreading a long list overflows the stack.
    for (const part of Object.values(value)) left.push(part);
  }
  return size;
}
