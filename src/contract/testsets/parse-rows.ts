import { clamp } from '../../foundation/numbers.ts';

/** The rows to run before anything is typed. */
export const FIRST_ROWS = 30;

/**
 * Parses a choice of rows: "1-30, 45, 60-".
 *
 * @param count - number of rows of the test set
 * @returns indexes from 0, in order and once each; `null` when it is not a choice of rows
 */
export function parseRows(text: string, count: number): readonly number[] | null {
  const chosen = new Set<number>();
  for (const part of text.split(',')) {
    const range = /^\s*(\d+)\s*(?:(-)\s*(\d*)\s*)?$/.exec(part);
    if (range === null) return null;
    const [, first = '', dash, last = ''] = range;
    const start = Number(first);
    const end = dash === undefined ? start : last === '' ? count : Number(last);
    if (start < 1 || end < start) return null;
    for (let row = start; row <= Math.min(end, count); row += 1) chosen.add(row - 1);
  }
  return [...chosen].toSorted((one, other) => one - other);
}

/** The choice of rows for a test set of this length. */
export function defaultRows(count: number): string {
  return `1-${clamp(count, 1, FIRST_ROWS)}`;
}
