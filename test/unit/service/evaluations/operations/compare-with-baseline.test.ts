import { expect, test } from 'vitest';
import {
  compareWithBaseline,
  groupEvaluation,
} from '../../../../../src/service/evaluations/operations/compare-with-baseline.ts';
import { insertBare } from '../../../../helpers/insert-bare.ts';
import { openOperations } from '../../../../helpers/open-operations.ts';

/** Two finished evaluations of twelve rows, of which the second is right where the first is not, and one that runs. */
async function openEvaluations() {
  const { db, context } = await openOperations();
  const evaluation = (id: string, value: string) => ({
    id,
    variant_name: id,
    revision: 1,
    status: JSON.stringify({ type: 'status', value }),
    status_value: value,
    options: '{}',
    evaluator_configs: '[{"id":"c","name":"exact","evaluator_key":"auto_exact_match"}]',
    aggregated_results: JSON.stringify([
      {
        evaluator_config: { id: 'c', name: 'exact', evaluator_key: 'auto_exact_match' },
        result: { type: 'number', value: 1 },
      },
    ]),
    totals: '{}',
  });
  await insertBare(db, 'evaluations', [
    evaluation('old', 'EVALUATION_FINISHED'),
    evaluation('new', 'EVALUATION_FINISHED'),
    evaluation('running', 'EVALUATION_STARTED'),
  ]);
  const rows = ['old', 'new'].flatMap((id) => Array.from({ length: 12 }, (_, position) => ({ id, position })));
  await insertBare(
    db,
    'evaluation_scenarios',
    rows.map(({ id, position }) => {
      const cells = JSON.stringify({ text: `t${position}`, topic: position % 2 === 0 ? 'even' : 'odd' });
      return { id: `${id}${position}`, evaluation_id: id, position, cells };
    }),
  );
  await insertBare(
    db,
    'evaluation_outcomes',
    rows.map(({ id, position }) => {
      const results = [{ evaluator_config: 'c', result: { type: 'bool', value: id === 'new' } }];
      const outputs = [{ result: { type: 'text', value: id }, cost: null, latency: 0.5 }];
      return {
        scenario_id: `${id}${position}`,
        evaluation_id: id,
        outputs: JSON.stringify(outputs),
        results: JSON.stringify(results),
      };
    }),
  );
  return context;
}

test('ten rows that differ are shown, or as many as asked for', async () => {
  const context = await openEvaluations();
  const compare = async (query: object) =>
    await compareWithBaseline.run({ evaluation_id: 'new', baseline_id: 'old', ...query }, context);
  const count = async (query: object) => JSON.stringify(await compare(query)).split('"row":').length - 1;
  const [byDefault, ten, three] = [await count({}), await count({ rows: 10 }), await count({ rows: 3 })];
  expect(byDefault).toBe(ten);
  expect(three).toBeLessThan(ten);
  expect(await count({ rows: 11 })).toBeGreaterThan(ten);
  expect(JSON.stringify(await compare({}))).toBe(JSON.stringify(await compare({ points: 0 })));
  expect(JSON.stringify(await compare({ points: 5 }))).not.toBe(JSON.stringify(await compare({})));
});

test('rows are grouped by a column', async () => {
  const context = await openEvaluations();
  const grouped = JSON.stringify(
    await compareWithBaseline.run({ evaluation_id: 'new', baseline_id: 'old', group_by: 'topic' }, context),
  );
  expect(grouped).toContain('"even"');
  expect(JSON.stringify(await groupEvaluation.run({ evaluation_id: 'new', field: 'topic' }, context))).toContain(
    '"odd"',
  );
});

test('only evaluations that have ended are compared or grouped', async () => {
  const context = await openEvaluations();
  const refusal = { code: 'WF_CONFLICT', message: 'Evaluation running is not finished, so it has no results yet.' };
  for (const [evaluation_id, baseline_id] of [
    ['running', 'old'],
    ['new', 'running'],
  ] as const) {
    await expect(compareWithBaseline.run({ evaluation_id, baseline_id }, context)).rejects.toMatchObject(refusal);
  }
  await expect(groupEvaluation.run({ evaluation_id: 'running', field: 'topic' }, context)).rejects.toMatchObject(
    refusal,
  );
});
