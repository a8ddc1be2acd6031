import { expect, test } from 'vitest';
import type { NewHumanEvaluation } from '../../../../../src/contract/human-evaluations/human-evaluation.ts';
import { createHumanEvaluation } from '../../../../../src/service/human-evaluations/operations/create-human-evaluation.ts';
import { insertBare } from '../../../../helpers/insert-bare.ts';
import { NOW, openOperations } from '../../../../helpers/open-operations.ts';

const ROWS = [
  { text: 'hello', tone: 1, correct_answer: 'greeting' },
  { text: 'bye', tone: 2, correct_answer: ['a', 'b'] },
  { text: 'hm', tone: 3 },
];

/** An app with two variants of two revisions, and a test set of these rows. */
async function openApp(rows: readonly object[] = ROWS) {
  const opened = await openOperations();
  const { db } = opened;
  await insertBare(db, 'apps', [{ id: 'a', name: 'support', project_id: 'p' }]);
  await insertBare(db, 'projects', [{ id: 'p' }]);
  await insertBare(db, 'bases', [{ id: 'x', app_id: 'a', name: 'main', newest_deployment_id: 'd' }]);
  await insertBare(db, 'deployments', [{ id: 'd', app_id: 'a', base_id: 'x', routes: '[{"path":"/"}]' }]);
  const common = { app_id: 'a', base_id: 'x', newest_revision: 2 };
  await insertBare(db, 'variants', [
    { ...common, id: 'v', name: 'formal', config_name: 'v' },
    { ...common, id: 'w', name: 'brief', config_name: 'w' },
  ]);
  await insertBare(
    db,
    'variant_revisions',
    ['v', 'w'].flatMap((id) =>
      [1, 2].map((revision) => ({ id: `${id}${revision}`, variant_id: id, revision, parameters: '{}' })),
    ),
  );
  await insertBare(db, 'testsets', [{ id: 't', name: 'cases' }]);
  await insertBare(db, 'testset_revisions', [{ id: 't1', testset_id: 't', revision: 1, row_count: rows.length }]);
  await insertBare(
    db,
    'testset_revision_rows',
    rows.map((row, position) => ({ revision_id: 't1', position, cells: JSON.stringify(row) })),
  );
  return opened;
}

const BODY: NewHumanEvaluation = {
  app_id: 'a',
  variant_ids: ['v', 'w'],
  evaluation_type: 'human_a_b_testing',
  inputs: ['text'],
  testset_id: 't',
  status: 'EVALUATION_INITIALIZED',
};

const ANY_ID = expect.stringMatching(/^[\da-f-]{36}$/);

test('a human evaluation has a case per row, without outputs', async () => {
  const { db, context, takeLogged } = await openApp();
  const made = await createHumanEvaluation.run({ body: BODY }, context);
  expect(made).toEqual({
    id: ANY_ID,
    app_id: 'a',
    variant_ids: ['v', 'w'],
    status: 'EVALUATION_INITIALIZED',
    evaluation_type: 'human_a_b_testing',
  });
  const [row] = await db.selectFrom('human_evaluations').selectAll().execute();
  expect(row).toMatchObject({
    id: made.id,
    project_id: 'p',
    variants: JSON.stringify([
      { id: 'v', name: 'formal', revisionId: 'v2', revision: 2 },
      { id: 'w', name: 'brief', revisionId: 'w2', revision: 2 },
    ]),
    inputs: '["text"]',
    testset_id: 't',
    testset_name: 'cases',
    link_sha256: expect.stringMatching(/^[\da-f]{64}$/),
    created_at: NOW,
    updated_at: NOW,
  });
  expect(takeLogged()).toEqual([
    expect.objectContaining({ kind: 'human evaluation', after: made.id, summary: 'created, 3 rows of cases' }),
  ]);
  const cases = await db.selectFrom('human_evaluation_scenarios').selectAll().orderBy('position').execute();
  const outputs = '[{"variant_id":"v","variant_output":""},{"variant_id":"w","variant_output":""}]';
  const common = { id: ANY_ID, human_evaluation_id: made.id, outputs, note: '', is_pinned: 0 };
  expect(cases).toEqual([
    { ...common, position: 0, inputs: '[{"input_name":"text","input_value":"hello"}]', correct_answer: 'greeting' },
    { ...common, position: 1, inputs: '[{"input_name":"text","input_value":"bye"}]', correct_answer: '["a","b"]' },
    { ...common, position: 2, inputs: '[{"input_name":"text","input_value":"hm"}]', correct_answer: null },
  ]);
});

test('without names, every column but the expected answer is an input', async () => {
  const { db, context } = await openApp();
  await createHumanEvaluation.run({ body: { ...BODY, inputs: [] } }, context);
  const cases = await db.selectFrom('human_evaluation_scenarios').select('inputs').orderBy('position').execute();
  expect(JSON.parse(cases[0]?.inputs ?? '')).toEqual([
    { input_name: 'text', input_value: 'hello' },
    { input_name: 'tone', input_value: 1 },
  ]);
});

test('outputs are made by an evaluation of each variant, which does not see the expected answer', async () => {
  const { db, context, woken } = await openApp();
  const rate_limit = { batch_size: 4, max_retries: 0, retry_delay: 0, delay_between_batches: 0 };
  const generate = { rate_limit, variant_revisions: [1, 2] };
  const { id } = await createHumanEvaluation.run({ body: { ...BODY, generate } }, context);
  const columns = [
    'id',
    'variant_revision_id',
    'correct_answer_column',
    'human_evaluation_id',
    'testset_revision',
  ] as const;
  const makers = await db.selectFrom('evaluations').select(columns).orderBy('id').execute();
  const common = { id: ANY_ID, correct_answer_column: 'correct_answer', human_evaluation_id: id, testset_revision: 1 };
  expect(makers).toEqual([
    { ...common, variant_revision_id: 'v1' },
    { ...common, variant_revision_id: 'w2' },
  ]);
  expect(woken).toEqual([makers.map((maker) => maker.id)]);
});

const refusal = (message: string, loc: readonly (string | number)[], msg: string, type: string) => ({
  code: 'WF_INVALID_INPUT',
  message,
  details: [{ loc: ['body', ...loc], msg, type }],
});

test.each([
  ['human_a_b_testing', ['v'], 'human_a_b_testing takes 2 variants'],
  ['human_a_b_testing', ['v', 'v'], 'Input should name two different variants'],
  ['single_model_test', ['v', 'w'], 'single_model_test takes 1 variant'],
  ['single_model_test', [], 'single_model_test takes 1 variant'],
] as const)('%s does not take the variants %j', async (evaluation_type, variant_ids, msg) => {
  const { context } = await openApp();
  const body = { ...BODY, evaluation_type, variant_ids: [...variant_ids] };
  await expect(createHumanEvaluation.run({ body }, context)).rejects.toMatchObject(
    refusal(`variant_ids: ${msg}.`, ['variant_ids'], msg, 'value_error'),
  );
});

test('a test set has the inputs in every row, and a row', async () => {
  const { context } = await openApp([{ text: 'a', tone: 1 }, { text: 'b' }]);
  const msg = 'Row 2 of the test set has no column "tone"; it has: text';
  const body = { ...BODY, inputs: ['text', 'tone'] };
  await expect(createHumanEvaluation.run({ body }, context)).rejects.toMatchObject(
    refusal(msg, ['inputs', 1], msg, 'missing'),
  );
  const empty = await openApp([]);
  await expect(createHumanEvaluation.run({ body: BODY }, empty.context)).rejects.toMatchObject(
    refusal('Test set "cases" has no rows.', ['testset_id'], 'The test set has no rows', 'too_short'),
  );
});
