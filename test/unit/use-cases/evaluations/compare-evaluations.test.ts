import { expect, test } from 'vitest';
import {
  compareEvaluations,
  type CompareEvaluationsOptions,
} from '../../../../src/use-cases/evaluations/compare-evaluations.ts';
import { evaluationOf, rowOf } from '../../../helpers/evaluation-records.ts';
import { fakeClient } from '../../../helpers/fake-client.ts';

const APP = '01932c5e-0000-7000-8000-00000000000a';
const idOf = (digit: number) => `01932c5e-3333-7000-8000-00000000000${digit}`;
const EVALUATIONS = [1, 2, 3].map((digit) =>
  evaluationOf({
    id: idOf(digit),
    ...(digit === 2 ? { variant_names: ['tuned'] } : {}),
    ...(digit === 3 ? { status: { type: 'status', value: 'EVALUATION_STARTED' } } : {}),
  }),
);

async function compare(options: Partial<CompareEvaluationsOptions>) {
  const { client } = fakeClient({
    extensions: async () => null,
    getEvaluation: async ({ evaluation_id: id }) => EVALUATIONS.find((one) => one.id === id) as (typeof EVALUATIONS)[0],
    listEvaluations: async () => EVALUATIONS,
    listEvaluationScenarios: async ({ evaluation_id: id }) =>
      Array.from({ length: 20 }, (_, index) => ({
        ...rowOf({ input: `row ${index}`, scores: { exact_match: id === idOf(2) || index < 5 } }),
        evaluation_id: id,
      })),
  });
  const named = { client, app: APP, baseline: idOf(1), candidates: [idOf(2)], level: null };
  return await compareEvaluations({ ...named, ...options });
}

test('evaluations are compared at the usual level, without a gate', async () => {
  const { comparison, gate } = await compare({});
  expect(gate).toBeNull();
  expect(comparison).toMatchObject({
    level: 0.95,
    baseline: { id: idOf(1) },
    candidates: [
      { id: idOf(2), metrics: [{ metric: 'exact_match', baseline: 0.25, candidate: 1, verdict: 'better' }, {}, {}] },
    ],
  });
});

test.each([
  ['0.9', 0.9],
  ['0.51', 0.51],
  ['0.999', 0.999],
])('the level %s is used', async (level, number) => {
  expect((await compare({ level })).comparison.level).toBe(number);
});

test.each(['0.5', '1', '', 'high', '-1'])('the level %j is refused', async (level) => {
  await expect(compare({ level })).rejects.toMatchObject({
    code: 'WF_USAGE',
    message: `--level cannot be "${level}": write a number between 0.5 and 1, such as 0.95.`,
  });
});

test('a variant stands for its newest evaluation', async () => {
  expect((await compare({ candidates: ['tuned'] })).comparison.candidates).toMatchObject([{ id: idOf(2) }]);
});

test('an evaluation is not compared with itself', async () => {
  await expect(compare({ candidates: [idOf(2), idOf(1)] })).rejects.toMatchObject({
    code: 'WF_USAGE',
    message: `Evaluation ${idOf(1)} is named twice: there is nothing to compare it with.`,
    nextSteps: ['wf eval list'],
  });
});

test('an evaluation that is not finished is not compared', async () => {
  await expect(compare({ candidates: [idOf(3)] })).rejects.toMatchObject({ code: 'WF_INVALID_INPUT' });
});
