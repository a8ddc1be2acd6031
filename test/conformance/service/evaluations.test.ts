import { expect, test } from 'vitest';
import { UserError } from '../../../src/foundation/errors/wf-error.ts';
import { createEvaluationBackend, createEvaluationJobs } from '../../../src/service/jobs/evaluation-jobs.ts';
import type { FinishedScenario } from '../../../src/service/evaluations/evaluation-job.ts';
import type { World } from '../../helpers/service-world.ts';
import { TEST_SECRETS } from '../../helpers/start-service.ts';
import { openWorld, seen } from '../../helpers/open-world.ts';

const jobsOf = (world: World) => createEvaluationJobs(world.running.store, TEST_SECRETS, () => new Date());

async function evaluationBody(world: World, changes: Record<string, unknown> = {}) {
  return {
    app_id: world.appId,
    variant_ids: [world.variantId],
    evaluators_configs: [await world.makeEvaluatorConfig()],
    testset_id: await world.makeTestset(),
    rate_limit: { batch_size: 10, max_retries: 3, retry_delay: 2, delay_between_batches: 5 },
    ...changes,
  };
}

const start = async (world: World, changes: Record<string, unknown>) =>
  await seen(await world.running.send('POST', '/evaluations', { body: await evaluationBody(world, changes) }));

async function readAll<T>(pages: AsyncIterable<readonly T[]>): Promise<T[]> {
  const all: T[] = [];
  for await (const page of pages) all.push(...page);
  return all;
}

function finished(id: string, cost: number | null, latency: number | null): FinishedScenario {
  return {
    id,
    outputs: [{ result: { type: 'text', value: 'greeting' }, cost, latency }],
    results: [{ evaluator_config: 'e', result: { type: 'bool', value: true } }],
    cost,
    latency,
    isCalled: true,
    judging: { calls: 0, cost: 0 },
  };
}

test('one evaluation per variant at its current revision waits for the runner', async () => {
  await using world = await openWorld();
  const other = await world.makeVariant();
  const [status, body] = await start(world, { variant_ids: [world.variantId, other] });
  expect([status, body]).toEqual([
    200,
    [world.variantId, other].map((id) =>
      expect.objectContaining({
        variant_ids: [id],
        revisions: ['1'],
        status: { type: 'status', value: 'EVALUATION_INITIALIZED' },
        aggregated_results: [],
        average_cost: null,
        total_cost: null,
        average_latency: null,
      }),
    ),
  ]);
});

test('many evaluations of one millisecond get separate rows', async () => {
  await using world = await openWorld();
  const variant_ids = [world.variantId];
  while (variant_ids.length < 12) variant_ids.push(await world.makeVariant());
  const [status, body] = await start(world, { variant_ids });
  expect([status, (body as unknown[]).length]).toEqual([200, 12]);
  const rows = await world.running.store.db.selectFrom('evaluation_scenarios').select('id').execute();
  expect(new Set(rows.map(({ id }) => id)).size).toBe(24);
});

test('the runner is woken once the evaluation is stored, and not when it is refused', async () => {
  const woken: Promise<string[]>[] = [];
  const done = () => Promise.resolve();
  await using world = await openWorld({
    createRunner: (dependencies) => {
      const { jobs } = createEvaluationBackend(dependencies);
      const wake = () => void woken.push(jobs.listUnfinished());
      return { wake, problemOf: () => null, whenIdle: done, close: done, [Symbol.asyncDispose]: done };
    },
  });
  await start(world, { route: '/nope' });
  expect(woken).toHaveLength(0);
  const [, body] = await start(world, {});
  expect(await Promise.all(woken)).toEqual([[(body as { id: string }[])[0]?.id]]);
});

test('followers of a run that cannot store its results get the reason, and the stream ends', async () => {
  const done = () => Promise.resolve();
  let problem: unknown = null;
  await using world = await openWorld({
    createRunner: () => ({
      wake: () => undefined,
      problemOf: () => problem,
      whenIdle: done,
      close: done,
      [Symbol.asyncDispose]: done,
    }),
  });
  const path = `/evaluations/${await world.makeEvaluation()}/events`;
  const stream = await world.running.send('GET', path, { headers: { accept: 'text/event-stream' } });
  problem = new UserError({ code: 'WF_CONFLICT', message: 'The disk is full.' });
  expect(await stream.text()).toContain('"done":0');
  expect(await seen(await world.running.send('GET', path))).toEqual([409, { detail: 'The disk is full.' }]);
});

test('rows show inputs and expected answers separately', async () => {
  await using world = await openWorld();
  const rows = await world.call('listEvaluationScenarios', { evaluation_id: await world.makeEvaluation() });
  expect(
    rows.map(({ inputs, correct_answers, outputs, results }) => [inputs, correct_answers, outputs, results]),
  ).toEqual([
    [[{ name: 'text', type: 'text', value: 'hello' }], [{ key: 'correct_answer', value: 'greeting' }], [], []],
    [[{ name: 'text', type: 'text', value: 'bye' }], [{ key: 'correct_answer', value: 'farewell' }], [], []],
  ]);
});

test('rows are also listed backwards, page by page', async () => {
  await using world = await openWorld();
  const evaluation_id = await world.makeEvaluation();
  const path = `/evaluations/${evaluation_id}/evaluation_scenarios`;
  const rowsOf = async (query: string): Promise<unknown[]> => {
    const response = await world.running.send('GET', `${path}?${query}`);
    const rows = (await response.json()) as { readonly row: number }[]; // a list, as the contract has it
    const next = /<\?(.*)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1];
    return [...rows.map(({ row }) => row), ...(next === undefined ? [] : await rowsOf(next))];
  };
  expect(await rowsOf('order=desc')).toEqual([2, 1]);
  expect(await rowsOf('order=desc&limit=1')).toEqual([2, 1]);
  expect(await rowsOf('order=asc&limit=1')).toEqual([1, 2]);
});

test('a change of the test set does not change an evaluation', async () => {
  await using world = await openWorld();
  const testset_id = await world.makeTestset();
  const [, body] = await start(world, { testset_id });
  const evaluation_id = (body as { id: string }[])[0]?.id ?? '';
  await world.call('updateTestset', { testset_id, body: { name: 'new', csvdata: [] } });
  await world.call('deleteTestsets', { body: { testset_ids: [testset_id] } });
  expect(await world.call('listEvaluationScenarios', { evaluation_id })).toHaveLength(2);
  expect(await world.call('getEvaluation', { evaluation_id })).toMatchObject({ testset_id });
});

test.each([
  [{ route: '/nope' }, ['body', 'route']],
  [{ variant_revisions: [1, 2] }, ['body', 'variant_revisions']],
  [
    { rate_limit: { batch_size: 0, max_retries: 0, retry_delay: 0, delay_between_batches: 0 } },
    ['body', 'rate_limit', 'batch_size'],
  ],
])('what cannot run is refused at its field: %j', async (changes, loc) => {
  await using world = await openWorld();
  const [status, body] = await start(world, changes);
  expect([status, body]).toEqual([422, { detail: [expect.objectContaining({ loc })] }]);
});

test('an empty test set is refused', async () => {
  await using world = await openWorld();
  const { id } = await world.call('createTestset', { body: { name: 'empty', csvdata: [] } });
  const [status, body] = await start(world, { testset_id: id });
  expect([status, body]).toEqual([422, { detail: [expect.objectContaining({ loc: ['body', 'testset_id'] })] }]);
  expect(await world.call('listEvaluations', { app_id: world.appId })).toEqual([]);
});

test('an evaluator named twice judges once', async () => {
  await using world = await openWorld();
  const [one, other] = [await world.makeEvaluatorConfig(), await world.makeEvaluatorConfig()];
  const [status, body] = await start(world, { evaluators_configs: [one, other, one] });
  expect(status).toBe(200);
  // The answer of 200 is the list of started evaluations.
  const [{ id } = { id: '' }] = body as { id: string }[];
  const { evaluatorConfigs } = await jobsOf(world).load(id);
  expect(evaluatorConfigs.map((config) => config.id)).toEqual([one, other]);
});

test.each(['variant_ids', 'evaluators_configs', 'testset_id'])('an unknown id in %s answers 404', async (field) => {
  await using world = await openWorld();
  const [status] = await start(world, { [field]: field === 'testset_id' ? 'x' : ['x'] });
  expect(status).toBe(404);
});

test("another app's variant is refused", async () => {
  await using world = await openWorld();
  const { app_id } = await world.call('createApp', { body: { app_name: 'other' } });
  const [status, body] = await start(world, { app_id });
  expect([status, body]).toEqual([422, { detail: [expect.objectContaining({ loc: ['body', 'variant_ids', 0] })] }]);
});

test('a job contains everything needed to run it', async () => {
  await using world = await openWorld();
  const id = await world.makeEvaluation();
  const job = await jobsOf(world).load(id);
  expect(job).toMatchObject({
    id,
    appId: world.appId,
    variantId: world.variantId,
    parameters: {},
    deployment: { app_name: 'support', artifact_sha256: world.sha256, url: null },
    route: '/',
    correctAnswerColumn: null,
    evaluatorConfigs: [expect.objectContaining({ evaluator_key: 'auto_exact_match' })],
  });
  await expect(jobsOf(world).load('gone')).rejects.toMatchObject({ code: 'WF_NOT_FOUND' });
});

test('finished rows are not pending, and totals are computed from the rows', async () => {
  await using world = await openWorld();
  const jobs = jobsOf(world);
  const evaluation_id = await world.makeEvaluation();
  const pending = await readAll(jobs.pendingScenarios(evaluation_id));
  expect(pending.map(({ position, row }) => [position, row['text']])).toEqual([
    [0, 'hello'],
    [1, 'bye'],
  ]);
  const [first, second] = pending.map(({ id }) => id);
  const cell = { hash: 'h', output: { type: 'text', value: 'greeting' }, cost: 0.5, latency: 2 };
  await jobs.saveScenarios(evaluation_id, [finished(first ?? '', 0.5, 2)], { cells: [cell], scores: [] });
  expect((await readAll(jobs.pendingScenarios(evaluation_id))).map(({ id }) => id)).toEqual([second]);
  await jobs.saveScenarios(evaluation_id, [finished(second ?? '', null, 4)]);
  expect(await readAll(jobs.finishedScenarios(evaluation_id, 1))).toEqual([
    { ...pending[0], casePosition: null, ...finished(first ?? '', 0.5, 2) },
    { ...pending[1], casePosition: null, ...finished(second ?? '', null, 4) },
  ]);
  expect(await world.call('getEvaluation', { evaluation_id })).toMatchObject({
    average_cost: { type: 'cost', value: 0.5, error: { message: 'The cost of 1 of 2 rows is not known.' } },
    total_cost: { type: 'cost', value: 0.5, error: { message: 'The cost of 1 of 2 rows is not known.' } },
    average_latency: { type: 'latency', value: 3 },
  });
  await using cells = jobs.openCells('code');
  expect(await cells.find({ keys: ['h', 'other'], inHand: [], judges: [] })).toEqual({
    stored: new Map([['h', { error: null, output: 'greeting', cost: 0.5, latency: 2 }]]),
    elsewhere: new Set(),
    looked: 2,
  });
});

test('an unknown cost is reported as unknown, not 0', async () => {
  await using world = await openWorld();
  const jobs = jobsOf(world);
  const evaluation_id = await world.makeEvaluation();
  const [first, second] = await readAll(jobs.pendingScenarios(evaluation_id));
  const unknown = (message: string) => ({ type: 'error', value: null, error: { message, stacktrace: null } });
  const NO_ANSWER = unknown('No row was answered.');
  const NO_PRICE = unknown('No call reported tokens of a model with a known price.');
  const read = () => world.call('getEvaluation', { evaluation_id });
  await jobs.saveScenarios(evaluation_id, [finished(first?.id ?? '', null, null)]);
  expect(await read()).toMatchObject({ average_cost: NO_ANSWER, total_cost: NO_ANSWER, average_latency: NO_ANSWER });
  await jobs.saveScenarios(evaluation_id, [finished(second?.id ?? '', null, 1)]);
  expect(await read()).toMatchObject({ average_cost: NO_PRICE, total_cost: NO_PRICE, average_latency: { value: 1 } });
});

test('saving a row twice keeps its first verdict', async () => {
  await using world = await openWorld();
  const jobs = jobsOf(world);
  const evaluation_id = await world.makeEvaluation();
  const [row] = await readAll(jobs.pendingScenarios(evaluation_id));
  await jobs.saveScenarios(evaluation_id, [finished(row?.id ?? '', 1, 1)]);
  await jobs.saveScenarios(evaluation_id, [finished(row?.id ?? '', 2, 2)]);
  expect(await readAll(jobs.finishedScenarios(evaluation_id))).toEqual([
    { ...row, casePosition: null, ...finished(row?.id ?? '', 1, 1) },
  ]);
});

test('status and results are stored, and a finished evaluation does not run again', async () => {
  await using world = await openWorld();
  const jobs = jobsOf(world);
  const evaluation_id = await world.makeEvaluation();
  expect(await jobs.setStatus(evaluation_id, { type: 'status', value: 'EVALUATION_STARTED' })).toBe(true);
  expect(await jobs.listUnfinished()).toEqual([evaluation_id]);
  const [config] = (await jobs.load(evaluation_id)).evaluatorConfigs;
  if (config === undefined) throw new Error('The evaluation has an evaluator');
  const aggregatedResults = [{ evaluator_config: config, result: { type: 'number', value: 0.5 } }];
  const status = { type: 'status', value: 'EVALUATION_FINISHED' };
  await jobs.finish(evaluation_id, { status, aggregatedResults, summary: '{}' });
  expect(await jobs.listUnfinished()).toEqual([]);
  expect(await world.call('getEvaluationStatus', { evaluation_id })).toEqual({
    status: { type: 'status', value: 'EVALUATION_FINISHED' },
  });
  expect(await world.call('getEvaluationResults', { evaluation_id })).toEqual({
    evaluation_id,
    results: aggregatedResults,
  });
  await world.call('deleteEvaluations', { body: { evaluations_ids: [evaluation_id] } });
  expect(await jobs.setStatus(evaluation_id, { type: 'status', value: 'EVALUATION_STARTED' })).toBe(false);
});
