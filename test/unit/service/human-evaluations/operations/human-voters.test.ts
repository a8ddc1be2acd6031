import { expect, test } from 'vitest';
import {
  createHumanVoter,
  getHumanLinks,
  listHumanVoters,
} from '../../../../../src/service/human-evaluations/operations/human-voters.ts';
import {
  deleteHumanEvaluations,
  listHumanEvaluations,
  updateHumanEvaluation,
} from '../../../../../src/service/human-evaluations/operations/human-evaluations.ts';
import { makeVotingCode } from '../../../../../src/service/human-evaluations/voting-codes.ts';
import { insertBare } from '../../../../helpers/insert-bare.ts';
import { NOW, openOperations } from '../../../../helpers/open-operations.ts';
import { TEST_SECRETS } from '../../../../helpers/start-service.ts';

/** Two human evaluations of an app, the first with a shared link, two voters without codes, and a vote. */
async function openHuman() {
  const opened = await openOperations();
  const { db } = opened;
  const link = await makeVotingCode(TEST_SECRETS, 'h1');
  await insertBare(db, 'apps', [{ id: 'a', name: 'support' }]);
  const common = {
    app_id: 'a',
    evaluation_type: 'single_model_test',
    variants: '[{"id":"v","name":"main","revisionId":"v2","revision":2}]',
    status: 'EVALUATION_INITIALIZED',
    updated_at: 'then',
  };
  await insertBare(db, 'human_evaluations', [
    { ...common, id: 'h1', link_sha256: link.sha256, link_sealed: link.sealed },
    { ...common, id: 'h2' },
  ]);
  await insertBare(db, 'human_evaluation_scenarios', [{ id: 's', human_evaluation_id: 'h1' }]);
  await insertBare(db, 'human_voters', [
    { id: 'v1', human_evaluation_id: 'h1', name: 'ana', created_at: 'then', revealed_at: 'later' },
    { id: 'v2', human_evaluation_id: 'h1', name: 'ben', created_at: 'then' },
  ]);
  await insertBare(db, 'human_votes', [{ scenario_id: 's', voter_id: 'v1', human_evaluation_id: 'h1', score: '1' }]);
  return { ...opened, link };
}

test('voters are listed with their votes', async () => {
  const { context } = await openHuman();
  expect(await listHumanVoters.run({ evaluation_id: 'h1' }, context)).toEqual([
    { id: 'v1', name: 'ana', votes: 1, revealed_at: 'later', created_at: 'then' },
    { id: 'v2', name: 'ben', votes: 0, revealed_at: null, created_at: 'then' },
  ]);
});

test('a voter gets a code, which the links of the evaluation show again', async () => {
  const { context, link, takeLogged } = await openHuman();
  const made = await createHumanVoter.run({ evaluation_id: 'h1', body: { name: 'eve' } }, context);
  const { voter_id, code } = made;
  expect(made).toEqual({ voter_id, name: 'eve', code: expect.stringMatching(/^[\w-]{32}$/) });
  expect(takeLogged()).toEqual([
    { kind: 'voter', id: voter_id, name: 'eve', appId: 'a', summary: 'may vote on main@2' },
  ]);
  expect(await getHumanLinks.run({ evaluation_id: 'h1' }, context)).toEqual({
    code: link.code,
    voters: [{ voter_id, name: 'eve', code }],
  });
  expect(await getHumanLinks.run({ evaluation_id: 'h2' }, context)).toEqual({ code: null, voters: [] });
  const voters = await listHumanVoters.run({ evaluation_id: 'h1' }, context);
  expect(voters).toContainEqual({ id: voter_id, name: 'eve', votes: 0, revealed_at: null, created_at: NOW });
});

test('human evaluations are listed by page, and by the beginning of their ids', async () => {
  const { context } = await openHuman();
  const list = async (query: object) => {
    const { items, next } = await listHumanEvaluations.run({ app_id: 'a', ...query }, context);
    return { ids: items.map(({ id }) => id), next };
  };
  expect((await list({})).ids).toEqual(['h1', 'h2']);
  const { ids, next } = await list({ limit: 1 });
  expect([ids, (await list({ cursor: next ?? '' })).ids]).toEqual([['h1'], ['h2']]);
  expect((await list({ id_prefix: 'h2' })).ids).toEqual(['h2']);
});

test('only a given status is changed', async () => {
  const { context, db } = await openHuman();
  const update = async (body: Parameters<typeof updateHumanEvaluation.run>[0]['body']) => {
    await updateHumanEvaluation.run({ evaluation_id: 'h1', body }, context);
    return await db.selectFrom('human_evaluations').select(['id', 'status', 'updated_at']).orderBy('id').execute();
  };
  const [first, second] = [
    { id: 'h1', status: 'EVALUATION_INITIALIZED', updated_at: 'then' },
    { id: 'h2', status: 'EVALUATION_INITIALIZED', updated_at: 'then' },
  ];
  expect([await update({}), await update({ status: null })]).toEqual([
    [first, second],
    [first, second],
  ]);
  expect(await update({ status: 'EVALUATION_FINISHED' })).toEqual([
    { ...first, status: 'EVALUATION_FINISHED', updated_at: NOW },
    second,
  ]);
});

test('human evaluations are deleted and logged once each', async () => {
  const { context, db, takeLogged } = await openHuman();
  await deleteHumanEvaluations.run({ body: { evaluations_ids: ['h1', 'h1'] } }, context);
  expect(takeLogged()).toEqual([
    { kind: 'human evaluation', id: 'h1', name: 'main@2', appId: 'a', before: 'h1', summary: 'deleted' },
  ]);
  expect(await db.selectFrom('human_evaluations').select('id').execute()).toEqual([{ id: 'h2' }]);
  await deleteHumanEvaluations.run({ body: { evaluations_ids: [] } }, context);
  expect(takeLogged()).toEqual([null]);
});
