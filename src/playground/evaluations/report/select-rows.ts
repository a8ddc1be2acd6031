import type { ReportRow } from '../../../contract/evaluations/evaluation-report.ts';

/** The sort key: a field of a row, or the index of one of its scores. */
export type SortKey = 'row' | 'inputs' | 'expected' | 'output' | 'cost' | 'latency' | number;

export interface Selection {
  /** Text to find anywhere in a row, ignoring case; empty for any row. */
  readonly text: string;
  /** All rows, those with an error, or those that some evaluator failed. */
  readonly verdict: 'all' | 'failed' | 'error';
  readonly sort: SortKey;
  readonly isDescending: boolean;
}

/** Filters and sorts rows. Equal ones keep their order, and those without a value come last in either direction. */
export function selectRows(rows: readonly ReportRow[], selection: Selection): readonly ReportRow[] {
  const { text, verdict, sort, isDescending } = selection;
  const needle = text.toLowerCase();
  const found = rows.filter((row) => hasVerdict(row, verdict) && hasText(row, needle));
  const sign = isDescending ? -1 : 1;
  return found.toSorted((a, b) => compare(valueOf(a, sort), valueOf(b, sort), sign));
}

function hasVerdict([, , , , error, scores]: ReportRow, verdict: Selection['verdict']): boolean {
  if (verdict === 'all') return true;
  return verdict === 'error' ? error !== null : error !== null || scores.includes(false);
}

function hasText([row, inputs, expected, output, error]: ReportRow, needle: string): boolean {
  return [String(row), inputs, expected, output, error ?? ''].some((cell) => cell.toLowerCase().includes(needle));
}

const PLACES = { row: 0, inputs: 1, expected: 2, output: 3, cost: 6, latency: 7 } as const;

function valueOf(row: ReportRow, sort: SortKey): string | number | null {
  if (typeof sort !== 'number') return row[PLACES[sort]];
  const score = row[5][sort] ?? null;
  return typeof score === 'boolean' ? Number(score) : score;
}

function compare(a: string | number | null, b: string | number | null, sign: number): number {
  if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1;
  return a < b ? -sign : a > b ? sign : 0;
}
