import * as z from 'zod';
import { EvaluationLimits } from './evaluation.ts';
import { Result } from './result.ts';

/** How far an evaluation is: asked of its rows. @source design §5 (ours) */
export const EvaluationProgress = z.object({
  type: z.enum(['evaluation-progress']),
  evaluation_id: z.string(),
  variant: z.string(),
  status: Result,
  /** Whether a process has it in hand. What is not finished and not taken waits for a server, or to be resumed. */
  is_taken: z.boolean(),
  rows: z.int(),
  /** Rows that have a result. */
  done: z.int(),
  /** Of those, rows that failed or that an evaluator could not judge. */
  errors: z.int(),
  /** Calls that this evaluation made and got an answer of; the other rows were computed before, or share one. */
  calls: z.int(),
  /** US dollars that those calls cost, as far as it is known; `null` when it is not of any. */
  cost: z.number().nullable(),
  /** Mean seconds of the rows that answered. */
  latency: z.number().nullable(),
});
export type EvaluationProgress = z.infer<typeof EvaluationProgress>;

const Ends = z.array(z.number()).nullable();

/** What running an evaluation would take. @source design §7 (ours) */
export const EvaluationForecast = z.object({
  variant_id: z.string(),
  variant: z.string(),
  /** Rows it would have, repetitions counted. */
  rows: z.int(),
  /** Rows whose answer is stored. */
  cached: z.int(),
  /** Calls to make: rows with the same input share one. */
  calls: z.int(),
  /** Earlier calls that the rest is learned from. */
  learned_from: z.int(),
  /** What they called: this very revision of the variant, or, where it has few calls of its own, the route. */
  learned_of: z.enum(['variant', 'route']),
  /** US dollars; `null` when no earlier call has a known cost. */
  cost: z.number().nullable(),
  /** Of the cost, at 90 %: lower and upper end. */
  cost_interval: Ends,
  /** How long the calls take at the concurrency asked for; `null` when there is no earlier call. */
  seconds: z.number().nullable(),
  seconds_interval: Ends,
});
export type EvaluationForecast = z.infer<typeof EvaluationForecast>;

/** Body that takes a stopped evaluation up again; limits given here replace those it had. @source design §5 (ours) */
export const ResumeEvaluation = z.strictObject({ limits: EvaluationLimits.nullable().optional() });
export type ResumeEvaluation = z.infer<typeof ResumeEvaluation>;
