import { expect, test } from 'vitest';
import {
  getHumanEvaluationResults,
  listHumanOutputs,
  listHumanVotes,
} from '../../../../../src/service/human-evaluations/operations/human-votes.ts';
import { insertBare } from '../../../../helpers/insert-bare.ts';
import { openOperations } from '../../../../helpers/open-operations.ts';

type Vote = readonly [scenario: string, voter: string, vote: string, score?: string];

/** A human evaluation of three cases with these votes. */
async function openVotes(evaluation_type: string, votes: readonly Vote[]) {
  const { db, context } = await openOperations();
  const variants = ['v', 'w'].map((id) => ({ id, name: `name ${id}`, revisionId: `${id}1`, revision: 1 }));
  await insertBare(db, 'human_evaluations', [
    { id: 'h', app_id: 'a', evaluation_type, variants: JSON.stringify(variants) },
  ]);
  await insertBare(
    db,
    'human_evaluation_scenarios',
    [0, 1, 2].map((position) => ({ id: `s${position}`, human_evaluation_id: 'h', position })),
  );
  await insertBare(
    db,
    'human_voters',
    ['ana', 'ben'].map((id) => ({ id, human_evaluation_id: 'h', name: id })),
  );
  await insertBare(
    db,
    'human_votes',
    votes.map(([scenario_id, voter_id, vote, score = '']) => {
      return { scenario_id, voter_id, human_evaluation_id: 'h', vote, score, is_blind: 1, updated_at: 'then' };
    }),
  );
  return { db, context };
}

test('votes are counted by variant, as shares of what all voters could give', async () => {
  const { context } = await openVotes('human_a_b_testing', [
    ['s0', 'ana', 'v'],
    ['s1', 'ana', 'w'],
    ['s2', 'ana', '0'],
    ['s0', 'ben', 'v'],
    ['s1', 'ben', '1'],
  ]);
  expect(await getHumanEvaluationResults.run({ evaluation_id: 'h' }, context)).toEqual({
    votes_data: {
      variants: ['v', 'w'],
      variant_names: ['name v', 'name w'],
      nb_of_rows: 3,
      variants_votes_data: {
        v: { number_of_votes: 2, percentage: 33.33 },
        w: { number_of_votes: 1, percentage: 16.67 },
      },
      flag_votes: { number_of_votes: 1, percentage: 16.67 },
      positive_votes: { number_of_votes: 1, percentage: 16.67 },
    },
  });
});

test('without votes, all shares are zero', async () => {
  const { context } = await openVotes('human_a_b_testing', []);
  const none = { number_of_votes: 0, percentage: 0 };
  expect(await getHumanEvaluationResults.run({ evaluation_id: 'h' }, context)).toMatchObject({
    votes_data: { nb_of_rows: 3, variants_votes_data: { v: none, w: none }, flag_votes: none, positive_votes: none },
  });
});

test('scores are counted in their order; withdrawn ones are left out', async () => {
  const { context } = await openVotes('single_model_test', [
    ['s0', 'ana', '', '2.5'],
    ['s1', 'ana', '', '-1'],
    ['s2', 'ana', '', ''],
    ['s0', 'ben', '', '2.5'],
  ]);
  const { results_data } = (await getHumanEvaluationResults.run({ evaluation_id: 'h' }, context)) as {
    readonly results_data: object;
  };
  expect(Object.entries(results_data)).toEqual([
    ['-1', 1],
    ['2.5', 2],
  ]);
});

test('the votes on each case are listed by page', async () => {
  const { context } = await openVotes('human_a_b_testing', [
    ['s0', 'ana', 'v'],
    ['s2', 'ben', 'w'],
  ]);
  const list = async (query: object) => await listHumanVotes.run({ evaluation_id: 'h', ...query }, context);
  const vote = { score: '', note: '', is_blind: true, updated_at: 'then' };
  const cases = [
    { scenario_id: 's0', position: 0, votes: [{ ...vote, voter_id: 'ana', vote: 'v' }] },
    { scenario_id: 's1', position: 1, votes: [] },
    { scenario_id: 's2', position: 2, votes: [{ ...vote, voter_id: 'ben', vote: 'w' }] },
  ];
  expect((await list({})).items).toEqual(cases);
  const { items, next } = await list({ limit: 2 });
  expect(items).toEqual(cases.slice(0, 2));
  expect((await list({ cursor: next ?? '' })).items).toEqual(cases.slice(2));
});

test('the evaluations that make the outputs are listed with their progress', async () => {
  const { db, context } = await openVotes('human_a_b_testing', []);
  const status = JSON.stringify({ type: 'status', value: 'EVALUATION_STARTED' });
  await insertBare(db, 'evaluations', [
    { id: 'e', human_evaluation_id: 'h', variant_id: 'v', variant_name: 'name v', status },
  ]);
  await insertBare(db, 'evaluation_scenarios', [{ id: 'r', evaluation_id: 'e' }]);
  expect(await listHumanOutputs.run({ evaluation_id: 'h' }, context)).toEqual([
    {
      evaluation_id: 'e',
      variant_id: 'v',
      variant_name: 'name v',
      status: { type: 'status', value: 'EVALUATION_STARTED' },
      rows: 1,
      done: 0,
    },
  ]);
});
