import { expect, test } from 'vitest';
import type { Evaluation } from '../../../../src/contract/evaluations/evaluation.ts';
import {
  listEvaluations,
  listInterrupted,
  pageEvaluations,
} from '../../../../src/use-cases/evaluations/list-evaluations.ts';
import { collect } from '../../../helpers/collect.ts';
import { evaluationOf } from '../../../helpers/evaluation-records.ts';
import { fakeClient } from '../../../helpers/fake-client.ts';

const APP = '01932c5e-0000-7000-8000-00000000000a';
const RUNNING = evaluationOf({ id: 'e-1', status: { type: 'status', value: 'EVALUATION_STARTED' } });
const LEFT = evaluationOf({ id: 'e-2', status: { type: 'status', value: 'EVALUATION_INTERRUPTED' } });
const DONE = evaluationOf({ id: 'e-3', created_at: '2026-11-21T11:00:00Z' });

const world = (evaluations: readonly Evaluation[] = [RUNNING, LEFT, DONE], isOurs = true) =>
  fakeClient({
    listEvaluations: async () => [...evaluations],
    listApps: async () => [{ app_id: 'other', app_name: 'other' }],
    countAppRecords: async () => ({ variants: 3, evaluations: 7 }),
    ...(isOurs ? {} : { extensions: async () => null }),
  });

test('all evaluations of an app are read page by page', async () => {
  const { client, calls } = world();
  expect(await listEvaluations({ client, app: APP })).toEqual([RUNNING, LEFT, DONE]);
  expect(calls).toEqual([{ name: 'listEvaluations', input: { app_id: APP, limit: 1000 } }]);
});

test('an app without evaluations is looked up on a service that would not say that it is unknown', async () => {
  await expect(listEvaluations({ client: world([], false).client, app: APP })).rejects.toMatchObject({
    code: 'WF_NOT_FOUND',
  });
});

test('interrupted evaluations are selected, also from a service that sends all', async () => {
  const { client, calls } = world();
  expect(await listInterrupted({ client, app: APP })).toEqual([LEFT]);
  expect(calls).toEqual([
    { name: 'listEvaluations', input: { app_id: APP, status: 'EVALUATION_INTERRUPTED', limit: 1000 } },
  ]);
});

test('evaluations are paged from the newest, and back from the oldest', async () => {
  const { client, calls } = world();
  const { records, reversed } = await pageEvaluations({ client, app: APP });
  expect((await collect(records)).map(({ id }) => id)).toEqual(['e-3', 'e-2', 'e-1']);
  expect((await collect(reversed.walk())).map(({ id }) => id)).toEqual(['e-1', 'e-2', 'e-3']);
  expect(await reversed.count()).toBe(7);
  const page = { app_id: APP, limit: 1000, archived: 'false' };
  expect(calls.map(({ input }) => input)).toEqual([{ ...page, order: 'desc' }, page, { app_id: APP }]);
});

test('a service without counts says so', async () => {
  const { reversed } = await pageEvaluations({ client: world([], false).client, app: APP });
  await expect(reversed.count()).rejects.toMatchObject({
    message: 'This service lacks counts of records, an extension of wf.',
  });
});
