import { expect, test } from 'vitest';
import { BOTH_BAD, BOTH_GOOD } from '../../../../../src/contract/human-evaluations/human-vote.ts';
import type { HumanEvaluationRow } from '../../../../../src/service/human-evaluations/queries/human-evaluations.ts';
import { readTally, variantLabels } from '../../../../../src/service/human-evaluations/voting/voting-tally.ts';
import { insertBare } from '../../../../helpers/insert-bare.ts';
import { openBare } from '../../../../helpers/open-bare.ts';

const evaluation = (evaluation_type: string) => {
  const variants = JSON.stringify([
    { id: 'v', name: 'main', revision: 3 },
    { id: 'w', name: 'bold', revision: 1 },
  ]);
  return { id: 'h', evaluation_type, variants } as HumanEvaluationRow; // what is read of it
};

async function tallyOf(type: string, votes: readonly { readonly vote?: string; readonly score?: string }[]) {
  const { db } = await openBare();
  await insertBare(db, 'human_votes', [
    ...votes.map((vote, index) => ({ ...vote, scenario_id: `s${index}`, voter_id: 'ann', human_evaluation_id: 'h' })),
    { scenario_id: 's', voter_id: 'ben', human_evaluation_id: 'h', vote: 'v', score: '9' },
  ]);
  return await readTally(db, evaluation(type), 'ann');
}

test('variants are named with their revisions', () => {
  expect([...variantLabels(evaluation('human_a_b_testing'))]).toEqual([
    ['v', 'main@3'],
    ['w', 'bold@1'],
  ]);
});

test("one person's choices are counted, with and without notes", async () => {
  const votes = [
    { vote: 'v' },
    { vote: 'v', score: '1' },
    { vote: BOTH_BAD },
    { vote: BOTH_GOOD },
    { vote: BOTH_GOOD },
    { vote: 'w' },
    { vote: '' },
  ];
  const counted = await tallyOf('human_a_b_testing', votes);
  expect(counted).toEqual([
    { label: 'main@3', votes: 2, mean_score: null },
    { label: 'bold@1', votes: 1, mean_score: null },
    { label: 'Both good', votes: 2, mean_score: null },
    { label: 'Both bad', votes: 1, mean_score: null },
  ]);
});

test("one person's scores have a mean", async () => {
  const scores = [{ score: '3' }, { score: '3' }, { score: '9' }, { score: '' }];
  const mean = { votes: 3, mean_score: 5 };
  expect(await tallyOf('single_model_test', scores)).toEqual([
    { label: 'main@3', ...mean },
    { label: 'bold@1', ...mean },
  ]);
  expect((await tallyOf('single_model_test', [{ score: '' }]))[0]).toEqual({
    label: 'main@3',
    votes: 0,
    mean_score: null,
  });
});
