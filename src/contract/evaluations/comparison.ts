/** Lower and upper end of an interval. */
export type IntervalEnds = readonly [number, number];

/** What is compared: an evaluator's verdicts, or what the calls cost or took. */
export type MetricKind = 'pass_fail' | 'score' | 'cost' | 'latency';

/** Which of two evaluations a row or a metric speaks for, at the level asked for. */
export type ComparisonVerdict = 'better' | 'worse' | 'no difference shown' | 'no data';

/** One metric of two evaluations, over the rows that have it in both. @source design §7 */
export interface ComparedMetric {
  readonly metric: string;
  readonly kind: MetricKind;
  /** The better direction. */
  readonly goal: 'higher' | 'lower';
  /** Rows that have a value in both. */
  readonly pairs: number;
  /** Rows that lack a value in one, or in both. */
  readonly missing: number;
  readonly baseline: number | null;
  readonly candidate: number | null;
  /** Candidate less baseline. */
  readonly difference: number | null;
  /** Of the difference. */
  readonly interval: IntervalEnds | null;
  readonly method: 'newcombe' | 'bootstrap';
  /** Exact McNemar for `pass_fail`, by the same bootstrap for the others. */
  readonly p_value: number | null;
  /** After Holm's correction for the number of metrics and candidates. */
  readonly p_adjusted: number | null;
  readonly better: number;
  readonly worse: number;
  readonly same: number;
  /** Of the differences; what more cases would have to overcome. */
  readonly variance: number;
  readonly verdict: ComparisonVerdict;
}

/** A row that an evaluator judged differently. */
export interface ChangedRow {
  /** Index in the baseline's test set, from 1. */
  readonly row: number;
  readonly metric: string;
  readonly baseline: number | boolean;
  readonly candidate: number | boolean;
  readonly inputs: Readonly<Record<string, unknown>>;
  readonly baseline_output: unknown;
  readonly candidate_output: unknown;
}

/** A row whose repetitions an evaluator judges differently, in one of the two or in both. */
export interface FlakyRow {
  readonly row: number;
  readonly metric: string;
  /** Mean over the repetitions, or the verdict they agree on. */
  readonly baseline: number | boolean | null;
  readonly candidate: number | boolean | null;
}

/** An evaluation in a comparison. */
export interface ComparedEvaluation {
  readonly id: string;
  readonly variant: string;
}

/** A candidate compared with the baseline. */
export interface ComparedCandidate extends ComparedEvaluation {
  /** Rows that are in both. */
  readonly pairs: number;
  readonly only_in_baseline: number;
  readonly only_in_candidate: number;
  /** Rows of the candidate that failed or that an evaluator could not judge. */
  readonly errors: number;
  readonly metrics: readonly ComparedMetric[];
  /** The greatest changes first, up to the requested number. */
  readonly worse: readonly ChangedRow[];
  readonly better: readonly ChangedRow[];
  /** Flaky rows, counted per metric. */
  readonly flaky: number;
  /** The first of them, up to the requested number. */
  readonly flaky_rows: readonly FlakyRow[];
}

/** Evaluations compared row by row with a first one. */
export interface Comparison {
  readonly baseline: ComparedEvaluation;
  /** Of the intervals, as in 0.95. */
  readonly level: number;
  readonly seed: number;
  readonly candidates: readonly ComparedCandidate[];
}
