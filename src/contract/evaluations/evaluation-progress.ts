import * as z from 'zod';
import { EvaluationLimits } from './evaluation.ts';
import { Result } from './result.ts';

/** Progress of an evaluation, computed from its rows. @source design §5 (ours) */
export const EvaluationProgress = z.object({
  type: z.enum(['evaluation-progress']),
  evaluation_id: z.string(),
  variant: z.string(),
  status: Result,
  /** Whether a process runs it. Otherwise an unfinished evaluation waits for a server or must be resumed. */
  is_taken: z.boolean(),
  rows: z.int(),
  /** Rows that have a result. */
  done: z.int(),
  /** Of those, rows that failed or that an evaluator could not judge. */
  errors: z.int(),
  /** Completed calls of this evaluation; the other rows were computed before, or share a call. */
  calls: z.int(),
  /** Known cost of all its calls, with those that failed, in US dollars; `null` when none is known. */
  cost: z.number().nullable(),
  /** Of that, what calls without an answer cost. */
  failed_cost: z.number().optional(),
  /** Calls whose cost is not known. */
  unpriced: z.int().optional(),
  /** Model calls that judges made for this evaluation. */
  judge_calls: z.int().optional(),
  /** Known cost of those calls in US dollars; `null` when none is known. */
  judge_cost: z.number().nullable().optional(),
  /** Mean latency of the completed calls, in seconds. */
  latency: z.number().nullable(),
});
export type EvaluationProgress = z.infer<typeof EvaluationProgress>;

/** The end of an evaluation, and the reason of a failure; `null`: none. */
export interface EvaluationEnd {
  readonly type: 'evaluation-end';
  readonly evaluation_id: string;
  readonly variant: string;
  readonly status: string;
  readonly error: string | null;
}

/** Event of waiting for an evaluation. */
export type WatchEvent =
  | {
      readonly type: 'evaluation-start';
      readonly evaluation_id: string;
      readonly variant: string;
      /** `null` at services that do not tell it. */
      readonly route: string | null;
    }
  | EvaluationProgress
  | EvaluationEnd;

/** A test set as an evaluation uses it. */
export interface StoredTestset {
  readonly id: string;
  readonly name: string;
  /** `null`: the service has no revisions. */
  readonly revision: number | null;
  /** False when the same rows were stored before. */
  readonly created: boolean;
}

interface TestsetStored {
  readonly type: 'testset-store';
  readonly testset: StoredTestset;
}

/** A service of others applies no defaults of its evaluators, so they are stored with the settings. */
export interface SettingsCompleted {
  readonly type: 'settings-complete';
  /** As typed. */
  readonly evaluator: string;
  /** What the service's template added to the typed settings. */
  readonly settings: Readonly<Record<string, unknown>>;
  /** Name of the configuration with all settings. */
  readonly name: string;
}

export type EvaluationEvent = TestsetStored | SettingsCompleted | WatchEvent;

export type HumanEvaluationEvent =
  | TestsetStored
  | { readonly type: 'outputs-start'; readonly evaluation_id: string }
  | { readonly type: 'outputs-end'; readonly variant: string; readonly status: string };

/** Lower and upper end; no upper end where the earlier figures are too few or too skewed for one. */
const Ends = z.array(z.number().nullable()).nullable();

/** Forecast of an evaluation. @source design §7 (ours) */
export const EvaluationForecast = z.object({
  variant_id: z.string(),
  variant: z.string(),
  /** Path of the route that it would call; left out by wf 0.1. */
  route: z.string().optional(),
  /** Rows it would have, repetitions counted. */
  rows: z.int(),
  /** Cases of these rows; left out by services that do not count them. */
  cases: z.int().optional(),
  /** Rows whose answer is stored. */
  cached: z.int(),
  /** Calls to make: rows with the same input share one. */
  calls: z.int(),
  /** Earlier calls that the forecast is based on. */
  learned_from: z.int(),
  /** Whether they called this revision of the variant, or, if it has few calls, the route. */
  learned_of: z.enum(['variant', 'route']),
  /** US dollars; `null` when no earlier call has a known cost. */
  cost: z.number().nullable(),
  /** Interval of the cost at 90 %: lower and upper end. The upper one is `null` where few or skewed costs do not limit it. */
  cost_interval: Ends,
  /** Scores that judges and other evaluators would compute by models; the others are stored. */
  judge_scores: z.int().optional(),
  /** Model calls that this takes; evaluators of the project's own are counted as one call each. */
  judge_calls: z.int().optional(),
  /** US dollars; `null` when no earlier score of one of these judges has a known cost. */
  judge_cost: z.number().nullable().optional(),
  judge_cost_interval: Ends.optional(),
  /** Duration of the calls at the requested concurrency; `null` when there is no earlier call. */
  seconds: z.number().nullable(),
  seconds_interval: Ends,
  /** Names of the environment variables that determine the outputs, and of the others that the workflow sees. */
  variables: z.object({ counted: z.array(z.string()), ignored: z.array(z.string()) }).optional(),
});
export type EvaluationForecast = z.infer<typeof EvaluationForecast>;

/** Body that resumes a stopped evaluation; limits given here replace the previous ones. @source design §5 (ours) */
export const ResumeEvaluation = z.strictObject({ limits: EvaluationLimits.nullable().optional() });
