import { expect, test } from 'vitest';
import { createScenarioReader, readStoredEvaluation } from '../../../../src/service/evaluations/scenario-records.ts';
import { requireEvaluation } from '../../../../src/service/evaluations/queries/evaluations.ts';
import { collect } from '../../../helpers/collect.ts';
import { insertBare } from '../../../helpers/insert-bare.ts';
import { openBare } from '../../../helpers/open-bare.ts';

/** An evaluation with this many rows, the first of which has an outcome. */
async function openEvaluation(count: number) {
  const { db } = await openBare();
  await insertBare(db, 'evaluations', [
    {
      id: 'e',
      variant_name: 'main',
      status: '{"type":"status","value":"EVALUATION_FINISHED"}',
      status_value: 'EVALUATION_FINISHED',
      options: '{"repeat":2}',
      evaluator_configs: '[{"id":"c","evaluator_key":"auto_exact_match"}]',
      correct_answer_column: 'label',
      aggregated_results: '[]',
      totals: '{}',
    },
  ]);
  await insertBare(
    db,
    'evaluation_scenarios',
    Array.from({ length: count }, (_, position) => {
      return { id: `r${position}`, evaluation_id: 'e', position, cells: '{"text":"a","label":"b"}' };
    }),
  );
  await insertBare(db, 'evaluation_outcomes', [
    { scenario_id: 'r0', evaluation_id: 'e', outputs: '[{"cost":1}]', results: '[{"evaluator_config":"c"}]' },
  ]);
  return { db, evaluation: await requireEvaluation(db, 'e') };
}

test('a stored row becomes a record, with or without an outcome', async () => {
  const { evaluation } = await openEvaluation(0);
  const toRecord = createScenarioReader(evaluation);
  const row = { id: 'r', position: 3, cells: '{"text":"a","label":"b"}', outputs: null, results: null };
  const record = {
    id: 'r',
    row: 2,
    repeat: 2,
    evaluation_id: 'e',
    inputs: [{ name: 'text', type: 'text', value: 'a' }],
    outputs: [],
    correct_answers: [{ key: 'label', value: 'b' }],
    is_pinned: false,
    note: '',
    results: [],
  };
  expect(toRecord(row)).toEqual(record);
  const done = { outputs: '[{"cost":1}]', results: '[{"evaluator_config":"c"}]' };
  expect(toRecord({ ...row, ...done })).toEqual({
    ...record,
    outputs: [{ cost: 1 }],
    results: [{ evaluator_config: 'c' }],
  });
});

test.each([0, 1, 1000, 1001])('all of %i rows are read, in order', async (count) => {
  const { db, evaluation } = await openEvaluation(count);
  const stored = await readStoredEvaluation(db, evaluation);
  expect(stored.evaluation).toMatchObject({ id: 'e', variant_names: ['main'] });
  const rows = await collect(stored.rows());
  expect(rows.map(({ id }) => id)).toEqual(Array.from({ length: count }, (_, position) => `r${position}`));
});
