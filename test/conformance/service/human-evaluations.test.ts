import { expect, test } from 'vitest';
import type { HumanEvaluation } from '../../../src/contract/human-evaluations/human-evaluation.ts';
import { compareTwo, createHuman as create } from '../../helpers/human-world.ts';
import { openWorld, seen } from '../../helpers/open-world.ts';
import type { World } from '../../helpers/service-world.ts';

test('one case per row is stored, with the chosen inputs and the expected answer', async () => {
  await using world = await openWorld();
  const [, body] = await create(world);
  const { id: evaluation_id } = body as HumanEvaluation;
  const cases = await world.call('listHumanEvaluationScenarios', { evaluation_id });
  expect(cases).toEqual(
    [
      ['hello', 'greeting'],
      ['bye', 'farewell'],
    ].map(([text, correct_answer]) => ({
      id: expect.any(String),
      evaluation_id,
      inputs: [{ input_name: 'text', input_value: text }],
      outputs: [{ variant_id: world.variantId, variant_output: '' }],
      vote: '',
      score: '',
      correct_answer,
      is_pinned: false,
      note: '',
    })),
  );
});

test.each([
  ['INITIALIZED', 'EVALUATION_INITIALIZED'],
  ['EVALUATION_STARTED', 'EVALUATION_STARTED'],
])('it can be created with the status %s', async (status, stored) => {
  await using world = await openWorld();
  const [code, body] = await create(world, { status });
  const { id: evaluation_id } = body as HumanEvaluation;
  expect([code, (await world.call('getHumanEvaluation', { evaluation_id })).status]).toEqual([200, stored]);
  await world.call('updateHumanEvaluation', { evaluation_id, body: { status: 'FINISHED' } });
  expect((await world.call('getHumanEvaluation', { evaluation_id })).status).toBe('EVALUATION_FINISHED');
});

test('a missing column is refused by name, and nothing is stored', async () => {
  await using world = await openWorld();
  const msg = 'Row 1 of the test set has no column "question"; it has: text, correct_answer';
  expect(await create(world, { inputs: ['text', 'question'] })).toEqual([
    422,
    { detail: [{ loc: ['body', 'inputs', 1], msg, type: 'missing' }] },
  ]);
  expect(await world.call('listHumanEvaluations', { app_id: world.appId })).toEqual([]);
});

test('it names its variants as its record spells them', async () => {
  await using world = await openWorld();
  const evaluation_id = await world.makeHumanEvaluation();
  const [revision] = await world.call('listVariantRevisions', { variant_id: world.variantId });
  expect(await world.call('getHumanEvaluation', { evaluation_id })).toMatchObject({
    variant_ids: [world.variantId],
    variant_names: ['default'],
    variants_revision_ids: [revision?.id],
    revisions: ['1'],
  });
});

test('a comparison takes two different variants, a test of one model takes one', async () => {
  await using world = await openWorld();
  const [one, other] = [world.variantId, await world.makeVariant()];
  const refusals = [
    await create(world, { evaluation_type: 'human_a_b_testing' }),
    await create(world, { evaluation_type: 'human_a_b_testing', variant_ids: [one, one] }),
    await create(world, { variant_ids: [one, other] }),
  ];
  expect(refusals.map(([status, body]) => [status, body])).toEqual(
    [
      'human_a_b_testing takes 2 variants',
      'Input should name two different variants',
      'single_model_test takes 1 variant',
    ].map((msg) => [422, { detail: [{ loc: ['body', 'variant_ids'], msg, type: 'value_error' }] }]),
  );
});

test('a status can be set, and an invalid one is refused', async () => {
  await using world = await openWorld();
  const evaluation_id = await world.makeHumanEvaluation();
  await world.call('updateHumanEvaluation', { evaluation_id, body: { status: 'EVALUATION_CANCELLED' } });
  await world.call('updateHumanEvaluation', { evaluation_id, body: {} });
  expect(await world.call('getHumanEvaluation', { evaluation_id })).toMatchObject({ status: 'EVALUATION_CANCELLED' });
  const refused = await world.running.send('PUT', `/human-evaluations/${evaluation_id}`, {
    body: { status: 'DONE' },
  });
  expect(refused.status).toBe(422);
});

test('uploaded outputs are shown, and those of another variant refused', async () => {
  await using world = await openWorld();
  const { evaluation_id, variant_ids, put } = await compareTwo(world);
  const [first, second] = variant_ids;
  expect((await put(0, { outputs: [{ variant_id: second, variant_output: 'hi' }], note: 'n' })).status).toBe(204);
  expect(await seen(await put(0, { outputs: [{ variant_id: 'x', variant_output: 'hi' }] }))).toEqual([
    422,
    { detail: [expect.objectContaining({ loc: ['body', 'outputs', 0, 'variant_id'] })] },
  ]);
  const [scenario] = await world.call('listHumanEvaluationScenarios', { evaluation_id });
  expect(scenario).toMatchObject({
    outputs: [
      { variant_id: first, variant_output: '' },
      { variant_id: second, variant_output: 'hi' },
    ],
    note: 'n',
  });
});

test('a case of another evaluation is not found, and another type is refused', async () => {
  await using world = await openWorld();
  const { evaluation_id } = await compareTwo(world);
  const other = await world.makeHumanEvaluation();
  const [scenario] = await world.call('listHumanEvaluationScenarios', { evaluation_id: other });
  const path = `evaluation_scenario/${scenario?.id ?? ''}`;
  const put = (id: string, type: string) =>
    world.running.send('PUT', `/human-evaluations/${id}/${path}/${type}`, { body: { score: 1 } });
  expect((await put(evaluation_id, 'human_a_b_testing')).status).toBe(404);
  expect((await put(other, 'human_a_b_testing')).status).toBe(422);
  expect((await put(other, 'single_model_test')).status).toBe(204);
});

const casesOf = async (world: World, changes: Record<string, unknown>) => {
  const [, body] = await create(world, changes);
  return await world.call('listHumanEvaluationScenarios', { evaluation_id: (body as HumanEvaluation).id });
};

test('without chosen inputs, every column but the expected answer is one; an answer is text', async () => {
  await using world = await openWorld();
  const csvdata = [
    { text: 'hello', tone: 1, correct_answer: 'greeting' },
    { text: 'bye', tone: 2, correct_answer: ['a', 'b'] },
    { text: 'hm', tone: 3 },
  ];
  const { id: testset_id } = await world.call('createTestset', { body: { name: 'cases', csvdata } });
  const cases = await casesOf(world, { inputs: [], testset_id });
  expect(cases[0]?.inputs).toEqual([
    { input_name: 'text', input_value: 'hello' },
    { input_name: 'tone', input_value: 1 },
  ]);
  expect(cases.map(({ correct_answer }) => correct_answer)).toEqual(['greeting', '["a","b"]', null]);
});

test('the cases are the rows of the revision that is named, or else of the newest', async () => {
  await using world = await openWorld();
  const testset_id = await world.makeTestset();
  const csvdata = [{ text: 'good night' }];
  await world.call('updateTestset', { testset_id, body: { name: 'cases', csvdata } });
  const textsOf = async (changes: Record<string, unknown>) =>
    (await casesOf(world, { testset_id, ...changes })).map(({ inputs }) => inputs[0]?.input_value);
  expect(await textsOf({ testset_revision: 1 })).toEqual(['hello', 'bye']);
  expect(await textsOf({})).toEqual(['good night']);
});

test('a test set without rows cannot be judged', async () => {
  await using world = await openWorld();
  const { id: testset_id } = await world.call('createTestset', { body: { name: 'cases', csvdata: [] } });
  const detail = [{ loc: ['body', 'testset_id'], msg: 'The test set has no rows', type: 'too_short' }];
  expect(await create(world, { testset_id })).toEqual([422, { detail }]);
});

test('only the given fields of a case are changed', async () => {
  await using world = await openWorld();
  const { evaluation_id, put } = await compareTwo(world);
  const read = async () => (await world.call('listHumanEvaluationScenarios', { evaluation_id }))[0];
  const before = await read();
  await put(0, {});
  expect(await read()).toEqual(before);
  await put(0, { note: 'short', is_pinned: true, correct_answer: 'x' });
  expect(await read()).toEqual({ ...before, note: 'short', is_pinned: true, correct_answer: 'x' });
  const inputs = [{ input_name: 'a', input_value: 'b' }];
  await put(0, { note: '', is_pinned: false, correct_answer: null, inputs });
  expect(await read()).toEqual({ ...before, correct_answer: null, inputs });
});

const GENERATE = { rate_limit: { batch_size: 4, max_retries: 0, retry_delay: 0, delay_between_batches: 0 } };

test('outputs may be those of earlier revisions, and their routes do not see the expected answer', async () => {
  await using world = await openWorld();
  const variant_ids = [world.variantId, await world.makeVariant()];
  await world.call('updateVariantParameters', { variant_id: world.variantId, body: { parameters: { words: 30 } } });
  const generate = { ...GENERATE, variant_revisions: [1, 1] };
  const [, body] = await create(world, { variant_ids, evaluation_type: 'human_a_b_testing', generate });
  const { id: evaluation_id } = body as HumanEvaluation;
  expect(await world.call('getHumanEvaluation', { evaluation_id })).toMatchObject({ revisions: ['1', '1'] });
  const makers = await world.call('listHumanOutputs', { evaluation_id });
  const rows = await world.running.store.db
    .selectFrom('evaluations')
    .select(['id', 'revision', 'correct_answer_column'])
    .orderBy('id')
    .execute();
  expect(rows).toEqual(
    makers.map((maker) => ({ id: maker.evaluation_id, revision: 1, correct_answer_column: 'correct_answer' })),
  );
});

test.each([
  [['EVALUATION_FINISHED', 'EVALUATION_FINISHED'], 'EVALUATION_INITIALIZED'],
  [['EVALUATION_FINISHED', 'EVALUATION_STARTED'], 'EVALUATION_STARTED'],
  [['EVALUATION_STARTED', 'EVALUATION_FAILED'], 'EVALUATION_FAILED'],
  [['EVALUATION_CANCELLED', 'EVALUATION_FAILED'], 'EVALUATION_CANCELLED'],
])('before the first vote, outputs that are %j make it %s', async (statuses, expected) => {
  await using world = await openWorld();
  const variant_ids = [world.variantId, await world.makeVariant()];
  const [, body] = await create(world, { variant_ids, evaluation_type: 'human_a_b_testing', generate: GENERATE });
  const { id: evaluation_id } = body as HumanEvaluation;
  const makers = await world.call('listHumanOutputs', { evaluation_id });
  for (const [index, { evaluation_id: id }] of makers.entries()) {
    const changed = { status_value: statuses[index] ?? '' };
    await world.running.store.db.updateTable('evaluations').set(changed).where('id', '=', id).execute();
  }
  expect((await world.call('getHumanEvaluation', { evaluation_id })).status).toBe(expected);
  await world.call('updateHumanEvaluation', { evaluation_id, body: { status: 'EVALUATION_STARTED' } });
  expect((await world.call('getHumanEvaluation', { evaluation_id })).status).toBe('EVALUATION_STARTED');
});
