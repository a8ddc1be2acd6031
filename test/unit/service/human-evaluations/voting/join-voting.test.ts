import { expect, test } from 'vitest';
import { hashSecret } from '../../../../../src/service/keys/make-key.ts';
import { requireHumanEvaluation } from '../../../../../src/service/human-evaluations/queries/human-evaluations.ts';
import {
  findVoter,
  joinVoting,
  strangerState,
} from '../../../../../src/service/human-evaluations/voting/join-voting.ts';
import { openVotingCode } from '../../../../../src/service/human-evaluations/voting-codes.ts';
import { insertBare } from '../../../../helpers/insert-bare.ts';
import { openBare } from '../../../../helpers/open-bare.ts';
import { TEST_SECRETS } from '../../../../helpers/start-service.ts';

/** A human evaluation with two cases, a shared link, and a voter with a code of her own. */
async function openVoting(more = 0) {
  const { db } = await openBare();
  await insertBare(db, 'human_evaluations', [
    { id: 'h', evaluation_type: 'single_model_test', testset_name: 'cases', link_sha256: hashSecret('shared') },
  ]);
  await insertBare(db, 'human_evaluation_scenarios', [
    { id: 's0', human_evaluation_id: 'h', position: 0 },
    { id: 's1', human_evaluation_id: 'h', position: 1 },
  ]);
  await insertBare(db, 'human_voters', [
    { id: 'ana', human_evaluation_id: 'h', name: 'ana', code_sha256: hashSecret('own') },
    { id: 'eve', human_evaluation_id: 'g', name: 'eve', code_sha256: hashSecret('other') },
    ...Array.from({ length: more }, (_, index) => ({ id: `v${index}`, human_evaluation_id: 'h', name: `v${index}` })),
  ]);
  const evaluation = await requireHumanEvaluation(db, 'h');
  const join = async (code: string, name?: string) =>
    await joinVoting(
      db,
      evaluation,
      { code, ...(name === undefined ? {} : { name }) },
      { secrets: TEST_SECRETS, now: 'now' },
    );
  return { db, evaluation, join };
}

test('a voter joins by an own code, whatever name is given', async () => {
  const { join } = await openVoting();
  for (const name of [undefined, 'ben']) {
    expect(await join('own', name)).toMatchObject({ voter: { id: 'ana', name: 'ana' }, code: 'own' });
  }
});

test('a person joins by the shared code under a name, and returns by a code of their own', async () => {
  const { db, join } = await openVoting();
  expect(await join('shared')).toBeNull();
  const joined = await join('shared', 'ben');
  expect(joined?.voter).toEqual({
    id: expect.stringMatching(/^[\da-f-]{36}$/),
    human_evaluation_id: 'h',
    name: 'ben',
    principal_id: null,
    code_sha256: hashSecret(joined?.code ?? ''),
    code_sealed: expect.any(String),
    revealed_at: null,
    created_at: 'now',
  });
  const { id = '', code_sealed } = joined?.voter ?? {};
  expect(await openVotingCode(TEST_SECRETS, code_sealed ?? '', id)).toBe(joined?.code);
  expect((await findVoter(db, 'h', joined?.code ?? ''))?.id).toBe(id);
  await expect(join('shared', 'ben')).rejects.toMatchObject({ code: 'WF_CONFLICT' });
});

test('a code of another evaluation, or none, is not valid', async () => {
  const { join } = await openVoting();
  for (const code of ['other', 'nonsense']) {
    await expect(join(code, 'ben')).rejects.toMatchObject({
      code: 'WF_NOT_ALLOWED',
      message: 'This link is no longer valid. Ask for a new one.',
    });
  }
});

test('five hundred people vote at most', async () => {
  expect(await (await openVoting(498)).join('shared', 'ben')).not.toBeNull();
  const full = await openVoting(499);
  await expect(full.join('shared', 'ben')).rejects.toMatchObject({
    code: 'WF_CONFLICT',
    message: 'There are already 500 voters: no more can join.',
  });
  expect(await full.join('own')).not.toBeNull();
});

test('a stranger sees how much there is to judge, and nothing else', async () => {
  const { db, evaluation } = await openVoting();
  expect(await strangerState(db, evaluation)).toEqual({
    evaluation_type: 'single_model_test',
    testset_name: 'cases',
    voter: null,
    own_code: null,
    total: 2,
    done: 0,
    next: 1,
    is_revealed: false,
    tally: null,
  });
});
