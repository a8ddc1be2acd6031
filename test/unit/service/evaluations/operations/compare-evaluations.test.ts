import { expect, test } from 'vitest';
import {
  compareEvaluations,
  listEvaluationsOfResources,
} from '../../../../../src/service/evaluations/operations/compare-evaluations.ts';
import type { OperationContext } from '../../../../../src/service/operation/operation.ts';
import { insertBare } from '../../../../helpers/insert-bare.ts';
import { openBare } from '../../../../helpers/open-bare.ts';

/** Two evaluations with a row for each text. */
async function openEvaluations(texts: Readonly<Record<string, readonly string[]>>, rowCount?: number) {
  const { db } = await openBare();
  const context = { db } as OperationContext; // what is read of it
  for (const [id, own] of Object.entries(texts)) {
    const row_count = rowCount ?? own.length;
    await insertBare(db, 'evaluations', [
      {
        id,
        variant_id: 'v',
        row_count,
        options: '{}',
        evaluator_configs: '[]',
        aggregated_results: '[]',
        status: '{}',
      },
    ]);
    await insertBare(
      db,
      'evaluation_scenarios',
      own.map((text, position) => ({
        id: `${id}${position}`,
        evaluation_id: id,
        position,
        cells: JSON.stringify({ text }),
      })),
    );
  }
  return context;
}

test('rows are grouped by the values of their inputs, of each evaluation once', async () => {
  const context = await openEvaluations({ e: ['a', 'b'], f: ['b'] });
  const { inputs, data } = await compareEvaluations.run({ evaluations_ids: 'e, f,e' }, context);
  expect(inputs).toEqual([
    { input_name: 'text', input_value: 'a' },
    { input_name: 'text', input_value: 'b' },
  ]);
  expect(data.map(({ input_value, scenarios }) => [input_value, scenarios.map(({ id }) => id)])).toEqual([
    ['a', ['e0']],
    ['b', ['e1', 'f0']],
  ]);
});

test('all rows of an evaluation are compared, however many', async () => {
  const texts = Array.from({ length: 1001 }, (_, index) => `t${index}`);
  const { inputs } = await compareEvaluations.run({ evaluations_ids: 'e' }, await openEvaluations({ e: texts }));
  expect(inputs.map(({ input_value }) => input_value)).toEqual(texts);
});

test('an answer has at most 10,000 rows', async () => {
  const msg = 'The evaluations have more than 10000 rows together; list the rows of each instead';
  const many = await openEvaluations({ e: [], f: [] }, 5001);
  await expect(compareEvaluations.run({ evaluations_ids: 'e,f' }, many)).rejects.toMatchObject({
    code: 'WF_INVALID_INPUT',
    message: `${msg}.`,
    details: [{ loc: ['query', 'evaluations_ids'], msg, type: 'too_long' }],
  });
  const allowed = await openEvaluations({ e: [], f: [] }, 5000);
  expect(await compareEvaluations.run({ evaluations_ids: 'e,f' }, allowed)).toEqual({ inputs: [], data: [] });
});

test('evaluations of a resource are listed', async () => {
  const context = await openEvaluations({ f: [], e: [] });
  const listed = listEvaluationsOfResources.run({ resource_type: 'variant', resource_ids: ['v'] }, context);
  expect(await listed).toEqual(['e', 'f']);
});
