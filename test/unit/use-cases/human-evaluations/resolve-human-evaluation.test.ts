import { expect, test } from 'vitest';
import {
  HUMAN_EVALUATION_FACTS,
  HUMAN_EVALUATION_FIELDS,
} from '../../../../src/use-cases/human-evaluations/human-evaluation-facts.ts';
import { listHumanEvaluations } from '../../../../src/use-cases/human-evaluations/list-human-evaluations.ts';
import { resolveHumanEvaluation } from '../../../../src/use-cases/human-evaluations/resolve-human-evaluation.ts';
import { fakeClient } from '../../../helpers/fake-client.ts';
import { humanEvaluationOf } from '../../../helpers/human-records.ts';

const APP_ID = '01932c5e-1111-7000-8000-000000000001';
const EVALUATION = humanEvaluationOf({ testset_name: 'cases', updated_at: '2026-11-21T11:00:00Z' });

test('a full id needs no app', async () => {
  const { client, calls } = fakeClient({ getHumanEvaluation: async () => EVALUATION });
  expect(await resolveHumanEvaluation({ client, app: null, evaluation: EVALUATION.id })).toBe(EVALUATION);
  expect(calls).toEqual([{ name: 'getHumanEvaluation', input: { evaluation_id: EVALUATION.id } }]);
});

test('the beginning of an id is looked up among those of the app', async () => {
  const { client, calls } = fakeClient({ listHumanEvaluations: async () => [EVALUATION] });
  const evaluation = EVALUATION.id.slice(0, 8);
  expect(await resolveHumanEvaluation({ client, app: APP_ID, evaluation })).toBe(EVALUATION);
  expect(calls.map(({ input }) => input)).toEqual([{ app_id: APP_ID, order: 'desc', limit: 6, id_prefix: evaluation }]);
});

test('an unknown id leads to the list, or to the first one', async () => {
  const resolving = (all: (typeof EVALUATION)[]) => {
    const { client, calls } = fakeClient({ listHumanEvaluations: async () => all });
    return { calls, resolved: resolveHumanEvaluation({ client, app: APP_ID, evaluation: 'x' }) };
  };
  const { resolved, calls } = resolving([EVALUATION]);
  await expect(resolved).rejects.toMatchObject({
    code: 'WF_NOT_FOUND',
    message: `No human evaluation is called "x". Available: ${EVALUATION.id}.`,
    nextSteps: ['wf human-eval list'],
  });
  expect(calls.map(({ input }) => input)).toEqual([{ app_id: APP_ID, order: 'desc', limit: 1000 }]);
  await expect(resolving([]).resolved).rejects.toMatchObject({
    message: 'No human evaluation is called "x". There is no human evaluation yet.',
    nextSteps: ['wf human-eval create --testset NAME'],
  });
});

test('all human evaluations of an app are listed', async () => {
  const { client, calls } = fakeClient({ listHumanEvaluations: async () => [EVALUATION] });
  expect(await listHumanEvaluations({ client, app: APP_ID })).toEqual([EVALUATION]);
  expect(calls).toEqual([{ name: 'listHumanEvaluations', input: { app_id: APP_ID, limit: 1000 } }]);
});

test('human evaluations are searched by variants and test set, and sorted by these fields', () => {
  const { createdAt, names, fields } = HUMAN_EVALUATION_FACTS;
  expect([createdAt(EVALUATION), names(EVALUATION)]).toEqual([EVALUATION.created_at, ['default', 'tuned', 'cases']]);
  expect(Object.entries(fields).map(([name, read]) => [name, read(EVALUATION)])).toEqual([
    ['created', EVALUATION.created_at],
    ['updated', EVALUATION.updated_at],
    ['testset', 'cases'],
    ['status', 'EVALUATION_FINISHED'],
  ]);
  expect(HUMAN_EVALUATION_FIELDS).toEqual(['created', 'updated', 'testset', 'status']);
});
