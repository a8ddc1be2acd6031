import * as z from 'zod';
import { Name } from '../validation/fields.ts';
import { Result } from '../evaluations/result.ts';
import { HumanEvaluation } from './human-evaluation.ts';

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
