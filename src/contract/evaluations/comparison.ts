/** Lower and upper end of an interval. */
export type IntervalEnds = readonly [number, number];

/** What a metric measures: an evaluator's verdicts, or the cost or latency of the calls. */
export type MetricKind = 'pass_fail' | 'score' | 'cost' | 'latency';

/**
 * Result of a comparison at the requested confidence level. `too few rows`: no values of these rows could have decided.
 * `not interleaved`: the calls whose latencies are compared were made at different times.
 */
export type ComparisonVerdict =
  | 'better'
  | 'worse'
  | 'no difference shown'
  | 'too few rows'
  | 'not interleaved'
  | 'no data';

/**
 * How interval and p-value were computed: Newcombe's interval and McNemar's exact test for pass or fail, betting for
 * scores of a known range, sign flips for other scores and for the logarithms of costs and latencies.
 */
export type ComparisonMethod = 'newcombe' | 'betting' | 'sign_flips';

/** The calls whose latencies a comparison compares. */
export interface ComparedCalls {
  /** Rows left out because one of the two calls was among the first of a process. */
  readonly warm_up: number;
  /** Rows left out because their calls are those of an earlier row with the same input. */
  readonly shared: number;
  /** Pairs whose two calls were made at the same time. */
  readonly interleaved: number;
  /** Pairs whose two calls were not. Where they are the most, there is no verdict; else they are left out. */
  readonly apart: number;
}

/** One metric of two evaluations, over the rows that have a value in both. @source design §7 */
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
  /** Candidate minus baseline. */
  readonly difference: number | null;
  /** What `change` and its intervals are: the difference, or the typical ratio of a row's two figures minus 1. */
  readonly scale: 'difference' | 'ratio';
  /** On `scale`; a ratio is the geometric mean over the rows, so -0.1 is 10 % less. */
  readonly change: number | null;
  /** Interval of `change`, at `interval_level`; `null` where no value of it can be refuted. */
  readonly interval: IntervalEnds | null;
  /**
   * Level of `interval`, raised for the number of metrics: it excludes 0 exactly when `p_adjusted` shows a difference. For
   * pass or fail, the exact test is the more careful one: its interval can exclude 0 where the test shows none.
   */
  readonly interval_level: number | null;
  /**
   * Interval of `change` at the comparison's own level, for gates. It counts each row as a ratio of at most 10. `null`
   * where the range of the scores is unknown.
   */
  readonly gate_interval: IntervalEnds | null;
  readonly method: ComparisonMethod;
  /** Range of the scores, where it is known. */
  readonly range: IntervalEnds | null;
  readonly p_value: number | null;
  /** After Holm's correction for the number of metrics and candidates. */
  readonly p_adjusted: number | null;
  /** Least number of pairs with which a verdict is possible at `interval_level`. */
  readonly least_pairs: number | null;
  readonly better: number;
  readonly worse: number;
  readonly same: number;
  /** How the calls were made whose latencies are compared; `null` for other metrics. */
  readonly calls: ComparedCalls | null;
  /** Variance of the differences, or of the logarithms of the ratios; it determines how many more cases are needed. */
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

/** A row whose repetitions an evaluator judges differently in one or both evaluations. */
export interface FlakyRow {
  readonly row: number;
  readonly metric: string;
  /** Mean over the repetitions, or their common verdict. */
  readonly baseline: number | boolean | null;
  readonly candidate: number | boolean | null;
}

/** An evaluation in a comparison. */
export interface ComparedEvaluation {
  readonly id: string;
  readonly variant: string;
}

/** The rows of one value of a column, compared by themselves. */
export interface ComparedGroup {
  /** As in the test set; `null` for rows without one. */
  readonly value?: unknown;
  /** Number of rows that are in both. */
  readonly rows: number;
  /** Whether there are so few rows that the group says little. */
  readonly is_small: boolean;
  /** Their verdicts, with those of all other groups, are at the comparison's level. */
  readonly metrics: readonly ComparedMetric[];
}

/** A metric's values of paired rows; a pass counts as 1, a fail as 0, and `null` is no value. */
export interface PointedMetric {
  readonly metric: string;
  readonly before: readonly (number | null)[];
  readonly after: readonly (number | null)[];
}

/** Values of single rows, to draw. All lists have the same order and length. */
export interface ComparedPoints {
  /** Every so many paired rows are listed: 1 for all, 4 for every fourth. */
  readonly every: number;
  /** Indexes in the baseline's test set, from 1. */
  readonly rows: readonly number[];
  /** Indexes in the candidate's test set. */
  readonly candidate_rows: readonly number[];
  readonly metrics: readonly PointedMetric[];
}

/** A candidate compared with the baseline. */
export interface ComparedCandidate extends ComparedEvaluation {
  /** Number of rows that are in both. */
  readonly pairs: number;
  readonly only_in_baseline: number;
  readonly only_in_candidate: number;
  /** Rows of the candidate that failed or that an evaluator could not judge. */
  readonly errors: number;
  readonly metrics: readonly ComparedMetric[];
  readonly groups?: readonly ComparedGroup[] | undefined;
  /** The greatest changes first, up to the requested number. */
  readonly worse: readonly ChangedRow[];
  readonly better: readonly ChangedRow[];
  /** Flaky rows, counted per metric. */
  readonly flaky: number;
  /** The first flaky rows, up to the requested number. */
  readonly flaky_rows: readonly FlakyRow[];
  readonly points?: ComparedPoints | undefined;
}

/** Evaluations compared row by row with a baseline. */
export interface Comparison {
  readonly baseline: ComparedEvaluation;
  /** Confidence level of all verdicts together, as in 0.95. */
  readonly level: number;
  readonly seed: number;
  /** Column whose values are compared separately, too. */
  readonly group_by?: string | undefined;
  readonly candidates: readonly ComparedCandidate[];
}
