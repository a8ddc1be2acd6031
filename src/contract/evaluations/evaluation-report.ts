import type { Comparison } from './comparison.ts';
import type { EvaluationSummary } from './evaluation-summary.ts';

/** Header of the HTML report of an evaluation. */
export interface EvaluationReport {
  readonly variant: string;
  /** `null` at services that do not tell it. */
  readonly route: string | null;
  readonly testset: string;
  readonly created_at: string;
  /** In the order of a row's scores. */
  readonly evaluators: readonly string[];
  readonly summary: EvaluationSummary;
  /** Comparison with a baseline; `null` without one. */
  readonly comparison: Comparison | null;
}

/** A row of the html file, as a tuple: one file may have a hundred thousand rows. */
export type ReportRow = readonly [
  row: number,
  inputs: string,
  expected: string,
  output: string,
  error: string | null,
  scores: readonly (number | boolean | null)[],
  cost: number | null,
  latency: number | null,
  /** Why judges scored so, in the order of the scores; left out if no evaluator gave a reason. */
  reasons?: readonly (string | null)[],
];

/** Id of the element with the report, and class of the elements with rows. */
export const REPORT_ID = 'report';
export const ROWS_CLASS = 'report-rows';
