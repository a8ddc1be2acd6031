import { expect, test } from 'vitest';
import {
  countByVoter,
  findVoterByCode,
  insertVoter,
  markRevealed,
  readVoters,
  voterOf,
} from '../../../../../src/service/human-evaluations/queries/human-voters.ts';
import type { Principal } from '../../../../../src/service/operation/operation.ts';
import { insertBare } from '../../../../helpers/insert-bare.ts';
import { openBare } from '../../../../helpers/open-bare.ts';

const voter = (id: string, more: Record<string, string | null> = {}) => ({
  id,
  human_evaluation_id: 'h',
  name: `name ${id}`,
  principal_id: null,
  code_sha256: `code ${id}`,
  code_sealed: null,
  revealed_at: null,
  created_at: 'created',
  ...more,
});

async function openVoters() {
  const { db } = await openBare();
  await insertBare(db, 'human_evaluations', [{ id: 'h' }, { id: 'i' }]);
  await insertBare(db, 'human_voters', [voter('2'), voter('1'), voter('3', { human_evaluation_id: 'i' })]);
  return db;
}

test('voters are read in the order they joined', async () => {
  const db = await openVoters();
  expect(await readVoters(db, 'h')).toEqual([voter('1'), voter('2')]);
  expect(await readVoters(db, 'h', 1)).toEqual([voter('1')]);
});

test('a voter is found by the code of their evaluation', async () => {
  const db = await openVoters();
  expect(await findVoterByCode(db, 'h', 'code 2')).toEqual(voter('2'));
  expect(await findVoterByCode(db, 'h', 'code 3')).toBeNull();
});

test('the first time counts at which a voter learned which variant is which', async () => {
  const db = await openVoters();
  await markRevealed(db, '1', 'first');
  await markRevealed(db, '1', 'second');
  expect(await readVoters(db, 'h')).toEqual([voter('1', { revealed_at: 'first' }), voter('2')]);
});

test('cases are counted by voter; a note alone is no vote', async () => {
  const db = await openVoters();
  const vote = (scenario_id: string, voter_id: string, more: Record<string, string>) => ({
    scenario_id,
    voter_id,
    human_evaluation_id: 'h',
    ...more,
  });
  await insertBare(db, 'human_votes', [
    vote('a', '1', { vote: 'x' }),
    vote('b', '1', { score: '1' }),
    vote('c', '1', { note: 'hm' }),
    vote('a', '2', { note: 'hm' }),
    vote('d', '3', { vote: 'x', human_evaluation_id: 'i' }),
  ]);
  expect(await countByVoter(db, 'h')).toEqual(new Map([['1', 2]]));
});

test('a name that somebody has in the same evaluation is refused', async () => {
  const db = await openVoters();
  await expect(insertVoter(db, voter('4', { name: 'name 1' }))).rejects.toMatchObject({
    code: 'WF_CONFLICT',
    message: 'Somebody already votes as "name 1". Choose another name, or open your own link.',
  });
  await insertVoter(db, voter('4', { name: 'name 3' }));
  expect((await readVoters(db, 'h')).map(({ id }) => id)).toEqual(['1', '2', '4']);
});

test("a key's owner is one voter, who knows the variants, and is told from a namesake", async () => {
  const db = await openVoters();
  const principal = (id: string, name: string) => ({ id, name }) as Principal; // what is read of it
  const made = await voterOf(db, 'h', principal('k', 'Ann'), 'now');
  expect(made).toEqual({
    id: expect.stringMatching(/^[\da-f-]{36}$/),
    human_evaluation_id: 'h',
    name: 'Ann',
    principal_id: 'k',
    code_sha256: null,
    code_sealed: null,
    revealed_at: 'now',
    created_at: 'now',
  });
  expect(await voterOf(db, 'h', principal('k', 'renamed'), 'later')).toEqual(made);
  expect(await voterOf(db, 'h', principal('l', 'name 1'), 'now')).toMatchObject({ name: 'name 1 (key l)' });
  expect(await voterOf(db, 'i', principal('k', 'Ann'), 'now')).toMatchObject({ human_evaluation_id: 'i', name: 'Ann' });
});
