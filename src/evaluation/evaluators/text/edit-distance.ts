import { distance } from 'fastest-levenshtein';

/**
 * Computes the Levenshtein distance of two texts in code points, so that 😀 is one character.
 *
 * @throws {Error} for more than 65,536 different characters
 */
export function editDistance(left: string, right: string): number {
  if (!SURROGATE.test(left) && !SURROGATE.test(right)) return distance(left, right);
  const numbers = new Map<number, number>();
  return distance(renumber(left, numbers), renumber(right, numbers));
}

/** Counts the code points of a text. */
export function countCharacters(text: string): number {
  if (!SURROGATE.test(text)) return text.length;
  let count = 0;
  for (const _ of text) count += 1;
  return count;
}

const SURROGATE = /[\ud800-\udfff]/;
const MAX_UNITS = 0x10000;

/** Gives each different code point one UTF-16 unit, because the library counts units. */
function renumber(text: string, numbers: Map<number, number>): string {
  let units = '';
  for (const character of text) {
    // The iterator yields no empty text.
    const point = character.codePointAt(0) as number;
    const unit = numbers.get(point) ?? numbers.size;
    if (unit === MAX_UNITS) throw new Error('The texts have more than 65,536 different characters.');
    numbers.set(point, unit);
    units += String.fromCharCode(unit);
  }
  return units;
}
