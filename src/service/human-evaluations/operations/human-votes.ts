import { sumOf } from '../../../foundation/numbers.ts';
import { countHumanScenarios, readHumanScenarios } from '../queries/human-scenarios.ts';
import { BOTH_BAD, BOTH_GOOD } from '../../../contract/human-evaluations/human-vote.ts';
import type { Result } from '../../../contract/evaluations/result.ts';
import type { Operation } from '../../operation/operation.ts';
import { fromJson } from '../../store/json-column.ts';
import { toPage, readPageAfter } from '../../store/page.ts';
import { requireHumanEvaluation, selectMakers, variantsOf } from '../queries/human-evaluations.ts';
import { countByVoter, countVotes, type HumanVoteRow, readVotesOn } from '../queries/human-votes.ts';

export const getHumanEvaluationResults: Operation<'getHumanEvaluationResults'> = {
  access: 'read',
  run: async ({ evaluation_id }, { db }) => {
    const evaluation = await requireHumanEvaluation(db, evaluation_id);
    const counted = await countVotes(db, 'human_evaluation_id', evaluation.id);
    if (evaluation.evaluation_type === 'single_model_test') return { results_data: countScores(counted) };
    const variants = variantsOf(evaluation);
    const rows = await countHumanScenarios(db, evaluation.id);
    const most = rows * Math.max(1, (await countByVoter(db, evaluation.id)).size);
    const share = (vote: string) => {
      const given = counted.filter((row) => row.vote === vote);
      const votes = sumOf(given, (row) => row.votes);
      return { number_of_votes: votes, percentage: Number(((votes / most) * 100).toFixed(2)) };
    };
    return {
      votes_data: {
        variants: variants.map(({ id }) => id),
        variant_names: variants.map(({ name }) => name),
        nb_of_rows: rows,
        variants_votes_data: Object.fromEntries(variants.map(({ id }) => [id, share(id)])),
        flag_votes: share(BOTH_BAD),
        positive_votes: share(BOTH_GOOD),
      },
    };
  },
};

export const listHumanVotes: Operation<'listHumanVotes'> = {
  access: 'read',
  run: async ({ evaluation_id, ...paging }, { db }) => {
    const { id } = await requireHumanEvaluation(db, evaluation_id);
    const rows = await readHumanScenarios(db, id, readPageAfter(paging, -1));
    const ids = rows.map((row) => row.id);
    const votes = await readVotesOn(db, ids);
    return toPage(rows, paging, 'position', (row) => ({
      scenario_id: row.id,
      position: row.position,
      votes: (votes.get(row.id) ?? []).map(toVote),
    }));
  },
};

export const listHumanOutputs: Operation<'listHumanOutputs'> = {
  access: 'read',
  run: async ({ evaluation_id }, { db }) => {
    const { id } = await requireHumanEvaluation(db, evaluation_id);
    return (await selectMakers(db, id)).map((maker) => ({
      evaluation_id: maker.id,
      variant_id: maker.variant_id,
      variant_name: maker.variant_name,
      status: fromJson<Result>(maker.status),
      rows: Number(maker.rows),
      done: Number(maker.done),
    }));
  },
};

function countScores(counted: readonly { readonly score: string; readonly votes: number }[]): Record<string, number> {
  const given = counted.filter(({ score }) => score !== '').toSorted((a, b) => Number(a.score) - Number(b.score));
  return Object.fromEntries(given.map(({ score, votes }) => [score, votes]));
}

function toVote({ voter_id, vote, score, note, is_blind, updated_at }: HumanVoteRow) {
  return { voter_id, vote, score, note, is_blind: is_blind === 1, updated_at };
}
