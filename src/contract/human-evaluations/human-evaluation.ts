import * as z from 'zod';
import { extension } from '../endpoint/extension.ts';
import { RateLimit } from '../evaluations/evaluation.ts';
import { onlyIf } from '../validation/fields.ts';
import { EVALUATION_STATUSES, type EvaluationStatus } from '../evaluations/result.ts';

const HUMAN_EVALUATION_TYPES = ['human_a_b_testing', 'single_model_test'] as const;
/** Statuses as the page of the public service writes them, without their prefix. @source facts §3.1 */
const SHORT_STATUSES = ['INITIALIZED', 'STARTED', 'FINISHED'] as const;
const HumanStatus = z.enum([...EVALUATION_STATUSES, ...SHORT_STATUSES]);

/** Returns the status that a caller's word stands for. */
export function toHumanStatus(status: z.infer<typeof HumanStatus>): EvaluationStatus {
  const isShort = (word: string): word is (typeof SHORT_STATUSES)[number] =>
    (SHORT_STATUSES as readonly string[]).includes(word);
  return isShort(status) ? `EVALUATION_${status}` : status;
}

export const HumanEvaluationType = z.enum(HUMAN_EVALUATION_TYPES);
export type HumanEvaluationType = z.infer<typeof HumanEvaluationType>;

/**
 * An evaluation by people.
 *
 * @source seed §2.7
 * @remarks The field is `variants_revision_ids` here and `variant_revision_ids` in `Evaluation`.
 */
export const HumanEvaluation = z.object({
  id: z.string(),
  app_id: z.string(),
  project_id: z.string(),
  evaluation_type: z.string(),
  variant_ids: z.array(z.string()),
  variant_names: z.array(z.string()),
  variants_revision_ids: z.array(z.string()),
  revisions: z.array(z.string()),
  testset_id: z.string(),
  testset_name: z.string(),
  status: z.string(),
  created_at: z.string(),
  updated_at: z.string(),
});
export type HumanEvaluation = z.infer<typeof HumanEvaluation>;

/** How the service generates the outputs of a human evaluation, as in `NewEvaluation`. @source design §7 (ours) */
const OutputGeneration = z.strictObject({
  route: z.string().nullable().optional(),
  variant_revisions: z.array(z.int()).nullable().optional(),
  rate_limit: RateLimit,
});

/**
 * Body that creates a human evaluation with a scenario per row of the test set.
 *
 * @source facts §2.8
 * @remarks Our additions, both optional: `testset_revision` (default: the newest), and `generate`, which makes the
 * service call the variants; without it the client stores the outputs, as the public service's page does. If `inputs`
 * is empty, voters see all columns except the expected answer.
 */
export const NewHumanEvaluation = z
  .strictObject({
    app_id: z.string(),
    variant_ids: z.array(z.string()).min(1).max(2).meta({ uniqueItems: true }),
    evaluation_type: HumanEvaluationType,
    inputs: z.array(z.string()),
    testset_id: z.string(),
    status: HumanStatus,
    testset_revision: extension(z.int().min(1).nullable().optional()),
    generate: extension(OutputGeneration.nullable().optional()),
  })
  .meta(
    onlyIf(
      { properties: { evaluation_type: { const: 'human_a_b_testing' } } },
      { properties: { variant_ids: { minItems: 2 } } },
      { properties: { variant_ids: { maxItems: 1 } } },
    ),
  );
export type NewHumanEvaluation = z.infer<typeof NewHumanEvaluation>;

/** @source facts §2.8 */
export const SimpleHumanEvaluation = z.object({
  id: z.string(),
  variant_ids: z.array(z.string()),
  app_id: z.string(),
  status: z.string(),
  evaluation_type: z.string(),
});

/** Body that sets the status of a human evaluation. @source facts §2.8 */
export const HumanEvaluationUpdate = z.strictObject({ status: HumanStatus.nullable().optional() });

/**
 * One case of a human evaluation.
 *
 * @source facts §2.8
 * @remarks `vote` is the most frequent vote, or the newest in a tie; `score` is the mean score. With one voter, both
 * are that voter's. `variant_output` is `''` until there is an output, or if the call failed.
 */
export const HumanEvaluationScenario = z.object({
  id: z.string(),
  evaluation_id: z.string(),
  inputs: z.array(z.object({ input_name: z.string(), input_value: z.unknown() })),
  outputs: z.array(z.object({ variant_id: z.string(), variant_output: z.unknown() })),
  vote: z.string(),
  score: z.string(),
  correct_answer: z.string().nullable(),
  is_pinned: z.boolean(),
  note: z.string(),
});
export type HumanEvaluationScenario = z.infer<typeof HumanEvaluationScenario>;

/**
 * Body that changes a case; omitted fields stay as they are.
 *
 * @source facts §2.8
 * @remarks `vote` counts for `human_a_b_testing` only and `score` for `single_model_test` only; either is the vote of
 * the key's owner.
 */
export const HumanScenarioUpdate = z.strictObject({
  vote: z.string().nullable().optional(),
  score: z.union([z.string(), z.number()]).nullable().optional(),
  correct_answer: z.string().nullable().optional(),
  outputs: z
    .array(z.strictObject({ variant_id: z.string(), variant_output: z.unknown() }))
    .nullable()
    .optional(),
  inputs: z
    .array(z.strictObject({ input_name: z.string(), input_value: z.unknown() }))
    .nullable()
    .optional(),
  is_pinned: z.boolean().nullable().optional(),
  note: z.string().max(10_000).nullable().optional(),
});
export type HumanScenarioUpdate = z.infer<typeof HumanScenarioUpdate>;

/** @source facts §2.8 */
export const HumanScenarioScore = z.object({ scenario_id: z.string(), score: z.string() });

/** @source facts §2.8 */
export const NewHumanScenarioScore = z.strictObject({ score: z.number() });
