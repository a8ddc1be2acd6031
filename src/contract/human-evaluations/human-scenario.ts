import * as z from 'zod';

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
export type HumanScenarioScore = z.infer<typeof HumanScenarioScore>;

/** @source facts §2.8 */
export const NewHumanScenarioScore = z.strictObject({ score: z.number() });
export type NewHumanScenarioScore = z.infer<typeof NewHumanScenarioScore>;
