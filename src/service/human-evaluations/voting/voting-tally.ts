import { BOTH_BAD, BOTH_GOOD } from '../../../contract/human-evaluations/human-vote.ts';
import type { VotingTally } from '../../../contract/human-evaluations/voting.ts';
import { type HumanEvaluationRow, variantsOf } from '../queries/human-evaluations.ts';
import { countVotesOf } from '../queries/human-votes.ts';
import type { Db } from '../../store/schema.ts';

/** Names the variants, by id. */
export function variantLabels(evaluation: HumanEvaluationRow): ReadonlyMap<string, string> {
  return new Map(variantsOf(evaluation).map(({ id, name, revision }) => [id, `${name}@${revision}`]));
}

/** Counts one person's votes. */
export async function readTally(db: Db, evaluation: HumanEvaluationRow, voterId: string): Promise<VotingTally[]> {
  const counted = await countVotesOf(db, voterId);
  const labels = variantLabels(evaluation);
  if (evaluation.evaluation_type === 'single_model_test') {
    const scores = counted.filter(({ score }) => score !== '');
    const votes = scores.reduce((sum, row) => sum + row.votes, 0);
    const total = scores.reduce((sum, { score, votes: times }) => sum + Number(score) * times, 0);
    return [...labels.values()].map((label) => ({ label, votes, mean_score: votes === 0 ? null : total / votes }));
  }
  const choices = [...labels, [BOTH_GOOD, 'Both good'] as const, [BOTH_BAD, 'Both bad'] as const];
  return choices.map(([vote, label]) => {
    const given = counted.filter((row) => row.vote === vote);
    return { label, votes: given.reduce((sum, row) => sum + row.votes, 0), mean_score: null };
  });
}
