/** One line of the report: a measurement and its comparison in the same run. */
export interface BenchRow {
  readonly what: string;
  /** Measured value, with its unit. */
  readonly value: string;
  /** The comparison with its value in the same run; empty without one. */
  readonly comparison: string;
  /** Measured value divided by the compared one; `null` without one. */
  readonly ratio: number | null;
  /** The design's budget; empty without one. */
  readonly budget: string;
  /** `null` without a budget. */
  readonly isWithin: boolean | null;
}

/** A budget in time was set on a machine where the comparison took this long, so the ratio is judged. */
export interface PacedBudget {
  readonly budgetMs: number;
  /** Time of the comparison on the budget's machine. @source design §9, research */
  readonly referenceMs: number;
}

/** Judges a time by its ratio to the comparison. */
export function judgePaced(
  ownMs: number,
  comparisonMs: number,
  { budgetMs, referenceMs }: PacedBudget,
): Pick<BenchRow, 'ratio' | 'budget' | 'isWithin'> {
  const allowed = budgetMs / referenceMs;
  const ratio = ownMs / comparisonMs;
  const budget = `≤ ${allowed.toFixed(1)} (${budgetMs} ms where that takes ${referenceMs})`;
  return { ratio, budget, isWithin: ratio <= allowed };
}

/** Writes rows as a Markdown table. */
export function toMarkdown(rows: readonly BenchRow[]): string {
  const lines = rows.map(({ what, value, comparison, ratio, budget, isWithin }) =>
    toLine([what, value, comparison, ratio === null ? '' : ratio.toFixed(2), budget, WORDS[`${isWithin}`]]),
  );
  return [
    toLine(['What', 'Measured', 'Compared with, in the same run', 'Ratio', 'Budget', 'Within']),
    '|---|--:|---|--:|---|---|',
    ...lines,
  ].join('\n');
}

const WORDS = { true: 'yes', false: '**no**', null: '' } as const;

/** Formats milliseconds. */
export function showMs(ms: number): string {
  if (ms >= 10_000) return `${(ms / 1000).toFixed(1)} s`;
  if (ms >= 1000) return `${(ms / 1000).toFixed(2)} s`;
  return ms < 10 ? `${ms.toFixed(2)} ms` : `${ms.toFixed(0)} ms`;
}

function toLine(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}
