import { expect, test } from 'vitest';
import {
  humanEvaluationChange,
  readHumanEvaluations,
  requireHumanEvaluation,
  selectMakers,
  toHumanEvaluations,
} from '../../../../../src/service/human-evaluations/queries/human-evaluations.ts';
import { insertBare } from '../../../../helpers/insert-bare.ts';
import { openBare } from '../../../../helpers/open-bare.ts';

const VARIANTS = JSON.stringify([
  { id: 'v', name: 'main', revisionId: 'r', revision: 3 },
  { id: 'w', name: 'bold', revisionId: 's', revision: 1 },
]);
const evaluation = (id: string, more: Record<string, string> = {}) => ({
  id,
  app_id: 'a',
  project_id: 'p',
  evaluation_type: 'human_a_b_testing',
  variants: VARIANTS,
  testset_id: 't',
  testset_name: 'cases',
  status: 'EVALUATION_INITIALIZED',
  created_at: 'created',
  updated_at: 'updated',
  ...more,
});

async function openEvaluations(
  rows: readonly Record<string, string>[],
  makers: readonly Record<string, string>[] = [],
) {
  const { db } = await openBare();
  await insertBare(db, 'human_evaluations', rows);
  await insertBare(
    db,
    'evaluations',
    makers.map((maker, index) => ({ id: String(index), human_evaluation_id: 'h', ...maker })),
  );
  return db;
}

const status = (status_value: string) => ({ status_value });

test.each([
  ['EVALUATION_INITIALIZED', [], 'EVALUATION_INITIALIZED'],
  ['EVALUATION_INITIALIZED', ['EVALUATION_FINISHED'], 'EVALUATION_INITIALIZED'],
  ['EVALUATION_INITIALIZED', ['EVALUATION_FINISHED', 'EVALUATION_STARTED'], 'EVALUATION_STARTED'],
  ['EVALUATION_INITIALIZED', ['EVALUATION_STARTED', 'EVALUATION_FAILED'], 'EVALUATION_FAILED'],
  ['EVALUATION_INITIALIZED', ['EVALUATION_CANCELLED', 'EVALUATION_FAILED'], 'EVALUATION_CANCELLED'],
  ['EVALUATION_STARTED', ['EVALUATION_FAILED'], 'EVALUATION_STARTED'],
])('the record of %s whose outputs are %j is %s', async (stored, generating, expected) => {
  const db = await openEvaluations([evaluation('h', { status: stored })], generating.map(status));
  expect(await toHumanEvaluations(db, [await requireHumanEvaluation(db, 'h')])).toEqual([
    {
      id: 'h',
      app_id: 'a',
      project_id: 'p',
      evaluation_type: 'human_a_b_testing',
      variant_ids: ['v', 'w'],
      variant_names: ['main', 'bold'],
      variants_revision_ids: ['r', 's'],
      revisions: ['3', '1'],
      testset_id: 't',
      testset_name: 'cases',
      status: expected,
      created_at: 'created',
      updated_at: 'updated',
    },
  ]);
});

test('a change names the variants with their revisions', () => {
  expect(humanEvaluationChange({ id: 'h', app_id: 'a', variants: VARIANTS })).toEqual({
    kind: 'human evaluation',
    id: 'h',
    name: 'main@3, bold@1',
    appId: 'a',
  });
});

test('one that does not exist names similar ones', async () => {
  const db = await openEvaluations([evaluation('01932c5e-1')]);
  await expect(requireHumanEvaluation(db, '01932c5e-2')).rejects.toMatchObject({
    code: 'WF_NOT_FOUND',
    message: expect.stringMatching(/human evaluation.*01932c5e-2/),
  });
});

test("an app's are listed by their ids in either order, with a prefix if one is given", async () => {
  const rows = ['a1', 'a2', 'b1'].map((id) => evaluation(id));
  const db = await openEvaluations([...rows, evaluation('a3', { app_id: 'b' })]);
  const list = async (filter: Partial<Parameters<typeof readHumanEvaluations>[1]>) => {
    const all = { appId: 'a', idPrefix: undefined, order: 'asc', isBehind: '>', key: '', limit: 9 } as const;
    return (await readHumanEvaluations(db, { ...all, ...filter })).map(({ id }) => id);
  };
  expect(await list({})).toEqual(['a1', 'a2', 'b1']);
  expect(await list({ order: 'desc', isBehind: '<', key: 'b1' })).toEqual(['a2', 'a1']);
  expect(await list({ idPrefix: 'a', limit: 1 })).toEqual(['a1']);
  expect(await list({ key: 'a1', idPrefix: 'a' })).toEqual(['a2']);
});

test('the evaluations that generate outputs are read with their rows and the finished ones', async () => {
  const maker = { variant_id: 'v', variant_name: 'main', status: '{}' };
  const db = await openEvaluations([evaluation('h')], [maker, { ...maker, variant_id: 'w' }]);
  await insertBare(db, 'evaluation_scenarios', [
    { id: 's', evaluation_id: '0', position: 0 },
    { id: 't', evaluation_id: '0', position: 1 },
  ]);
  await insertBare(db, 'evaluation_outcomes', [{ scenario_id: 's', evaluation_id: '0' }]);
  expect(await selectMakers(db, 'h')).toEqual([
    { id: '0', ...maker, rows: 2, done: 1 },
    { id: '1', ...maker, variant_id: 'w', rows: 0, done: 0 },
  ]);
});
