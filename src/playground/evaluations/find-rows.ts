import type { Row } from './read-row.ts';

/** Which rows to show: all, those that an evaluator failed or that have an error, or only the latter. */
export type Shown = 'all' | 'failed' | 'errors';

/** Reads the choice from an address. */
export function toShown(text: string | undefined): Shown {
  return text === 'failed' || text === 'errors' ? text : 'all';
}

/** Finds rows that contain a text, ignoring case. */
export function findRows(rows: readonly Row[], shown: Shown, text: string): readonly Row[] {
  const needle = text.toLowerCase();
  if (shown === 'all' && needle === '') return rows;
  return rows.filter((row) => isShown(row, shown) && (needle === '' || hasText(row, needle)));
}

function isShown(row: Row, shown: Shown): boolean {
  if (shown === 'all') return true;
  return row.hasError || (shown === 'failed' && Object.values(row.verdicts).includes('false'));
}

function hasText({ name, inputs, expected, output, reasons }: Row, needle: string): boolean {
  const texts = [name, inputs, expected, output, ...Object.values(reasons)];
  return texts.some((text) => text.toLowerCase().includes(needle));
}
