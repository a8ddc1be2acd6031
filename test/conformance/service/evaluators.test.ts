import { expect, test } from 'vitest';
import { EVALUATORS } from '../../../src/evaluation/evaluators/catalogue/evaluators.ts';
import type { World } from '../../helpers/service-world.ts';
import { openWorld, seen } from '../../helpers/open-world.ts';

const runEvaluator = (world: World, key: string, body: Record<string, unknown>) =>
  world.running.send('POST', `/evaluators/${key}/run`, { body });

test('the list is the built-in one', async () => {
  await using world = await openWorld();
  expect(await world.call('listEvaluators', {})).toEqual(JSON.parse(JSON.stringify(EVALUATORS)));
});

test.each([
  ['auto_exact_match', { inputs: { prediction: 'a', ground_truth: 'a' } }, { success: true }],
  ['auto_exact_match', { inputs: { prediction: 'a', ground_truth: 'b' } }, { success: false }],
  ['auto_levenshtein_distance', { inputs: { prediction: 'abc', ground_truth: 'abd' } }, { score: 1 }],
  ['auto_contains', { inputs: { prediction: 'hello' }, settings: { substring: 'ell' } }, { success: true }],
  [
    'auto_exact_match',
    { inputs: { prediction: 'a', ground_truth: 'a' }, settings: { correct_answer_key: 'testcase.label' } },
    { success: true },
  ],
])('%s judges %j', async (key, body, outputs) => {
  await using world = await openWorld();
  expect(await seen(await runEvaluator(world, key, body))).toEqual([200, { outputs }]);
});

test('an unknown evaluator answers 404, bad settings and a missing answer 422', async () => {
  await using world = await openWorld();
  expect(await seen(await runEvaluator(world, 'auto_exact_matsh', { inputs: {} }))).toEqual([
    404,
    { detail: 'No evaluator is called "auto_exact_matsh". Did you mean auto_exact_match?' },
  ]);
  const settings = await seen(await runEvaluator(world, 'auto_contains', { inputs: {}, settings: { substring: 1 } }));
  expect(settings).toEqual([422, { detail: [expect.objectContaining({ loc: ['body', 'settings', 'substring'] })] }]);
  const [status] = await seen(await runEvaluator(world, 'auto_exact_match', { inputs: { prediction: 'a' } }));
  expect(status).toBe(422);
});

test('a configuration is checked against its template when created and changed', async () => {
  await using world = await openWorld();
  const body = { app_id: world.appId, name: 'c', evaluator_key: 'auto_contains', settings_values: {} };
  const create = await seen(await world.running.send('POST', '/evaluators/configs', { body }));
  expect(create).toEqual([
    422,
    { detail: [expect.objectContaining({ loc: ['body', 'settings_values', 'substring'], type: 'missing' })] },
  ]);
  const id = await world.makeEvaluatorConfig();
  const change = { body: { evaluator_key: 'auto_contains' } };
  expect(await seen(await world.running.send('PUT', `/evaluators/configs/${id}`, change))).toEqual([
    422,
    { detail: [{ loc: ['body', 'settings_values'], msg: 'substring: Field required', type: 'missing' }] },
  ]);
  const once = await world.running.send('POST', '/evaluators/auto_contains/run', { body: { inputs: {} } });
  expect(await seen(once)).toEqual([
    422,
    { detail: [{ loc: ['body', 'settings'], msg: 'substring: Field required', type: 'missing' }] },
  ]);
  const unknown = { body: { evaluator_key: 'auto_contians' } };
  expect(await seen(await world.running.send('PUT', `/evaluators/configs/${id}`, unknown))).toEqual([
    422,
    {
      detail: [
        expect.objectContaining({
          loc: ['body', 'evaluator_key'],
          msg: expect.stringContaining('such as auto_contains'),
        }),
      ],
    },
  ]);
});

test('a change keeps the fields that it does not name', async () => {
  await using world = await openWorld();
  const evaluator_config_id = await world.makeEvaluatorConfig();
  const before = await world.call('getEvaluatorConfig', { evaluator_config_id });
  await world.call('updateEvaluatorConfig', { evaluator_config_id, body: { name: 'renamed' } });
  const after = await world.call('getEvaluatorConfig', { evaluator_config_id });
  expect({ ...after, updated_at: '' }).toEqual({ ...before, name: 'renamed', updated_at: '' });
});

test('values are picked from the inputs by their paths, and what is not there is null', async () => {
  await using world = await openWorld();
  const retriever = { node: { name: 'retriever' }, data: { documents: ['a', 'b'] } };
  const trace = { nodes: [retriever, { name: 'answer', nodes: { model: { cost: 2 } } }] };
  const paths = {
    'trace.retriever.data.documents[1]': 'b',
    'trace.retriever.data.documents.0': 'a',
    'trace.answer.model.cost': 2,
    'trace.nodes[0].data': { documents: ['a', 'b'] },
    'trace.missing.data': null,
    'trace.retriever.data.documents[9]': null,
    constructor: null,
  };
  const mapping = Object.fromEntries(Object.keys(paths).map((path) => [path, path]));
  expect(await world.call('mapEvaluatorInputs', { body: { inputs: { trace }, mapping } })).toEqual({ outputs: paths });
});
