import * as z from 'zod';
import { MetricSummary } from './evaluation-summary.ts';

/** Summary of the rows that have one value in the grouping field. */
export const GroupSummary = z.object({
  /** As in the rows; `null` for rows without one. */
  value: z.unknown(),
  /** Repetitions of a row are not counted separately. */
  rows: z.int(),
  /** Rows that failed or that an evaluator could not judge. */
  errors: z.int(),
  /** Whether there are so few rows that the group says little. */
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
