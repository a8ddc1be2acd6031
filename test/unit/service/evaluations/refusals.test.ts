import { describe, expect, test } from 'vitest';
import { statusResult } from '../../../../src/contract/evaluations/evaluation-status.ts';
import { statusColumns } from '../../../../src/service/evaluations/queries/evaluations.ts';
import { createEvaluationJobs } from '../../../../src/service/jobs/evaluation-jobs.ts';
import { insertBare } from '../../../helpers/insert-bare.ts';
import { seen } from '../../../helpers/open-world.ts';
import { startEvaluations, TEXT_ROUTE } from '../../../helpers/start-evaluations.ts';
import { startService, TEST_SECRETS } from '../../../helpers/start-service.ts';

const ROWS = [
  { text: 'a', correct_answer: 'A' },
  { text: 'b', correct_answer: 'B' },
];
const routesOf = (...paths: string[]) => paths.map((path) => ({ ...TEXT_ROUTE, path, name: path }));

describe('an evaluation', () => {
  test.each([
    [null, ['/', '/summary']],
    [null, ['/summary']],
    ['/summary', ['/', '/summary']],
  ])('of the route %j of %j is started', async (route, paths) => {
    await using host = await startEvaluations({ routes: routesOf(...paths), runner: { maxRunning: 0 } });
    expect(await host.start(ROWS, { route })).toMatch(/^[\da-f-]{36}$/);
  });

  test.each([
    [{ route: null }, ['/a', '/b'], ['route'], 'Input should be a deployed route: /a, /b'],
    [{ route: '/sumary' }, ['/', '/summary'], ['route'], 'Input should be a deployed route: /summary'],
    [{ route: '/zzzzzzzz' }, ['/a', '/b'], ['route'], 'Input should be a deployed route: /a, /b'],
    [{ variant_revisions: [1, 2] }, ['/'], ['variant_revisions'], 'Input should have 1 items'],
    [
      { options: { shard: { index: 4, count: 3 } } },
      ['/'],
      ['options', 'shard', 'index'],
      'Input should be no more than 3, the number of shards',
    ],
    [
      { options: { shard: { index: 3, count: 3 } } },
      ['/'],
      ['options'],
      'The test set has 2 rows, none is in shard 3/3',
    ],
  ])('with %j of the routes %j is refused at its field', async (more, paths, loc, msg) => {
    await using host = await startEvaluations({ routes: routesOf(...paths), runner: { maxRunning: 0 } });
    const body = JSON.stringify({ loc: ['body', ...loc], msg }).slice(0, -1);
    await expect(host.start(ROWS, more)).rejects.toThrow(`answered 422: {"detail":[${body}`);
  });

  test('of a variant without code is refused', async () => {
    await using host = await startEvaluations({ runner: { maxRunning: 0 } });
    const { db } = host.service.store;
    await insertBare(db, 'bases', [{ id: 'empty', name: 'empty' }]);
    await db.updateTable('variants').set({ base_id: 'empty' }).execute();
    const detail = 'Variant \\"main\\" has no deployed code to evaluate.';
    await expect(host.start(ROWS)).rejects.toThrow(`answered 409: {"detail":"${detail}"}`);
  });

  test.each([
    ['EVALUATION_FINISHED_WITH_ERRORS', 'cancel', 'cannot be cancelled: it is finished with errors.'],
    ['EVALUATION_FINISHED', 'resume', 'cannot be resumed: it is finished.'],
  ] as const)('with the status %s refuses to %s', async (status, steer, reason) => {
    await using host = await startEvaluations({ runner: { maxRunning: 0 } });
    const id = await host.start(ROWS);
    await host.service.store.db
      .updateTable('evaluations')
      .set(statusColumns(statusResult(status)))
      .execute();
    const response = await host.service.send('POST', `/evaluations/${id}/${steer}`, { body: {} });
    expect(await seen(response)).toEqual([409, { detail: `Evaluation ${id} ${reason}` }]);
  });
});

test.each(['EVALUATION_CANCELLED', 'EVALUATION_STARTED', 'EVALUATION_FINISHED_WITH_ERRORS'])(
  'an evaluation with the status %s is resumed without its failed rows, whose cost counts',
  async (value) => {
    await using running = await startService();
    const { db } = running.store;
    const status = JSON.stringify({ type: 'status', value });
    const options = '{"max_cost":1,"repeat":2}';
    const empty = { aggregated_results: '[{}]', evaluator_configs: '[]', rate_limit: '{}', summary: '{}' };
    await insertBare(db, 'evaluations', [
      { id: 'e', status, status_value: value, options, spent_before: 0.5, ...empty },
    ]);
    const outcome = { evaluation_id: 'e', is_called: 1, cost: 0.25, judge_cost: 0.125, results: '[]', outputs: '[]' };
    await insertBare(db, 'evaluation_outcomes', [
      { ...outcome, scenario_id: 'r0', is_error: 0 },
      { ...outcome, scenario_id: 'r1', is_error: 1 },
    ]);
    const body = { limits: { max_cost: 3 } };
    expect(await seen(await running.send('POST', '/evaluations/e/resume', { body }))).toMatchObject([
      200,
      { status: { type: 'status', value: 'EVALUATION_INITIALIZED' }, aggregated_results: [] },
    ]);
    const jobs = createEvaluationJobs(running.store, TEST_SECRETS, () => new Date());
    expect([await jobs.readSpent({ id: 'e', runId: null }), (await jobs.readProgress('e')).done]).toMatchObject([
      { before: 0.875 },
      1,
    ]);
    const stored = await db.selectFrom('evaluations').select(['options', 'summary']).execute();
    expect(stored).toEqual([{ options: '{"max_cost":3,"repeat":2}', summary: null }]);
  },
);
