import { MAX_DEPTH, skipString } from './skip-json.ts';

/** Shorter texts are parsed within milliseconds, whatever they contain. */
const SHORT = 40_000;

const [QUOTE, COMMA, OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x22, 0x2c, 0x5b, 0x5d, 0x7b, 0x7d];

/**
 * Finds out whether a long JSON text is nested too deep or has too many values. Parsing five million brackets or a million
 * keys takes seconds, and counting them milliseconds.
 *
 * @param maxValues - counted are values within lists and objects
 */
export function findExcess(text: string, maxValues = Number.POSITIVE_INFINITY): 'depth' | 'values' | null {
  if (text.length < SHORT) return null;
  let depth = 0;
  let values = 0;
  for (let i = 0; i < text.length; i += 1) {
    const code = text.charCodeAt(i);
    if (code === QUOTE) i = skipString(text, i) - 1;
    else if (code === COMMA) values += 1;
    else if (code === OPEN_LIST || code === OPEN_OBJECT) {
      depth += 1;
      values += 1;
      if (depth > MAX_DEPTH) return 'depth';
    } else if (code === CLOSE_LIST || code === CLOSE_OBJECT) depth -= 1;
    if (values > maxValues) return 'values';
  }
  return null;
}
