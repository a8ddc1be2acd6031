import { expect, test } from 'vitest';
import { EVALUATORS } from '../../../../src/evaluation/evaluators/catalogue/evaluators.ts';
import {
  createEvaluatorConfig,
  deleteEvaluatorConfig,
  listEvaluatorConfigs,
  listEvaluators,
  mapEvaluatorInputs,
  runEvaluator,
  updateEvaluatorConfig,
} from '../../../../src/service/evaluators/operations.ts';
import { insertBare } from '../../../helpers/insert-bare.ts';
import { NOW, openOperations } from '../../../helpers/open-operations.ts';

const POLITE = {
  path: '/polite',
  name: 'polite',
  config: { type: 'object', properties: { words: { type: 'integer', minimum: 1, 'x-parameter': 'int' } } },
  input: null,
  output: null,
  defaults: {},
};

/** An app whose code has the evaluator `polite`, with two configurations. */
async function openEvaluators() {
  const opened = await openOperations();
  const { db, context } = opened;
  await insertBare(db, 'projects', [{ id: 'p' }]);
  await insertBare(db, 'apps', [{ id: 'a', name: 'support', project_id: 'p' }]);
  await insertBare(db, 'bases', [{ id: 'x', app_id: 'a', name: 'main', newest_deployment_id: 'd' }]);
  const evaluators = JSON.stringify({ artifact_sha256: 'sha', schemas: [POLITE] });
  await insertBare(db, 'deployments', [{ id: 'd', app_id: 'a', base_id: 'x', routes: '[]', evaluators }]);
  const common = { app_id: 'a', project_id: 'p', created_at: 'then', updated_at: 'then' };
  await insertBare(db, 'evaluator_configs', [
    { ...common, id: 'c1', name: 'exact', evaluator_key: 'auto_exact_match', settings_values: '{}' },
    { ...common, id: 'c2', name: 'greets', evaluator_key: 'auto_contains', settings_values: '{"substring":"hi"}' },
  ]);
  const create = async (evaluator_key: string, settings_values: Record<string, unknown> = {}) => {
    const body = { app_id: 'a', name: 'new', evaluator_key, settings_values };
    return await createEvaluatorConfig.run({ body }, context);
  };
  const update = async (evaluator_config_id: string, body: Parameters<typeof updateEvaluatorConfig.run>[0]['body']) =>
    await updateEvaluatorConfig.run({ evaluator_config_id, body }, context);
  return { ...opened, create, update };
}

test("an app's own evaluators are listed after the built-in ones", async () => {
  const { context } = await openEvaluators();
  const keys = EVALUATORS.map(({ key }) => key);
  expect((await listEvaluators.run({}, context)).map(({ key }) => key)).toEqual(keys);
  expect((await listEvaluators.run({ app_id: 'a' }, context)).map(({ key }) => key)).toEqual([...keys, 'polite']);
});

test('configurations are listed by page', async () => {
  const { context } = await openEvaluators();
  const list = async (query: object) => await listEvaluatorConfigs.run({ app_id: 'a', ...query }, context);
  const { items, next } = await list({ limit: 1 });
  expect(items.map(({ id }) => id)).toEqual(['c1']);
  expect((await list({ cursor: next ?? '' })).items.map(({ id }) => id)).toEqual(['c2']);
});

test('a configuration is stored with the settings that were given', async () => {
  const { context, create } = await openEvaluators();
  const made = await create('auto_contains', { substring: 'hi' });
  expect(made).toEqual({
    id: expect.stringMatching(/^[\da-f-]{36}$/),
    name: 'new',
    project_id: 'p',
    evaluator_key: 'auto_contains',
    settings_values: { substring: 'hi' },
    created_at: NOW,
    updated_at: NOW,
  });
  expect((await create('polite', { words: 3 })).settings_values).toEqual({ words: 3 });
  expect((await listEvaluatorConfigs.run({ app_id: 'a' }, context)).items).toHaveLength(4);
});

test.each([
  ['auto_contains', {}, 'substring'],
  ['auto_contains', { substring: 1 }, 'substring'],
  ['polite', { words: 0 }, 'words'],
  ['polite', { words: 1.5 }, 'words'],
])('the evaluator %s does not take the settings %j', async (key, settings, field) => {
  const { create } = await openEvaluators();
  await expect(create(key, settings)).rejects.toMatchObject({
    code: 'WF_INVALID_INPUT',
    message: `The settings do not fit the evaluator ${key}.`,
    details: [expect.objectContaining({ loc: ['body', 'settings_values', field] })],
  });
});

const noEvaluator = (names: string) => ({
  code: 'WF_INVALID_INPUT',
  message: 'There is no such evaluator.',
  details: [
    { loc: ['body', 'evaluator_key'], msg: `Input should be the key of an evaluator, such as ${names}`, type: 'enum' },
  ],
});

test('an unknown evaluator is refused with similar ones, or with all', async () => {
  const { create } = await openEvaluators();
  await expect(create('polit')).rejects.toMatchObject(noEvaluator('polite'));
  const all = [...EVALUATORS.map(({ key }) => key), 'polite'].join(', ');
  await expect(create('zzzzzzzzzzzz')).rejects.toMatchObject(noEvaluator(all));
});

test('only the given fields of a configuration are changed', async () => {
  const { update } = await openEvaluators();
  const stored = { id: 'c2', project_id: 'p', created_at: 'then', updated_at: NOW };
  const before = { name: 'greets', evaluator_key: 'auto_contains', settings_values: { substring: 'hi' } };
  expect(await update('c2', {})).toEqual({ ...stored, ...before });
  expect(await update('c2', { name: 'new' })).toEqual({ ...stored, ...before, name: 'new' });
  const changed = { evaluator_key: 'auto_exact_match', settings_values: null };
  expect(await update('c2', changed)).toEqual({ ...stored, ...changed, name: 'new' });
  await expect(update('c2', { evaluator_key: 'auto_contains' })).rejects.toThrow(
    'The settings do not fit the evaluator auto_contains.',
  );
});

test('a configuration is deleted, which is logged', async () => {
  const { context, db, takeLogged } = await openEvaluators();
  expect(await deleteEvaluatorConfig.run({ evaluator_config_id: 'c1' }, context)).toBe(true);
  expect(takeLogged()).toEqual([
    { kind: 'evaluator', id: 'c1', name: 'exact', appId: 'a', before: 'c1', summary: 'deleted' },
  ]);
  expect(await db.selectFrom('evaluator_configs').select('id').execute()).toEqual([{ id: 'c2' }]);
});

test.each([
  ['auto_exact_match', { prediction: 'a', ground_truth: 'a' }, {}, { success: true }],
  ['auto_exact_match', { prediction: 'a', ground_truth: 'b' }, {}, { success: false }],
  ['auto_exact_match', { prediction: 'a', label: 'a' }, { correct_answer_key: 'label' }, { success: true }],
  ['auto_exact_match', { prediction: 'a', ground_truth: 'a' }, { correct_answer_key: 'testcase.x' }, { success: true }],
  ['auto_levenshtein_distance', { prediction: 'abc', ground_truth: 'abd' }, {}, { score: 1 }],
])('%s judges %j by %j', async (evaluator_key, inputs, settings, outputs) => {
  const { context } = await openEvaluators();
  expect(await runEvaluator.run({ evaluator_key, body: { inputs, settings } }, context)).toEqual({ outputs });
});

test('an evaluator that cannot judge says why, and an unknown one is refused', async () => {
  const { context } = await openEvaluators();
  const run = async (evaluator_key: string, settings: Record<string, unknown>) =>
    await runEvaluator.run({ evaluator_key, body: { inputs: { prediction: 'a' }, settings } }, context);
  await expect(run('auto_exact_match', {})).rejects.toMatchObject({
    code: 'WF_INVALID_INPUT',
    message: expect.stringContaining('correct_answer'),
  });
  await expect(run('auto_contains', {})).rejects.toMatchObject({
    details: [expect.objectContaining({ loc: ['body', 'settings', 'substring'] })],
  });
  await expect(run('auto_exact_matc', {})).rejects.toMatchObject({
    code: 'WF_NOT_FOUND',
    message: expect.stringMatching(/^No evaluator is called "auto_exact_matc"\. .*auto_exact_match/),
  });
});

test('values are picked from the inputs by their paths', async () => {
  const { context } = await openEvaluators();
  const body = { inputs: { trace: { a: [1, 2] } }, mapping: { first: 'trace.a[0]', all: 'trace.a' } };
  expect(await mapEvaluatorInputs.run({ body }, context)).toEqual({ outputs: { first: 1, all: [1, 2] } });
});
