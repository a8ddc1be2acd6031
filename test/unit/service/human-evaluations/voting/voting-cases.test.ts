import { expect, test } from 'vitest';
import type { HumanEvaluationRow } from '../../../../../src/service/human-evaluations/queries/human-evaluations.ts';
import type { HumanVoterRow } from '../../../../../src/service/human-evaluations/queries/human-voters.ts';
import {
  castVote,
  readCase,
  readState,
  reveal,
  type Voting,
} from '../../../../../src/service/human-evaluations/voting/voting-cases.ts';
import { isSwapped } from '../../../../../src/service/human-evaluations/voting/voting-order.ts';
import type { Db } from '../../../../../src/service/store/schema.ts';
import { insertBare } from '../../../../helpers/insert-bare.ts';
import { openBare } from '../../../../helpers/open-bare.ts';

const VARIANTS = JSON.stringify([
  { id: 'v', name: 'main', revision: 3 },
  { id: 'w', name: 'bold', revision: 1 },
]);
/** Cases whose outputs Ann sees in their own order, and in the other. */
const names = Array.from({ length: 100 }, (_, index) => `case ${index}`);
const [STRAIGHT = '', SWAPPED = ''] = [false, true].map((swapped) =>
  names.find((id) => isSwapped('ann', id) === swapped),
);

/** An evaluation of three cases: stored outputs in two orders, and one that is generated. */
async function openVoting(type: 'human_a_b_testing' | 'single_model_test' = 'human_a_b_testing') {
  const { db } = await openBare();
  await insertBare(db, 'human_evaluations', [
    { id: 'h', evaluation_type: type, testset_name: 'cases', variants: VARIANTS, status: 'EVALUATION_INITIALIZED' },
  ]);
  const stored = (v: unknown, w: unknown) =>
    JSON.stringify([
      { variant_id: 'v', variant_output: v },
      { variant_id: 'w', variant_output: w },
    ]);
  await insertBare(db, 'human_evaluation_scenarios', [
    {
      id: STRAIGHT,
      human_evaluation_id: 'h',
      position: 0,
      inputs: '[{"input_name":"text","input_value":"hi"}]',
      outputs: stored('of v', 'of w'),
      correct_answer: 'HI',
    },
    { id: SWAPPED, human_evaluation_id: 'h', position: 1, inputs: '[]', outputs: stored('of v', 'of w') },
    { id: 'made', human_evaluation_id: 'h', position: 2, inputs: '[]', outputs: stored('', '') },
  ]);
  await insertBare(db, 'human_voters', [{ id: 'ann', human_evaluation_id: 'h', name: 'Ann' }]);
  return { db, voting: await readVoting(db) };
}

async function readVoting(db: Db): Promise<Voting> {
  const evaluation: HumanEvaluationRow = await db.selectFrom('human_evaluations').selectAll().executeTakeFirstOrThrow();
  const voter: HumanVoterRow = await db.selectFrom('human_voters').selectAll().executeTakeFirstOrThrow();
  return { evaluation, voter };
}

const votes = async (db: Db) => await db.selectFrom('human_votes').selectAll().orderBy('scenario_id').execute();

test('a case shows its outputs in the order of the voter, and hides whose they are', async () => {
  const { db, voting } = await openVoting();
  expect(await readCase(db, voting, 1)).toEqual({
    place: 1,
    inputs: [{ input_name: 'text', input_value: 'hi' }],
    correct_answer: 'HI',
    outputs: [
      { output: 'of v', state: 'made', variant: null },
      { output: 'of w', state: 'made', variant: null },
    ],
    choice: null,
    score: null,
    note: '',
  });
  expect((await readCase(db, voting, 2)).outputs.map(({ output }) => output)).toEqual(['of w', 'of v']);
});

test('an output that is not there yet is waited for, and one that failed says no more', async () => {
  const { db, voting } = await openVoting();
  const states = async () =>
    (await readCase(db, voting, 3)).outputs.map(({ output, state }) => [output, state]).toSorted(byState);
  const byState = ([, a]: unknown[], [, b]: unknown[]) => (String(a) < String(b) ? -1 : 1);
  expect(await states()).toEqual([
    ['', 'made'],
    ['', 'made'],
  ]);
  await insertBare(db, 'evaluations', [
    { id: 'e', human_evaluation_id: 'h', variant_id: 'v' },
    { id: 'f', human_evaluation_id: 'h', variant_id: 'w' },
  ]);
  await insertBare(db, 'evaluation_scenarios', [
    { id: 's', evaluation_id: 'e', position: 2 },
    { id: 't', evaluation_id: 'f', position: 2 },
  ]);
  const failed = JSON.stringify([{ result: { type: 'error', value: null, error: { message: 'main is gone' } } }]);
  await insertBare(db, 'evaluation_outcomes', [{ scenario_id: 's', evaluation_id: 'e', outputs: failed }]);
  expect(await states()).toEqual([
    ['', 'failed'],
    ['', 'waiting'],
  ]);
});

test('a choice is stored as that of the variant, and read as it was made', async () => {
  const { db, voting } = await openVoting();
  await castVote(db, voting, 1, { choice: 'first' }, 'now');
  await castVote(db, voting, 2, { choice: 'first', note: 'hm' }, 'now');
  expect(new Map((await votes(db)).map(({ scenario_id, vote }) => [scenario_id, vote]))).toEqual(
    new Map([
      [STRAIGHT, 'v'],
      [SWAPPED, 'w'],
    ]),
  );
  expect([(await readCase(db, voting, 1)).choice, (await readCase(db, voting, 2)).choice]).toEqual(['first', 'first']);
  await castVote(db, voting, 2, { note: 'no' }, 'later');
  expect(await readCase(db, voting, 2)).toMatchObject({ choice: 'first', note: 'no' });
  await castVote(db, voting, 2, { choice: null }, 'later');
  expect(await readCase(db, voting, 2)).toMatchObject({ choice: null, note: 'no' });
  expect((await votes(db)).find(({ scenario_id }) => scenario_id === SWAPPED)).toEqual({
    scenario_id: SWAPPED,
    voter_id: 'ann',
    human_evaluation_id: 'h',
    vote: '',
    score: '',
    note: 'no',
    is_blind: 1,
    updated_at: 'later',
  });
});

test('a score is stored as text, and taken back', async () => {
  const { db, voting } = await openVoting('single_model_test');
  await castVote(db, voting, 1, { score: 0 }, 'now');
  expect((await readCase(db, voting, 1)).score).toBe(0);
  await castVote(db, voting, 1, { note: 'hm' }, 'now');
  expect(await readCase(db, voting, 1)).toMatchObject({ score: 0, note: 'hm' });
  await castVote(db, voting, 1, { score: null }, 'now');
  expect(await readCase(db, voting, 1)).toMatchObject({ score: null, note: 'hm' });
});

test.each([
  ['human_a_b_testing', { score: 1 }, 'score', 'This evaluation asks for a choice'],
  ['single_model_test', { choice: 'first' }, 'choice', 'This evaluation asks for a score'],
] as const)('a vote of the other kind is refused: %s', async (type, body, wrong, msg) => {
  const { db, voting } = await openVoting(type);
  await expect(castVote(db, voting, 1, body, 'now')).rejects.toMatchObject({
    code: 'WF_INVALID_INPUT',
    message: `${msg}.`,
    details: [{ loc: ['body', wrong], msg, type: 'value_error' }],
  });
  expect(await votes(db)).toEqual([]);
});

test.each([0, 4, 1.5, 2 ** 31, Number.NaN])('there is no case %d', async (place) => {
  const { db, voting } = await openVoting();
  const refusal = { code: 'WF_NOT_FOUND', message: `There is no case ${place} to vote on.` };
  await expect(readCase(db, voting, place)).rejects.toMatchObject(refusal);
});

test('the state tells how far a voter is; revealed, it has the tally, and votes are not blind', async () => {
  const { db, voting } = await openVoting();
  const state = {
    evaluation_type: 'human_a_b_testing',
    testset_name: 'cases',
    voter: 'Ann',
    own_code: 'code',
    total: 3,
    done: 0,
    next: 1,
    is_revealed: false,
    tally: null,
  };
  expect(await readState(db, voting, 'code')).toEqual(state);
  await castVote(db, voting, 1, { choice: 'first' }, 'now');
  await reveal(db, voting, 'now');
  const revealed = await readVoting(db);
  expect(await readState(db, revealed, null)).toEqual({
    ...state,
    own_code: null,
    done: 1,
    next: 2,
    is_revealed: true,
    tally: expect.arrayContaining([{ label: 'main@3', votes: 1, mean_score: null }]),
  });
  expect((await readCase(db, revealed, 2)).outputs.map(({ variant }) => variant)).toEqual(['bold@1', 'main@3']);
  for (const place of [2, 3]) await castVote(db, revealed, place, { choice: 'both_bad' }, 'now');
  const blind = (await votes(db)).filter(({ is_blind }) => is_blind === 1);
  expect(blind.map(({ scenario_id }) => scenario_id)).toEqual([STRAIGHT]);
  expect((await readState(db, revealed, null)).next).toBeNull();
});
