import type { ComparedEvaluation, IntervalEnds, MetricKind } from './comparison.ts';

/** How many values lie between two bounds. */
export interface HistogramBin {
  readonly from: number;
  readonly to: number;
  readonly count: number;
}

/** What one metric comes to over all rows. */
export interface MetricSummary {
  readonly metric: string;
  readonly kind: MetricKind;
  readonly goal: 'higher' | 'lower';
  /** Rows that have a value. */
  readonly count: number;
  /** Rows that have none: they failed, could not be judged, or have no known cost. */
  readonly missing: number;
  /** `null` without any value. A pass counts as 1, a fail as 0. */
  readonly mean: number | null;
  /** Of the mean: Wilson for `pass_fail`, Student's t for the others. */
  readonly interval: IntervalEnds | null;
  readonly variance: number;
  readonly least: number | null;
  readonly p50: number | null;
  readonly p90: number | null;
  readonly p95: number | null;
  readonly p99: number | null;
  readonly greatest: number | null;
  readonly histogram: readonly HistogramBin[];
}

/** One of the rows that did worst. */
export interface WorstRow {
  /** Place in the test set, from 1. */
  readonly row: number;
  /** Evaluators that failed it, or could not judge it. */
  readonly failed: readonly string[];
  readonly scores: Readonly<Record<string, number | boolean | null>>;
  readonly error: string | null;
  readonly latency: number | null;
  readonly inputs: Readonly<Record<string, unknown>>;
  readonly output: unknown;
  readonly expected: Readonly<Record<string, unknown>>;
}

/** The rows of an evaluation, added up. */
export interface EvaluationSummary extends ComparedEvaluation {
  readonly level: number;
  readonly rows: number;
  /** Rows that failed or that an evaluator could not judge. */
  readonly errors: number;
  readonly metrics: readonly MetricSummary[];
  readonly worst: readonly WorstRow[];
}
