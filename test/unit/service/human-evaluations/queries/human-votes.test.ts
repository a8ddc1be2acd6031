import { expect, test } from 'vitest';
import {
  countOpen,
  countVotes,
  countVotesOf,
  readVotesOn,
  saveVote,
  type HumanVoteRow,
} from '../../../../../src/service/human-evaluations/queries/human-votes.ts';
import type { Db } from '../../../../../src/service/store/schema.ts';
import { insertBare } from '../../../../helpers/insert-bare.ts';
import { openBare } from '../../../../helpers/open-bare.ts';

const vote = (scenario_id: string, voter_id: string, more: Partial<HumanVoteRow> = {}): HumanVoteRow => ({
  scenario_id,
  voter_id,
  human_evaluation_id: 'h',
  vote: '',
  score: '',
  note: '',
  is_blind: 1,
  updated_at: 'now',
  ...more,
});

/** A human evaluation of three cases, with two voters. */
async function openCases(votes: readonly HumanVoteRow[] = []): Promise<Db> {
  const { db } = await openBare();
  await insertBare(db, 'human_evaluations', [
    { id: 'h', status: 'EVALUATION_INITIALIZED', updated_at: 'before' },
    { id: 'i', status: 'EVALUATION_INITIALIZED', updated_at: 'before' },
  ]);
  await insertBare(
    db,
    'human_evaluation_scenarios',
    ['c', 'b', 'a'].map((id, position) => ({ id, human_evaluation_id: 'h', position })),
  );
  await insertBare(db, 'human_voters', [
    { id: 'ann', human_evaluation_id: 'h', name: 'Ann' },
    { id: 'ben', human_evaluation_id: 'h', name: 'Ben' },
  ]);
  await insertBare(
    db,
    'human_votes',
    votes.map((one) => ({ ...one })),
  );
  return db;
}

const stored = (db: Db) =>
  db.selectFrom('human_votes').selectAll().orderBy('scenario_id').orderBy('voter_id').execute();
const statuses = async (db: Db) =>
  (await db.selectFrom('human_evaluations').select(['id', 'status', 'updated_at']).orderBy('id').execute()).map(
    ({ id, status, updated_at }) => `${id} ${status} ${updated_at}`,
  );

test('a vote replaces an earlier one of the same person, and an empty one deletes it', async () => {
  const db = await openCases();
  const [first, other] = [vote('a', 'ann', { vote: 'x', note: 'hm' }), vote('a', 'ben', { score: '7' })];
  await saveVote(db, first);
  await saveVote(db, other);
  expect(await stored(db)).toEqual([first, other]);
  const changed = { ...first, vote: '', score: '3', note: '', is_blind: 0, updated_at: 'later' } as const;
  await saveVote(db, changed);
  expect(await stored(db)).toEqual([changed, other]);
  await saveVote(db, vote('a', 'ann'));
  expect(await stored(db)).toEqual([other]);
  const noted = vote('a', 'ann', { note: 'hm' });
  await saveVote(db, noted);
  expect(await stored(db)).toEqual([noted, other]);
});

test('an evaluation is finished when every case has a vote, with errors when an output is missing', async () => {
  const db = await openCases([vote('a', 'ann', { vote: 'x' }), vote('b', 'ben', { score: '1' })]);
  const at = (updated_at: string, more: Partial<HumanVoteRow>) => vote('c', 'ann', { updated_at, ...more });
  await saveVote(db, at('1', { note: 'no vote yet' }));
  expect(await statuses(db)).toEqual(['h EVALUATION_STARTED 1', 'i EVALUATION_INITIALIZED before']);
  await saveVote(db, at('2', { note: 'still none' }));
  expect((await statuses(db))[0]).toBe('h EVALUATION_STARTED 1');
  await insertBare(db, 'evaluations', [
    { id: '1', human_evaluation_id: 'h', status_value: 'EVALUATION_FINISHED' },
    { id: '2', human_evaluation_id: 'i', status_value: 'EVALUATION_FAILED' },
  ]);
  await saveVote(db, at('3', { vote: 'x' }));
  expect((await statuses(db))[0]).toBe('h EVALUATION_FINISHED 3');
  await insertBare(db, 'evaluations', [{ id: '3', human_evaluation_id: 'h', status_value: 'EVALUATION_FAILED' }]);
  await saveVote(db, at('4', { score: '0' }));
  expect((await statuses(db))[0]).toBe('h EVALUATION_FINISHED_WITH_ERRORS 4');
});

const VOTES = [
  vote('a', 'ben', { vote: 'x' }),
  vote('a', 'ann', { vote: 'x' }),
  vote('b', 'ann', { vote: 'x', score: '5' }),
  vote('c', 'ann', { note: 'hm' }),
  vote('d', 'eve', { vote: 'x', human_evaluation_id: 'i' }),
];

test('votes are read by case, in the order of the voters', async () => {
  const db = await openCases(VOTES);
  expect(await readVotesOn(db, ['b', 'a', 'none'])).toEqual(
    new Map([
      ['a', [VOTES[1], VOTES[0]]],
      ['b', [VOTES[2]]],
    ]),
  );
});

test('votes are counted, of all and of one person; a note alone is no vote', async () => {
  const db = await openCases([...VOTES, vote('b', 'ben', { note: 'hm' })]);
  const none = { vote: '', score: '' };
  expect(await countVotes(db, 'h')).toEqual({
    people: 2,
    rows: [
      { ...none, votes: 2 },
      { vote: 'x', score: '', votes: 2 },
      { vote: 'x', score: '5', votes: 1 },
    ],
  });
  expect(await countVotesOf(db, 'ben')).toEqual([
    { ...none, votes: 1 },
    { vote: 'x', score: '', votes: 1 },
  ]);
  expect(await countVotes(db, 'none')).toEqual({ people: 0, rows: [] });
});

test('the cases that a voter has yet to judge are counted, with the first', async () => {
  const db = await openCases(VOTES);
  expect(await countOpen(db, 'h', 'ann')).toEqual({ total: 3, open: 1, next: 0 });
  expect(await countOpen(db, 'h', 'ben')).toEqual({ total: 3, open: 2, next: 0 });
  await saveVote(db, vote('c', 'ann', { score: '1' }));
  expect(await countOpen(db, 'h', 'ann')).toEqual({ total: 3, open: 0, next: null });
});
