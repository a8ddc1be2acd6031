import { expect, test } from 'vitest';
import { ServiceError } from '../../../../src/errors/service-error.ts';
import {
  summariseEvaluation,
  summariseIfPossible,
} from '../../../../src/use-cases/evaluations/summarise-evaluation.ts';
import { evaluationOf, rowOf } from '../../../helpers/evaluation-records.ts';
import { fakeClient } from '../../../helpers/fake-client.ts';

const FINISHED = evaluationOf({ id: 'e-1' });
const SUMMARY = { id: 'e-1', rows: 2 };

const failing = (status: number) =>
  fakeClient({
    getEvaluationSummary: () =>
      Promise.reject(new ServiceError({ code: 'WF_FAILED', message: 'No.', status, requestId: null })),
  }).client;

test('a service of wf summarises an evaluation', async () => {
  const { client, calls } = fakeClient({ getEvaluationSummary: async () => SUMMARY as never });
  expect(await summariseIfPossible(client, FINISHED, 3)).toEqual({ summary: SUMMARY, lacking: [] });
  expect(calls).toEqual([{ name: 'getEvaluationSummary', input: { evaluation_id: 'e-1', worst: 3 } }]);
});

test('an evaluation that is not finished has no summary', async () => {
  const running = evaluationOf({ status: { type: 'status', value: 'EVALUATION_STARTED' } });
  expect(await summariseEvaluation(fakeClient({}).client, running, 3)).toBeNull();
});

test('the rows of another service are summarised here', async () => {
  const { client } = fakeClient({
    extensions: async () => null,
    listEvaluationScenarios: async () => ['a', 'b'].map((input) => rowOf({ input, scores: { exact_match: 0 } })),
  });
  expect(await summariseEvaluation(client, FINISHED, 1)).toMatchObject({ rows: 2, worst: [{ row: 1 }] });
});

test('without the rows, there is no summary, which is said', async () => {
  expect(await summariseIfPossible(failing(404), FINISHED, 3)).toEqual({
    summary: null,
    lacking: ['the rows of evaluations, so there is no summary'],
  });
  await expect(summariseIfPossible(failing(500), FINISHED, 3)).rejects.toMatchObject({ message: 'No.' });
});
