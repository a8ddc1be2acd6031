import * as z from 'zod';
import type { DeepReadonly } from '../../foundation/record.ts';
import { JsonObject } from '../validation/fields.ts';

/** Lower and upper end of an interval. */
export const IntervalEnds = z.tuple([z.number(), z.number()]);
export type IntervalEnds = DeepReadonly<z.output<typeof IntervalEnds>>;

// As a list of numbers: the client's check of responses has no tuples.
const WireInterval = z.array(z.number()) as unknown as z.ZodType<[number, number]>;

/** What a metric measures: an evaluator's verdicts, or the cost or latency of the calls. */
export const MetricKind = z.enum(['pass_fail', 'score', 'cost', 'latency']);

/**
 * Result of a comparison at the requested confidence level. `too few rows`: no values of so few cases could have decided
 * (the word is from before rows of one case counted as one).
 * `not interleaved`: the calls whose latencies are compared were made at different times. `missing values`: the side that
 * looks better lacks values that the other has, and nobody knows how bad they would be. `too skewed to say`: a few cases
 * decide the bill, so that others would give another one.
 */
export const ComparisonVerdict = z.enum([
  'better',
  'worse',
  'no difference shown',
  'too few rows',
  'not interleaved',
  'missing values',
  'too skewed to say',
  'no data',
]);
export type ComparisonVerdict = z.infer<typeof ComparisonVerdict>;

/**
 * How interval and p-value were computed: McNemar's exact test and exact bounds for pass or fail, betting for
 * scores of a known range, sign flips for other scores and for costs; order statistics of the ratios for typical
 * latencies, and a sign test of which calls are among the slowest 5 % for the slow ones.
 */
export const ComparisonMethod = z.enum(['mcnemar', 'betting', 'sign_flips', 'order_statistics', 'exceedances']);
export type ComparisonMethod = z.infer<typeof ComparisonMethod>;

/** The calls whose latencies a comparison compares. */
export const ComparedCalls = z.object({
  /** Rows left out because one of the two calls was among the first of a process. */
  warm_up: z.int(),
  /** Rows left out because their calls are those of an earlier row with the same input. */
  shared: z.int(),
  /** Pairs whose two calls were made at the same time. */
  interleaved: z.int(),
  /** Pairs whose two calls were not. Where they are the most, there is no verdict; else they are left out. */
  apart: z.int(),
});
export type ComparedCalls = DeepReadonly<z.output<typeof ComparedCalls>>;

/** Cases of both evaluations where a row has no value: it failed, or could not be scored, or its cost is unknown. */
export const MissingCases = z.object({
  /** Cases where a row of the baseline has none, but not all rows of both. */
  baseline: z.int(),
  /** Cases where a row of the candidate has none, but not all rows of both. */
  candidate: z.int(),
  /** Cases without a value in either; they are left out. */
  both: z.int(),
  /** Cases that count, with the worst value for each row that has none. The others are left out. */
  losses: z.int(),
  /** Index of the first row of the first of these cases, from 1. */
  rows: z.array(z.int()),
});
export type MissingCases = DeepReadonly<z.output<typeof MissingCases>>;

/** Means over the cases of which no row failed in either evaluation. */
export const AnsweredMeans = z.object({
  pairs: z.int(),
  baseline: z.number().nullable(),
  candidate: z.number().nullable(),
});
export type AnsweredMeans = DeepReadonly<z.output<typeof AnsweredMeans>>;

/** A case that decides a bill more than most others. */
export const DominatingCase = z.object({
  /** Index of its first row in the baseline's test set, from 1. */
  row: z.int().nullable(),
  baseline: z.number(),
  candidate: z.number(),
  /** Its part of the difference of the two bills, as in 0.4; negative where it changed in the other direction. */
  share: z.number(),
});
export type DominatingCase = DeepReadonly<z.output<typeof DominatingCase>>;

/** One metric of two evaluations, over their cases. @source design §7 */
export const ComparedMetric = z.object({
  metric: z.string(),
  kind: MetricKind,
  /** The better direction. */
  goal: z.enum(['higher', 'lower']),
  /**
   * What verdict, p-value, `change` and intervals are about: the mean, which for a cost is the bill; the median, which is
   * the typical call; or the 95th percentile, which are the slow calls.
   */
  target: z.enum(['mean', 'median', 'p95']),
  /** Cases that are compared: they have a value in both, or count as a loss. */
  pairs: z.int(),
  missing: MissingCases,
  /** For costs; `null` for other metrics, and where no row failed. */
  without_errors: AnsweredMeans.nullable(),
  /** The baseline's `target`: its mean, median or 95th percentile. */
  baseline: z.number().nullable(),
  candidate: z.number().nullable(),
  /** Candidate minus baseline. */
  difference: z.number().nullable(),
  /** Both means of a latency. */
  means: WireInterval.optional(),
  /** What `change` and its intervals are: the difference, or a ratio minus 1, so that -0.1 is 10 % less. */
  scale: z.enum(['difference', 'ratio']),
  /**
   * On `scale`. The ratio is that of the two bills for costs, the median of the cases' ratios for typical latencies, and
   * that of the two percentiles for slow calls. `null` where the baseline cost nothing.
   */
  change: z.number().nullable(),
  /** How a typical case's cost changed: the geometric mean of the ratios, minus 1. The verdict is not about it. */
  typical_ratio: z.number().optional(),
  /** The cases whose costs changed the most, the greatest change first. */
  dominating: z.array(DominatingCase).optional(),
  /** Interval of `change`, at `interval_level`; `null` where no value of it can be refuted. */
  interval: WireInterval.nullable(),
  /**
   * Level of `interval`, raised for the number of metrics: it excludes 0 exactly when `p_adjusted` shows a difference.
   */
  interval_level: z.number().nullable(),
  /**
   * Interval of `change` for gates, at the level that their look may spend. For costs, it presumes that no case costs more
   * than 10 times the mean, or than the stated range; `null` where one does. `null` where the range of the scores is unknown.
   */
  gate_interval: WireInterval.nullable(),
  method: ComparisonMethod,
  /** Range of the scores, where it is known. */
  range: WireInterval.nullable(),
  p_value: z.number().nullable(),
  /** After Holm's correction: of a primary metric for the number of candidates, of the others for that of metrics, too. */
  p_adjusted: z.number().nullable(),
  /** Least number of pairs with which a verdict is possible at `interval_level`. */
  least_pairs: z.int().nullable(),
  better: z.int(),
  worse: z.int(),
  same: z.int(),
  /** How the calls were made whose latencies are compared; `null` for other metrics. */
  calls: ComparedCalls.nullable(),
  /**
   * Variance of the differences, for costs as shares of the baseline's mean, or of the logarithms of the latencies' ratios;
   * it determines how many more cases are needed.
   */
  variance: z.number(),
  verdict: ComparisonVerdict,
});
export type ComparedMetric = DeepReadonly<z.output<typeof ComparedMetric>>;

/** A case that an evaluator judged differently, by its first row. */
export const ChangedRow = z.object({
  /** Index of its first row in the baseline's test set, from 1. */
  row: z.int(),
  metric: z.string(),
  /** Mean over the rows of the case, or their common verdict; `null` where none has a score. */
  baseline: z.union([z.number(), z.boolean()]).nullable(),
  candidate: z.union([z.number(), z.boolean()]).nullable(),
  inputs: JsonObject,
  baseline_output: z.unknown(),
  candidate_output: z.unknown(),
  /** Ids of the rows that have the outputs whole. */
  baseline_row_id: z.string().optional(),
  candidate_row_id: z.string().optional(),
});
export type ChangedRow = DeepReadonly<z.output<typeof ChangedRow>>;

/** A case whose rows an evaluator judges differently in one or both evaluations, although they are alike. */
export const FlakyRow = z.object({
  row: z.int(),
  metric: z.string(),
  /** Mean over the rows of the case, or their common verdict. */
  baseline: z.union([z.number(), z.boolean()]).nullable(),
  candidate: z.union([z.number(), z.boolean()]).nullable(),
});
export type FlakyRow = DeepReadonly<z.output<typeof FlakyRow>>;

/** An evaluation in a comparison. What other services do not tell of its subject is left out. */
export const ComparedEvaluation = z.object({
  id: z.string(),
  variant: z.string(),
  /** Path of the route that it called. */
  route: z.string().optional(),
  /** Name of its test set, with the revision: `cases@2`. */
  testset: z.string().optional(),
  /** Its part of the test set, as `20 of 150 rows: locale=fr`; left out for the whole. */
  subset: z.string().optional(),
});
export type ComparedEvaluation = DeepReadonly<z.output<typeof ComparedEvaluation>>;

/**
 * Where a baseline is from if it was not named by an evaluation or a variant: from an environment at the service, which has
 * the evidence of what it runs or at least its newest evaluation, or from a file of evidence. The time is that of the evaluation.
 */
export const BaselineSource = z.union([
  z.object({ kind: z.enum(['evidence', 'newest']), environment: z.string(), created_at: z.string() }),
  z.object({ kind: z.literal('file'), file: z.string(), created_at: z.string() }),
]);
export type BaselineSource = DeepReadonly<z.output<typeof BaselineSource>>;

/** The cases of one value of a column, compared by themselves. */
export const ComparedGroup = z.object({
  /** As in the test set; `null` for rows without one. */
  value: z.unknown(),
  /** Number of rows of the baseline in the cases that are in both. */
  rows: z.int(),
  /** Number of cases that are in both. */
  cases: z.int(),
  /** Whether there are so few cases that the group says little. */
  is_small: z.boolean(),
  /** Their verdicts, with those of all other groups, are at the comparison's level. */
  metrics: z.array(ComparedMetric),
});
export type ComparedGroup = DeepReadonly<z.output<typeof ComparedGroup>>;

/** A metric's values of paired cases; a pass counts as 1, a fail as 0, and `null` is not a value. */
export const PointedMetric = z.object({
  metric: z.string(),
  before: z.array(z.number().nullable()),
  after: z.array(z.number().nullable()),
});
export type PointedMetric = DeepReadonly<z.output<typeof PointedMetric>>;

/** Values of single cases, to draw. All lists have the same order and length. */
export const ComparedPoints = z.object({
  /** Every so many paired cases are listed: 1 for all, 4 for every fourth. */
  every: z.int(),
  /** Indexes in the baseline's test set, from 1. */
  rows: z.array(z.int()),
  /** Indexes in the candidate's test set. */
  candidate_rows: z.array(z.int()),
  metrics: z.array(PointedMetric),
});
export type ComparedPoints = DeepReadonly<z.output<typeof ComparedPoints>>;

/** A candidate compared with the baseline. */
export const ComparedCandidate = z.object({
  ...ComparedEvaluation.shape,
  /** Number of cases that are in both. */
  pairs: z.int(),
  /** Number of their rows in the baseline, without repetitions. */
  rows: z.int(),
  only_in_baseline: z.int(),
  only_in_candidate: z.int(),
  /** What was under test, besides the variant and its revision: the code, the variables, or both. Left out: neither. */
  differs_in: z.array(z.enum(['code', 'variables'])).optional(),
  /** Names of evaluators that judged only one of the two, with these settings. */
  evaluators_only_in_baseline: z.array(z.string()),
  evaluators_only_in_candidate: z.array(z.string()),
  /** Cases of the candidate of which a row failed or could not be scored. */
  errors: z.int(),
  /** Those of the baseline. */
  baseline_errors: z.int(),
  metrics: z.array(ComparedMetric),
  groups: z.array(ComparedGroup).optional(),
  /** The greatest changes first, up to the requested number. */
  worse: z.array(ChangedRow),
  better: z.array(ChangedRow),
  /** Number of all of them, counted per metric. */
  worse_count: z.int(),
  better_count: z.int(),
  /** Flaky rows, counted per metric. */
  flaky: z.int(),
  /** The first flaky rows, up to the requested number. */
  flaky_rows: z.array(FlakyRow),
  points: ComparedPoints.optional(),
});
export type ComparedCandidate = DeepReadonly<z.output<typeof ComparedCandidate>>;

/** Evaluations compared row by row with a baseline, as the service answers and `wf eval compare --json` prints. */
export const Comparison = z.object({
  baseline: ComparedEvaluation,
  /** Left out: it was named by an evaluation or a variant. */
  baseline_source: BaselineSource.optional(),
  /** Confidence level of all verdicts together, as in 0.95. */
  level: z.number(),
  seed: z.number(),
  /** Metrics tested at the full level; Holm's correction is among the others. */
  primary: z.array(z.string()).optional(),
  /** How many variants the candidates were chosen from: the level of the primary metrics is divided by it. */
  choices: z.int().optional(),
  /** Column whose values are compared separately, too. */
  group_by: z.string().optional(),
  candidates: z.array(ComparedCandidate),
});
export type Comparison = DeepReadonly<z.output<typeof Comparison>>;
