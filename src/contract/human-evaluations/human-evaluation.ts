import * as z from 'zod';
import { absentAs } from '../endpoint/absent-value.ts';
import { extension } from '../endpoint/endpoint.ts';
import { RateLimit } from '../evaluations/evaluation.ts';
import { Name, onlyIf } from '../validation/fields.ts';
import { EVALUATION_STATUSES, type EvaluationStatus, Result } from '../evaluations/result.ts';
import { NOTE_LENGTH } from '../../foundation/sizes.ts';

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
  id: absentAs(z.string(), ''),
  evaluation_id: z.string(),
  inputs: z.array(z.object({ input_name: z.string(), input_value: z.unknown() })),
  outputs: z.array(z.object({ variant_id: z.string(), variant_output: z.unknown() })),
  vote: absentAs(z.string(), ''),
  score: absentAs(z.string(), ''),
  correct_answer: z.string().nullable(),
  is_pinned: absentAs(z.boolean(), false),
  note: absentAs(z.string(), ''),
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
  note: z.string().max(NOTE_LENGTH.most).nullable().optional(),
});
export type HumanScenarioUpdate = z.infer<typeof HumanScenarioUpdate>;

/** @source facts §2.8 */
export const HumanScenarioScore = z.object({ scenario_id: z.string(), score: z.string() });

/** @source facts §2.8 */
export const NewHumanScenarioScore = z.strictObject({ score: z.number() });

/** Votes other than the id of a variant. @source facts §2.8 */
export const BOTH_BAD = '0';
export const BOTH_GOOD = '1';

const VoteCount = z.object({ number_of_votes: z.int(), percentage: z.number() });

/**
 * Results of people's votes: `votes_data` of `human_a_b_testing`, `results_data` of `single_model_test`.
 *
 * @source facts §2.8
 * @remarks A percentage refers to the number of rows times the number of voters.
 */
export const HumanEvaluationResults = z.object({
  votes_data: z
    .object({
      variants: z.array(z.string()),
      variant_names: z.array(z.string()),
      nb_of_rows: z.int(),
      variants_votes_data: z.record(z.string(), VoteCount),
      flag_votes: VoteCount,
      positive_votes: VoteCount,
    })
    .optional(),
  results_data: z.record(z.string(), z.int()).optional(),
});
export type HumanEvaluationResults = z.infer<typeof HumanEvaluationResults>;

/** One person's vote on a case. @source design §7 (ours) */
export const HumanVote = z.object({
  voter_id: z.string(),
  vote: z.string(),
  score: z.string(),
  note: z.string(),
  /** False when the voter had already seen which variant is which. */
  is_blind: z.boolean(),
  updated_at: z.string(),
});
export type HumanVote = z.infer<typeof HumanVote>;

/** All votes on one case. @source design §7 (ours) */
export const CaseVotes = z.object({ scenario_id: z.string(), position: z.int(), votes: z.array(HumanVote) });
export type CaseVotes = z.infer<typeof CaseVotes>;

/** A person who votes. @source design §7 (ours) */
export const HumanVoter = z.object({
  id: z.string(),
  name: z.string(),
  /** Number of cases they voted on. */
  votes: z.int(),
  /** When they first saw which variant is which; later votes are not blind. `null`: they never did. */
  revealed_at: z.string().nullable(),
  created_at: z.string(),
});
export type HumanVoter = z.infer<typeof HumanVoter>;

/** Body that creates a voter with a personal link. @source design §7 (ours) */
export const NewHumanVoter = z.strictObject({ name: Name.max(100) });

/** A voter's link. Its code opens this one evaluation for voting and nothing else. @source design §7 (ours) */
export const HumanVoterLink = z.object({ voter_id: z.string(), name: z.string(), code: z.string() });

/** Links for voting: a shared one, which asks for a name, and one per voter who has joined. @source design §7 (ours) */
export const HumanLinks = z.object({ code: z.string().nullable(), voters: z.array(HumanVoterLink) });
export type HumanLinks = z.infer<typeof HumanLinks>;

/** Progress of the outputs of one variant. @source design §7 (ours) */
export const HumanOutputs = z.object({
  /** The evaluation that creates them, with its rows, cost and error. */
  evaluation_id: z.string(),
  variant_id: z.string(),
  variant_name: z.string(),
  status: Result,
  rows: z.int(),
  done: z.int(),
});
export type HumanOutputs = z.infer<typeof HumanOutputs>;

/** A human evaluation with its voters and their links, as `wf human-eval show --json` prints it. */
export const ShownHumanEvaluation = z.object({
  ...HumanEvaluation.shape,
  /** Voting link for anyone who has it; `null` for a viewer's key. */
  link: z.string().nullable(),
  outputs: z.array(HumanOutputs),
  voters: z.array(z.object({ ...HumanVoter.shape, link: z.string().nullable() })),
  /** What the service does not have; omitted: nothing. */
  lacking: z.array(z.string()).optional(),
});
export type ShownHumanEvaluation = z.infer<typeof ShownHumanEvaluation>;
