/** One line of the report: what was measured, beside what, in one run. */
export interface BenchRow {
  readonly what: string;
  /** Measured value, with its unit. */
  readonly value: string;
  /** What it is compared to, with its own value in the same run; empty when there is nothing to compare with. */
  readonly beside: string;
  /** Measured value over the compared one; `null` when there is none. */
  readonly ratio: number | null;
  /** As the design states it; empty when it states none. */
  readonly budget: string;
  /** `null` without a budget. */
  readonly isWithin: boolean | null;
}

/** A budget in time was set on a machine where what it is compared to took so long: what it allows here is the ratio. */
export interface PacedBudget {
  readonly budgetMs: number;
  /** What is measured beside, on the machine of the budget. @source design §9, research */
  readonly referenceMs: number;
}

/** Judges a time by its ratio to what was measured beside it. */
export function judgePaced(
  ownMs: number,
  besideMs: number,
  { budgetMs, referenceMs }: PacedBudget,
): Pick<BenchRow, 'ratio' | 'budget' | 'isWithin'> {
  const allowed = budgetMs / referenceMs;
  const ratio = ownMs / besideMs;
  const budget = `≤ ${allowed.toFixed(1)} (${budgetMs} ms where that takes ${referenceMs})`;
  return { ratio, budget, isWithin: ratio <= allowed };
}

/** Writes rows as a Markdown table. */
export function toMarkdown(rows: readonly BenchRow[]): string {
  const lines = rows.map(({ what, value, beside, ratio, budget, isWithin }) =>
    toLine([what, value, beside, ratio === null ? '' : ratio.toFixed(2), budget, WORDS[`${isWithin}`]]),
  );
  return [
    toLine(['What', 'Measured', 'Beside, in the same run', 'Ratio', 'Budget', 'Within']),
    '|---|--:|---|--:|---|---|',
    ...lines,
  ].join('\n');
}

const WORDS = { true: 'yes', false: '**no**', null: '' } as const;

/** Milliseconds as people read them. */
export function showMs(ms: number): string {
  if (ms >= 10_000) return `${(ms / 1000).toFixed(1)} s`;
  if (ms >= 1000) return `${(ms / 1000).toFixed(2)} s`;
  return ms < 10 ? `${ms.toFixed(2)} ms` : `${ms.toFixed(0)} ms`;
}

function toLine(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}
