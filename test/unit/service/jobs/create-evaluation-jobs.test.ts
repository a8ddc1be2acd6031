import { expect, test } from 'vitest';
import { statusResult } from '../../../../src/contract/evaluations/evaluation-status.ts';
import { sealProviderKeys } from '../../../../src/service/keys/provider-keys.ts';
import { requireEvaluation } from '../../../../src/service/evaluations/queries/evaluations.ts';
import { createEvaluationJobs } from '../../../../src/service/jobs/create-evaluation-jobs.ts';
import { collect } from '../../../helpers/collect.ts';
import { insertBare } from '../../../helpers/insert-bare.ts';
import { openBare } from '../../../helpers/open-bare.ts';
import { TEST_SECRETS } from '../../../helpers/start-service.ts';

const NOW = '2026-11-20T12:00:00.000Z';

/** An evaluation of two rows that runs, and one that has ended. */
async function openJobs() {
  const store = await openBare();
  const { db } = store;
  await insertBare(db, 'apps', [{ id: 'a', name: 'support' }]);
  await insertBare(db, 'bases', [{ id: 'x', app_id: 'a', name: 'main' }]);
  const evaluators = '{"artifact_sha256":"code","schemas":[]}';
  await insertBare(db, 'deployments', [
    { id: 'd', app_id: 'a', base_id: 'x', artifact_sha256: 'sha', routes: '[{"path":"/"}]', evaluators },
  ]);
  await insertBare(db, 'variant_revisions', [{ id: 'v3', variant_id: 'v', revision: 3, parameters: '{"words":20}' }]);
  const row = {
    app_id: 'a',
    variant_id: 'v',
    variant_name: 'main',
    variant_revision_id: 'v3',
    revision: 3,
    deployment_id: 'd',
    testset_id: 't',
    testset_revision: 2,
    rate_limit: '{"batch_size":4}',
    options: '{"repeat":2}',
    evaluator_configs: '[{"id":"c"}]',
    aggregated_results: '[]',
  };
  const started = JSON.stringify(statusResult('EVALUATION_STARTED'));
  await insertBare(db, 'evaluations', [
    {
      ...row,
      id: 'e',
      route: '/run',
      correct_answer_column: 'label',
      provider_keys: await sealProviderKeys(TEST_SECRETS, 'e', { OPENAI_API_KEY: 'sk' }),
      started_by_key: 'k',
      status: started,
      status_value: 'EVALUATION_STARTED',
    },
    { ...row, id: 'f', status: started, status_value: 'EVALUATION_CANCELLED', deployment_id: 'gone' },
  ]);
  await insertBare(
    db,
    'evaluation_scenarios',
    [0, 1].map((position) => ({ id: `r${position}`, evaluation_id: 'e', position, cells: `{"text":"${position}"}` })),
  );
  const jobs = createEvaluationJobs(store, TEST_SECRETS, () => new Date(NOW));
  return { store, db, jobs };
}

test('an evaluation is loaded with everything that it needs to run', async () => {
  const { jobs } = await openJobs();
  expect(await jobs.load('e')).toEqual({
    id: 'e',
    appId: 'a',
    variantId: 'v',
    variantName: 'main',
    revision: 3,
    revisionId: 'v3',
    parameters: { words: 20 },
    testset: 't@2',
    deployment: expect.objectContaining({ id: 'd', app_id: 'a', artifact_sha256: 'sha', url: null }),
    routes: [{ path: '/' }],
    evaluatorCode: { artifact_sha256: 'code', schemas: [] },
    route: '/run',
    rateLimit: { batch_size: 4 },
    options: { repeat: 2 },
    correctAnswerColumn: 'label',
    providerKeys: { OPENAI_API_KEY: 'sk' },
    startedByKey: 'k',
    evaluatorConfigs: [{ id: 'c' }],
    status: statusResult('EVALUATION_STARTED'),
  });
});

test('an evaluation whose code is gone, or that was deleted, cannot be loaded', async () => {
  const { jobs } = await openJobs();
  await expect(jobs.load('f')).rejects.toMatchObject({
    code: 'WF_NOT_FOUND',
    message: 'The code that evaluation f runs is gone.',
  });
  await expect(jobs.load('none')).rejects.toMatchObject({ code: 'WF_NOT_FOUND' });
});

test('only an evaluation that has not ended changes its status', async () => {
  const { db, jobs } = await openJobs();
  expect([await jobs.listUnfinished(), await jobs.isUnfinished('e'), await jobs.isUnfinished('f')]).toEqual([
    ['e'],
    true,
    false,
  ]);
  const failed = statusResult('EVALUATION_FAILED', { message: 'It failed.' });
  expect([
    await jobs.setStatus('e', failed),
    await jobs.setStatus('f', failed),
    await jobs.setStatus('e', failed),
  ]).toEqual([true, false, false]);
  expect(await requireEvaluation(db, 'e')).toMatchObject({
    status: JSON.stringify(failed),
    status_value: 'EVALUATION_FAILED',
    updated_at: NOW,
  });
});

const scenarioOf = (id: string) => ({
  id,
  outputs: [{ result: { type: 'text' as const, value: 'hi' }, cost: 0.25, latency: 0.5 }],
  results: [],
  cost: 0.25,
  latency: 0.5,
  isCalled: true,
  judging: { calls: 0, cost: 0 },
});

test('rows are pending until they are stored, and then finished', async () => {
  const { jobs } = await openJobs();
  const pending = async () => (await collect(jobs.pendingScenarios('e'))).flat().map(({ id }) => id);
  expect([await pending(), await jobs.listPending('e', -1, 9), await jobs.listPending('e', 0, 9)]).toEqual([
    ['r0', 'r1'],
    [0, 1],
    [1],
  ]);
  await jobs.saveScenarios('e', [scenarioOf('r1')]);
  expect([await pending(), await jobs.readProgress('e')]).toEqual([
    ['r0'],
    expect.objectContaining({ rows: expect.any(Number), done: 1, latency: 0.5 }),
  ]);
  expect((await collect(jobs.finishedScenarios('e'))).flat()).toMatchObject([{ id: 'r1', position: 1 }]);
  expect((await collect(jobs.rows('e'))).flat()).toEqual([
    { position: 0, row: { text: '0' } },
    { position: 1, row: { text: '1' } },
  ]);
  expect(await jobs.readSpent('e')).toEqual({ calls: 1, cost: 0.25, judged: 0, judgeCost: 0, before: 0 });
});

test('an evaluation ends with its results, its summary and the totals of its rows', async () => {
  const { db, jobs } = await openJobs();
  await jobs.saveScenarios('e', [scenarioOf('r0')], { cells: [], scores: [] });
  const status = statusResult('EVALUATION_FINISHED');
  await jobs.finish('e', { status, aggregatedResults: [], summary: '{"worst":[]}' });
  const row = await requireEvaluation(db, 'e');
  expect(row).toMatchObject({
    status_value: 'EVALUATION_FINISHED',
    aggregated_results: '[]',
    summary: '{"worst":[]}',
    updated_at: NOW,
  });
  expect(JSON.parse(row.totals ?? '')).toEqual({
    average_cost: { type: 'cost', value: 0.25 },
    total_cost: { type: 'cost', value: 0.25 },
    average_latency: { type: 'latency', value: 0.5 },
  });
});

test('a failure to store rows is explained, because it may become a status', async () => {
  const { store, jobs } = await openJobs();
  const explained = createEvaluationJobs(
    { ...store, explain: () => new Error('The disk is full.') },
    TEST_SECRETS,
    () => new Date(NOW),
  );
  await expect(explained.saveScenarios('e', [scenarioOf('none')])).rejects.toThrow('The disk is full.');
  expect(await jobs.listPending('e', -1, 9)).toEqual([0, 1]);
});

test('scores and outputs are found by their hashes', async () => {
  const { db, jobs } = await openJobs();
  const result = { type: 'bool' as const, value: true };
  const cells = [{ hash: 'cell', output: { type: 'text' as const, value: 'hi' }, cost: 0.25, latency: 0.5 }];
  await jobs.saveScenarios('e', [{ ...scenarioOf('r0'), cellHash: 'cell' }], {
    cells,
    scores: [{ hash: 'score', result, cellHash: 'cell' }],
  });
  expect([...(await jobs.findScores(['score', 'none']))]).toEqual([['score', result]]);
  expect(await db.selectFrom('cells').select(['hash', 'created_at']).execute()).toEqual([
    { hash: 'cell', created_at: NOW },
  ]);
});
