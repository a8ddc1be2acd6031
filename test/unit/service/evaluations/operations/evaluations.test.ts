import { expect, test } from 'vitest';
import {
  deleteEvaluations,
  getEvaluationResults,
  getEvaluationStatus,
  listEvaluations,
  listEvaluationScenarios,
} from '../../../../../src/service/evaluations/operations/evaluations.ts';
import { insertBare } from '../../../../helpers/insert-bare.ts';
import { openOperations } from '../../../../helpers/open-operations.ts';

/** Three evaluations of an app: one that no process runs any more, one that waits, one that finished. */
async function openEvaluations() {
  const opened = await openOperations();
  const { db } = opened;
  await insertBare(db, 'apps', [{ id: 'a', name: 'support' }]);
  const row = (id: string, value: string, revision: number) => ({
    id,
    app_id: 'a',
    variant_name: 'main',
    revision,
    variant_revision_id: `v${revision}`,
    status: JSON.stringify({ type: 'status', value }),
    status_value: value,
    options: '{}',
    evaluator_configs: '[]',
    aggregated_results: '[{"evaluator_config":"c"}]',
    totals: '{}',
    updated_at: '2026-11-20T11:59:55.000Z',
  });
  await insertBare(db, 'evaluations', [
    row('e1', 'EVALUATION_STARTED', 1),
    row('e2', 'EVALUATION_INITIALIZED', 2),
    row('e3', 'EVALUATION_FINISHED', 2),
  ]);
  await insertBare(db, 'environments', [{ id: 'l', app_id: 'a', name: 'live' }]);
  await insertBare(db, 'environment_revisions', [
    { id: 'l1', environment_id: 'l', revision: 1, variant_revision_id: 'v2', evaluation_id: 'e3' },
  ]);
  return opened;
}

test('a process of wf learns that an evaluation is interrupted; others read the stored status', async () => {
  const { context, contextOf } = await openEvaluations();
  const read = async (evaluation_id: string, speaksWf: boolean) =>
    (await getEvaluationStatus.run({ evaluation_id }, contextOf({ speaksWf }))).status;
  expect(await read('e1', true)).toMatchObject({ value: 'EVALUATION_INTERRUPTED' });
  expect(await read('e1', false)).toEqual({ type: 'status', value: 'EVALUATION_STARTED' });
  expect(await read('e3', true)).toEqual({ type: 'status', value: 'EVALUATION_FINISHED' });
  expect(await getEvaluationResults.run({ evaluation_id: 'e3' }, context)).toEqual({
    evaluation_id: 'e3',
    results: [{ evaluator_config: 'c' }],
  });
});

test('the problem of an evaluation that is stuck is thrown', async () => {
  const { contextOf } = await openEvaluations();
  const problem = new Error('The disk is full.');
  const stuck = contextOf({ problemOf: (id) => (id === 'e1' ? problem : null) });
  await expect(getEvaluationStatus.run({ evaluation_id: 'e1' }, stuck)).rejects.toBe(problem);
  expect(await getEvaluationStatus.run({ evaluation_id: 'e3' }, stuck)).toBeDefined();
});

test.each([
  [{}, ['e1', 'e2', 'e3']],
  [{ status: 'EVALUATION_INTERRUPTED' }, ['e1']],
  [{ status: 'EVALUATION_INITIALIZED' }, ['e2']],
  [{ environment: 'live' }, ['e2', 'e3']],
  [{ revision: 1 }, ['e1']],
  [{ variant_name: 'none' }, []],
  [{ id_prefix: 'e3' }, ['e3']],
  [{ label: ['team'] }, []],
  [{ archived: 'true' }, []],
  [{ search: 'none' }, []],
  [{ testset: 'none' }, []],
  [{ created_since: '2026-01-01T00:00:00Z' }, []],
  [{ order: 'desc', limit: 2 }, ['e3', 'e2']],
] as const)('evaluations are listed by %j', async (query, ids) => {
  const { context } = await openEvaluations();
  // Queries of the list, which the contract describes.
  const input = { app_id: 'a', ...query } as Parameters<typeof listEvaluations.run>[0];
  const { items, total } = await listEvaluations.run(input, context);
  expect([items.map(({ id }) => id), total]).toEqual([[...ids], undefined]);
});

test('the length of the whole list is counted on request', async () => {
  const { context } = await openEvaluations();
  const input = { app_id: 'a', limit: 1, total: 'true' } as Parameters<typeof listEvaluations.run>[0];
  const { items, total, next } = await listEvaluations.run(input, context);
  expect([items.length, total]).toEqual([1, 3]);
  const rest = await listEvaluations.run({ app_id: 'a', cursor: next ?? '' }, context);
  expect(rest.items.map(({ id }) => id)).toEqual(['e2', 'e3']);
});

test('the rows of an evaluation are listed by page', async () => {
  const { context, db } = await openEvaluations();
  await insertBare(
    db,
    'evaluation_scenarios',
    [0, 1, 2].map((position) => ({ id: `r${position}`, evaluation_id: 'e3', position, cells: '{"text":"a"}' })),
  );
  const list = async (query: object) => await listEvaluationScenarios.run({ evaluation_id: 'e3', ...query }, context);
  const { items, next } = await list({ limit: 2 });
  expect(items.map(({ id, row }) => [id, row])).toEqual([
    ['r0', 1],
    ['r1', 2],
  ]);
  expect((await list({ cursor: next ?? '' })).items.map(({ id }) => id)).toEqual(['r2']);
});

test('evaluations are deleted and logged once each', async () => {
  const { context, db, takeLogged } = await openEvaluations();
  await deleteEvaluations.run({ body: { evaluations_ids: ['e2', 'e1', 'e2'] } }, context);
  const log = (id: string, name: string) => ({
    kind: 'evaluation',
    id,
    name,
    appId: 'a',
    before: id,
    summary: 'deleted',
  });
  expect(takeLogged()).toEqual([log('e2', 'main@2'), log('e1', 'main@1')]);
  expect(await db.selectFrom('evaluations').select('id').execute()).toEqual([{ id: 'e3' }]);
  await deleteEvaluations.run({ body: { evaluations_ids: [] } }, context);
  expect(takeLogged()).toEqual([null]);
});

test.each([
  ['evaluation', 'evaluation_id'],
  ['baseline', 'baseline_evaluation_id'],
] as const)('the %s that is evidence for an environment is not deleted', async (_, column) => {
  const { context, db } = await openEvaluations();
  await db
    .updateTable('environment_revisions')
    .set({ evaluation_id: null, [column]: 'e2' })
    .execute();
  await expect(deleteEvaluations.run({ body: { evaluations_ids: ['e2'] } }, context)).rejects.toMatchObject({
    code: 'WF_CONFLICT',
    message: 'Evaluation e2 is the evidence for revision 1 of environment "live", and cannot be deleted before it.',
  });
  await deleteEvaluations.run({ body: { evaluations_ids: ['e3'] } }, context);
  expect((await db.selectFrom('evaluations').select('id').execute()).map(({ id }) => id)).toEqual(['e1', 'e2']);
});
