import * as z from 'zod';
import { ComparedEvaluation } from './comparison.ts';
import { JsonObject } from '../validation/fields.ts';

/** Number of values between two bounds. */
const HistogramBin = z.object({ from: z.number(), to: z.number(), count: z.int() });
export type HistogramBin = z.infer<typeof HistogramBin>;

// Lower and upper end, as a list of numbers: the client's check of responses has no tuples.
const Interval = z.array(z.number()) as unknown as z.ZodType<[number, number]>;
const Figure = z.number().nullable();

/** Summary of one metric over all cases. @source design §7 (ours) */
export const MetricSummary = z.object({
  metric: z.string(),
  /** Whether it is an evaluator's verdicts, or the cost or latency of the calls. */
  kind: z.enum(['pass_fail', 'score', 'cost', 'latency']),
  /** The better direction. */
  goal: z.enum(['higher', 'lower']),
  /** Cases that have a value. */
  count: z.int(),
  /** Cases that have none: their rows failed, could not be judged, or have no known cost. */
  missing: z.int(),
  /** Cases with a value, of which some rows have none. */
  partial: z.int(),
  /** Cases whose rows disagree, although they are alike. */
  flaky: z.int(),
  /** `null` if there are no values. A pass counts as 1, a fail as 0. */
  mean: Figure,
  /** Interval of the mean. */
  interval: Interval.nullable(),
  /**
   * How the interval was computed: by betting for scores of a known range, the wider of Student's and the lognormal one for
   * cost and latency, Student's for other scores. Left out for `pass_fail`, where it is Clopper and Pearson's: clients of
   * wf 0.1 refuse a name that they do not know.
   */
  method: z.enum(['betting', 'lognormal', 'student']).optional(),
  /**
   * Interval of the mean of costs and latencies, for gates. The upper end presumes that no case exceeds 50 times it, or the
   * stated range; `null` where the cases are too few for one.
   */
  gate_interval: z.array(Figure).optional(),
  /** Range of the scores, where it is known; a missing end has no bound. */
  range: z.object({ low: Figure, high: Figure }).nullish(),
  variance: z.number(),
  least: Figure,
  p50: Figure,
  p90: Figure,
  p95: Figure,
  p99: Figure,
  greatest: Figure,
  /** Intervals of the percentiles by order statistics; an end is `null` where the rows are too few for it. */
  percentile_intervals: z
    .object({ p50: z.array(Figure), p90: z.array(Figure), p95: z.array(Figure), p99: z.array(Figure) })
    .optional(),
  histogram: z.array(HistogramBin),
});
export type MetricSummary = z.infer<typeof MetricSummary>;

const Cells = JsonObject;

/** One of the worst rows. */
export const WorstRow = z.object({
  /** Index in the test set, from 1. */
  row: z.int(),
  /** Evaluators that failed it, or could not judge it. */
  failed: z.array(z.string()),
  /** Evaluators whose verdict on its repetitions differs. */
  flaky: z.array(z.string()),
  scores: z.record(z.string(), z.union([z.number(), z.boolean()]).nullable()),
  error: z.string().nullable(),
  /** What the model answered before the call failed. */
  model_answer: z.string().nullable().optional(),
  latency: Figure,
  inputs: Cells,
  output: z.unknown(),
  expected: Cells,
});
export type WorstRow = z.infer<typeof WorstRow>;

/** Summary of the rows of an evaluation. @source design §7 (ours) */
export const EvaluationSummary = z.object({
  ...ComparedEvaluation.shape,
  /** Confidence level of the intervals, as in 0.95. */
  level: z.number(),
  /** Rows of the test set; repetitions of a row are not counted separately. */
  rows: z.int(),
  /** Cases: rows that repeat one another are one. Means, intervals and percentiles are over cases. */
  cases: z.int(),
  /** Maximum number of repetitions of a row. */
  repeats: z.int(),
  /** Rows that failed or that an evaluator could not judge. */
  errors: z.int(),
  /** Cases whose rows an evaluator judges differently, although they are alike. */
  flaky: z.int(),
  metrics: z.array(MetricSummary),
  worst: z.array(WorstRow),
});
export type EvaluationSummary = z.infer<typeof EvaluationSummary>;

/** Summary of the rows that have one value in the grouping field. */
export const GroupSummary = z.object({
  /** As in the rows; `null` for rows without one. */
  value: z.unknown(),
  /** Repetitions of a row are not counted separately. */
  rows: z.int(),
  cases: z.int(),
  /** Rows that failed or that an evaluator could not judge. */
  errors: z.int(),
  /** Whether there are so few cases that the group says little. */
  is_small: z.boolean(),
  metrics: z.array(MetricSummary),
});
export type GroupSummary = z.infer<typeof GroupSummary>;

/** Summaries of an evaluation's rows by the values of one field. @source design §7 (ours) */
export const EvaluationGroups = z.object({
  /** A column of the test set, an evaluator, or another field of the rows. */
  field: z.string(),
  /** Confidence level of each interval by itself. */
  level: z.number(),
  groups: z.array(GroupSummary),
});
export type EvaluationGroups = z.infer<typeof EvaluationGroups>;
