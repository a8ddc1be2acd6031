import * as z from 'zod';
import { absentAs } from '../endpoint/absent-value.ts';
import { extension } from '../endpoint/endpoint.ts';
import { EvaluatorConfig } from '../evaluators/evaluator.ts';
import { Labels, RecordLabels } from '../labels/labels.ts';
import { ModelUse, JudgedResult, Result } from './result.ts';
import { VariableRule } from './variable-rule.ts';
import { CONDITIONS, EVALUATION_CALLS, REPEATS } from '../../foundation/sizes.ts';

/**
 * Mean of an evaluator's scores.
 *
 * @source wf
 * @remarks If some rows have no score, the mean is over the `scored` ones of all `rows`, and `error` says so. `range` is
 * what a project's own evaluator declares. `cost` is what this evaluation paid; the `reused_scores` were stored, or shared
 * with another row or evaluation.
 */
export const AggregateResult = JudgedResult.omit({ reused: true }).extend({
  scored: extension(z.int().nullable().optional()),
  reused_scores: extension(z.int().nullable().optional()),
  rows: extension(z.int().nullable().optional()),
  range: extension(z.array(z.number()).nullable().optional()),
});
export type AggregateResult = z.infer<typeof AggregateResult>;

/** One evaluator's verdict over all rows. @source seed §2.3 */
export const AggregatedResult = z.object({
  evaluator_config: EvaluatorConfig,
  result: AggregateResult,
  /** What judged: the hash of the project's evaluators, or key and version of a built-in one, as `auto_rouge_l@1`. */
  code: extension(z.string().nullable().optional()),
});
export type AggregatedResult = z.infer<typeof AggregatedResult>;

/** One of `count` parts of a test set: every row whose 1-based index is `index` modulo `count`. */
export const Shard = z.strictObject({ index: z.int().min(1).max(10_000), count: z.int().min(1).max(10_000) });
export type Shard = z.infer<typeof Shard>;

/**
 * The rows of a test set to evaluate: those that match, of these a sample of the cases or the first ones. Rows of one case
 * stay together, except that a limit ends before the first row of the next case.
 */
export const SubsetChoice = z.strictObject({
  /** Conditions on columns, as `locale=fr`; all must hold. */
  where: z.array(z.string().min(1).max(10_000)).max(CONDITIONS.most).nullable().optional(),
  /** Id of an evaluation on the same test set: only rows with the inputs of one that failed in it. */
  failed_of: z.string().min(1).max(100).nullable().optional(),
  /** Number of cases, drawn by `seed`. Not with `limit`. */
  sample: z.int().min(1).nullable().optional(),
  /** Without it: 1. */
  seed: z
    .int()
    .min(0)
    .max(2 ** 32 - 1)
    .nullable()
    .optional(),
  /** Number of cases from the first row on. */
  limit: z.int().min(1).nullable().optional(),
});
export type SubsetChoice = z.infer<typeof SubsetChoice>;

/** The rows that an evaluation has of its test set; their numbers are those of the whole set. @source wf */
export const EvaluatedSubset = z.object({
  ...SubsetChoice.shape,
  shard: Shard.nullable().optional(),
  /** Number of its rows, without repetitions. */
  rows: z.int(),
  /** Number of rows of the test set; `null`: unknown. */
  of: z.int().nullable(),
});
export type EvaluatedSubset = z.infer<typeof EvaluatedSubset>;

/**
 * Limits that stop an evaluation early; it can be resumed. Times are seconds, `max_cost` is US dollars.
 *
 * @source design §7 (ours)
 */
export const EvaluationLimits = z.strictObject({
  /** Time limit of a single call. */
  call_seconds: z.number().positive().max(86_400).nullable().optional(),
  /** Time limit of the whole evaluation, from its start or its last resumption. */
  total_seconds: z.number().positive().max(31_536_000).nullable().optional(),
  /** Limit of the total cost of the calls and of judges. */
  max_cost: z.number().min(0).nullable().optional(),
});
export type EvaluationLimits = z.infer<typeof EvaluationLimits>;

/** How to run an evaluation, in addition to its rate limit. @source design §7 (ours) */
export const EvaluationOptions = z.strictObject({
  ...EvaluationLimits.shape,
  /** Number of calls per row. */
  repeat: z.int().min(1).max(REPEATS.most).nullable().optional(),
  shard: Shard.nullable().optional(),
  subset: SubsetChoice.nullable().optional(),
  /** Column of the test set whose values name the cases. Without it: `case` if there is one, else rows with the same inputs and expected answer are one. */
  cluster_by: z.string().min(1).max(1000).nullable().optional(),
  /** Calls for every row and asks judges again, also where an output or a score is stored. */
  fresh: z.boolean().nullable().optional(),
  /** Asks judges again, also where a score is stored. */
  fresh_scores: z.boolean().nullable().optional(),
  /** Which of the workflow's environment variables determine its outputs. */
  variables: VariableRule.nullable().optional(),
});
export type EvaluationOptions = z.infer<typeof EvaluationOptions>;

/**
 * One evaluation of one variant on one test set.
 *
 * @source seed §2.1
 * @remarks The field is `variant_revision_ids` here and `variants_revision_ids` in `HumanEvaluation`. `route`, `bundle`,
 * `cluster_by` and `subset` are ours; other services do not tell them.
 */
export const Evaluation = z.object({
  id: z.string(),
  app_id: z.string(),
  project_id: z.string(),
  variant_ids: z.array(z.string()),
  variant_names: z.array(z.string()),
  variant_revision_ids: z.array(z.string()),
  revisions: z.array(z.string()),
  testset_id: z.string().nullable().optional(),
  testset_name: z.string().nullable().optional(),
  /** Path of the route that it called. */
  route: extension(z.string().nullable().optional()),
  /** SHA-256 of the bundle that it called; `null` for code behind an address, which may change unnoticed. */
  bundle: extension(z.string().nullable().optional()),
  /** Keyed hash of the variables that determine its outputs, which only tells whether two are alike; `null`: nobody knows them. */
  variables: extension(z.string().nullable().optional()),
  /** Column of the test set whose values name the cases; `null`: rows with the same inputs and expected answer are one. */
  cluster_by: extension(z.string().nullable().optional()),
  /** Its part of the test set; `null`: the whole. */
  subset: extension(EvaluatedSubset.nullable().optional()),
  status: Result,
  aggregated_results: z.array(AggregatedResult),
  average_cost: Result.nullable().optional(),
  total_cost: Result.nullable().optional(),
  average_latency: Result.nullable().optional(),
  created_at: z.string().meta({ format: 'date-time' }),
  updated_at: z.string().meta({ format: 'date-time' }),
});
export type Evaluation = z.infer<typeof Evaluation>;

/**
 * An evaluation with the test set revision that it used, and its labels.
 *
 * @source wf
 * @remarks `total_cost` counts every attempt, whether it was answered or not. `failed_cost` is the part of it that was paid for
 * calls without an answer: their rows failed, run again, or were not finished when the evaluation stopped.
 * Rows that share an answer count once in both; `average_cost` is over rows.
 */
export const TestedEvaluation = Evaluation.extend({
  testset_revision: extension(z.int().nullable().optional()),
  failed_cost: extension(Result.nullable().optional()),
  labels: extension(RecordLabels.nullable().optional()),
  /** `null`: it is not archived. */
  archived_at: extension(z.string().nullable().optional()),
});
export type TestedEvaluation = z.infer<typeof TestedEvaluation>;

/** Rate limit of an evaluation's calls. `delay_between_batches` and `retry_delay` are in seconds. @source facts §2.7 */
export const RateLimit = z.strictObject({
  batch_size: z.int().min(1).max(EVALUATION_CALLS.most),
  max_retries: z.int().min(0).max(100),
  retry_delay: z.number().min(0),
  delay_between_batches: z.number().min(0),
});
export type RateLimit = z.infer<typeof RateLimit>;

/** Names under which callers send keys of model providers. @source facts §2.7; OPENAI_BASE_URL is ours */
const PROVIDER_KEYS = [
  'OPENAI_API_KEY',
  'OPENAI_BASE_URL',
  'MISTRAL_API_KEY',
  'COHERE_API_KEY',
  'ANTHROPIC_API_KEY',
  'ANYSCALE_API_KEY',
  'PERPLEXITYAI_API_KEY',
  'DEEPINFRA_API_KEY',
  'TOGETHERAI_API_KEY',
  'ALEPHALPHA_API_KEY',
  'OPENROUTER_API_KEY',
  'GROQ_API_KEY',
  'GEMINI_API_KEY',
] as const;

/** Keys of model providers by name; other names reach judges as well. */
const ProviderKeys = z
  .record(z.string(), z.string())
  .meta({ propertyNames: { anyOf: [{ enum: PROVIDER_KEYS }, { type: 'string' }] } });

/**
 * Body that starts one evaluation per variant.
 *
 * @source facts §2.7
 * @remarks Our additions, all optional: `route`, the path of the route to call (default `/`, or the only route),
 * `variant_revisions`, a revision number per entry of `variant_ids`, `testset_revision` (default of both: the newest),
 * `options`, and `labels`.
 */
export const NewEvaluation = z.strictObject({
  app_id: z.string(),
  variant_ids: z.array(z.string()).min(1),
  evaluators_configs: z.array(z.string()),
  testset_id: z.string(),
  testset_revision: extension(z.int().min(1).nullable().optional()),
  rate_limit: RateLimit,
  lm_providers_keys: ProviderKeys.nullable().optional(),
  correct_answer_column: z.string().nullable().optional(),
  route: extension(z.string().nullable().optional()),
  variant_revisions: extension(z.array(z.int()).nullable().optional()),
  options: extension(EvaluationOptions.nullable().optional()),
  labels: extension(Labels.nullable().optional()),
});
export type NewEvaluation = z.infer<typeof NewEvaluation>;

/** A call of a process that was not warm: its first with a configuration, or one sent before it had answered any. @source wf */
export const WarmUp = z.enum(['first', 'early']);
export type WarmUp = z.infer<typeof WarmUp>;

/**
 * One row of an evaluation: inputs, output, and each evaluator's verdict.
 *
 * @source facts §2.7
 * @remarks Ours: `row`, its 1-based index in the test set, `case`, the index of the first row that it repeats (its own if it
 * repeats none), and `repeat`, the 1-based number of the repetition,
 * `usage`, what the cost came from, `failed_cost`, what the attempts before the answer cost, which is a part of `cost`,
 * `warm_up`, which marks the first calls of a process, `call_group`, which only the calls
 * for this row by several evaluations at the same time share, and `reused`, whether the output was stored or shared with
 * another row instead of called for.
 */
export const EvaluationScenario = z.object({
  id: absentAs(z.string(), ''),
  row: extension(z.int().nullable().optional()),
  case: extension(z.int().nullable().optional()),
  repeat: extension(z.int().nullable().optional()),
  evaluation_id: z.string(),
  inputs: z.array(z.object({ name: z.string(), type: z.string(), value: z.unknown() })),
  outputs: z.array(
    z.object({
      result: Result,
      cost: z.number().nullable().optional(),
      latency: z.number().nullable().optional(),
      failed_cost: extension(z.number().nullable().optional()),
      usage: extension(z.array(ModelUse).nullable().optional()),
      warm_up: extension(WarmUp.nullable().optional()),
      call_group: extension(z.string().nullable().optional()),
      reused: extension(z.boolean().nullable().optional()),
    }),
  ),
  correct_answers: absentAs(z.array(z.object({ key: z.string(), value: z.unknown() })), []),
  is_pinned: z.boolean().nullable().optional(),
  note: z.string().nullable().optional(),
  results: z.array(z.object({ evaluator_config: z.string(), result: JudgedResult })),
});
export type EvaluationScenario = z.infer<typeof EvaluationScenario>;

/** @source facts §2.7 */
export const EvaluationIds = z.strictObject({ evaluations_ids: z.array(z.string()) });

/** @source facts §2.7 */
export const EvaluationStatusAnswer = z.object({ status: Result });

/** @source facts §2.7 */
export const EvaluationResults = z.object({ results: z.array(AggregatedResult), evaluation_id: z.string() });

const ComparedInput = z.object({ input_name: z.string(), input_value: z.unknown() });

/** Rows of evaluations side by side: one entry per value of an input. @source facts §2.7 */
export const ComparisonResults = z.object({
  inputs: z.array(ComparedInput),
  data: z.array(ComparedInput.extend({ scenarios: z.array(EvaluationScenario) })),
});
export type ComparisonResults = z.infer<typeof ComparisonResults>;

/** A row of an evaluation with its index, from 1, in the test set, and the route that answered it. */
export const EvaluationRow = z.object({
  ...EvaluationScenario.shape,
  row: z.int(),
  /** Path of the route that was called; `null` at services that do not tell it. */
  route: z.string().nullable().optional(),
});
export type EvaluationRow = z.infer<typeof EvaluationRow>;
