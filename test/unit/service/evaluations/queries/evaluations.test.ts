import { expect, test } from 'vitest';
import {
  deleteFailedOutcomes,
  readEvaluationIds,
  readProgress,
  readTotalsOf,
  requireEvaluation,
  selectPastCalls,
  statusColumns,
  toEvaluation,
  toEvaluations,
} from '../../../../../src/service/evaluations/queries/evaluations.ts';
import { insertBare } from '../../../../helpers/insert-bare.ts';
import { openBare } from '../../../../helpers/open-bare.ts';

const NOW = '2026-01-02T00:00:00.000Z';
const FINISHED = JSON.stringify({ type: 'status', value: 'EVALUATION_FINISHED' });
const STARTED = JSON.stringify({ type: 'status', value: 'EVALUATION_STARTED' });

const evaluation = (id: string, more: Record<string, string | number | null> = {}) => ({
  id,
  app_id: 'a',
  project_id: 'p',
  variant_id: 'v',
  variant_name: 'main',
  variant_revision_id: 'r',
  revision: 3,
  testset_id: 't',
  testset_name: 'cases',
  testset_revision: 2,
  evaluator_configs: '[]',
  aggregated_results: '[]',
  status: FINISHED,
  status_value: 'EVALUATION_FINISHED',
  row_count: 4,
  created_at: 'created',
  updated_at: 'updated',
  ...more,
});

type Outcome = Record<string, string | number | null>;

async function openEvaluations(
  rows: readonly Record<string, string | number | null>[],
  outcomes: readonly Outcome[] = [],
) {
  const { db } = await openBare();
  await insertBare(db, 'evaluations', rows);
  await insertBare(
    db,
    'evaluation_outcomes',
    outcomes.map((outcome, index) => ({ scenario_id: `s${index}`, evaluation_id: 'e', ...outcome })),
  );
  return db;
}

test('an evaluation that does not exist names similar ones', async () => {
  const db = await openEvaluations([evaluation('01932c5e-1'), evaluation('01932c5e-2')]);
  expect(await requireEvaluation(db, '01932c5e-1')).toMatchObject({ id: '01932c5e-1' });
  await expect(requireEvaluation(db, '01932c5e-3')).rejects.toMatchObject({
    code: 'WF_NOT_FOUND',
    message: expect.stringMatching(/evaluation.*01932c5e-3/),
  });
});

test('evaluations of a resource are listed, oldest first, without those that fill human ones', async () => {
  const configs = (...ids: string[]) => JSON.stringify(ids.map((id) => ({ id })));
  const db = await openEvaluations([
    evaluation('3', { evaluator_configs: configs('x', 'y') }),
    evaluation('1', { variant_id: 'w', evaluator_configs: configs('y') }),
    evaluation('2', { testset_id: 'u' }),
    evaluation('4', { human_evaluation_id: 'h', evaluator_configs: configs('x') }),
  ]);
  expect(await readEvaluationIds(db, 'variant', ['v'])).toEqual(['2', '3']);
  expect(await readEvaluationIds(db, 'variant', ['v', 'w'])).toEqual(['1', '2', '3']);
  expect(await readEvaluationIds(db, 'testset', ['u'])).toEqual(['2']);
  expect(await readEvaluationIds(db, 'evaluator_config', ['y', 'none'])).toEqual(['1', '3']);
  expect(await readEvaluationIds(db, 'evaluator_config', ['x'])).toEqual(['3']);
  expect(await readEvaluationIds(db, 'variant', [])).toEqual([]);
});

test('a record has everything, its totals from its rows until they are stored', async () => {
  const db = await openEvaluations(
    [evaluation('e', { archived_at: 'archived' })],
    [
      { cost: 0.5, latency: 1 },
      { cost: 1.5, latency: 3 },
      { cost: null, latency: null },
    ],
  );
  await insertBare(db, 'evaluation_labels', [{ record_id: 'e', name: 'team', value: 'blue' }]);
  const record = {
    id: 'e',
    app_id: 'a',
    project_id: 'p',
    variant_ids: ['v'],
    variant_names: ['main'],
    variant_revision_ids: ['r'],
    revisions: ['3'],
    testset_id: 't',
    testset_name: 'cases',
    testset_revision: 2,
    status: { type: 'status', value: 'EVALUATION_FINISHED' },
    aggregated_results: [],
    average_cost: { type: 'cost', value: 1 },
    total_cost: { type: 'cost', value: 2 },
    average_latency: { type: 'latency', value: 2 },
    created_at: 'created',
    updated_at: 'updated',
    labels: { team: 'blue' },
    archived_at: 'archived',
  };
  expect(await toEvaluation(db, await requireEvaluation(db, 'e'), null)).toEqual(record);
  const totals = { average_cost: null, total_cost: null, average_latency: { type: 'latency', value: 9 } };
  await db
    .updateTable('evaluations')
    .set({ totals: JSON.stringify(totals) })
    .execute();
  expect(await toEvaluation(db, await requireEvaluation(db, 'e'), null)).toEqual({ ...record, ...totals });
});

test('an evaluation without outcomes has no totals yet', async () => {
  const db = await openEvaluations([evaluation('e')]);
  const none = { average_cost: null, total_cost: null, average_latency: null };
  expect(await readTotalsOf(db, 'e')).toEqual(none);
  expect(await toEvaluation(db, await requireEvaluation(db, 'e'), null)).toMatchObject({ ...none, labels: {} });
});

test('only callers that know the word learn that an evaluation is interrupted', async () => {
  const db = await openEvaluations([evaluation('e', { status: STARTED, status_value: 'EVALUATION_STARTED' })]);
  const row = await requireEvaluation(db, 'e');
  const statusFor = async (reader: Parameters<typeof toEvaluations>[2]) =>
    (await toEvaluations(db, [row], reader)).map(({ status }) => status.value);
  expect(await statusFor(null)).toEqual(['EVALUATION_STARTED']);
  expect(await statusFor({ now: NOW, speaksWf: false })).toEqual(['EVALUATION_STARTED']);
  expect(await statusFor({ now: NOW, speaksWf: true })).toEqual(['EVALUATION_INTERRUPTED']);
});

test('progress is counted from the rows', async () => {
  const db = await openEvaluations(
    [evaluation('e', { status: STARTED, status_value: 'EVALUATION_STARTED' })],
    [
      { is_called: 1, is_error: 0, cost: 0.5, latency: 1, judge_calls: 2, judge_cost: 0.25 },
      { is_called: 0, is_error: 1, cost: 7, latency: 2, judge_calls: 0 },
      { is_called: 1, is_error: 1, cost: null, latency: null, judge_calls: 0 },
      { evaluation_id: 'f', is_called: 1, is_error: 1, cost: 9, latency: 9, judge_calls: 9 },
    ],
  );
  await insertBare(db, 'evaluation_leases', [{ evaluation_id: 'e', owner: 'elsewhere', expires_at: NOW }]);
  const row = await requireEvaluation(db, 'e');
  const progress = {
    type: 'evaluation-progress',
    evaluation_id: 'e',
    variant: 'main',
    status: { type: 'status', value: 'EVALUATION_STARTED' },
    is_taken: true,
    rows: 4,
    done: 3,
    errors: 2,
    calls: 1,
    cost: 0.5,
    judge_calls: 2,
    judge_cost: 0.25,
    latency: 1.5,
  };
  expect(await readProgress(db, row, NOW)).toEqual(progress);
  const ended = { ...row, id: 'none', status: FINISHED, status_value: 'EVALUATION_FINISHED' as const };
  expect(await readProgress(db, ended, NOW)).toEqual({
    ...progress,
    evaluation_id: 'none',
    status: { type: 'status', value: 'EVALUATION_FINISHED' },
    is_taken: false,
    done: 0,
    errors: 0,
    calls: 0,
    cost: null,
    judge_calls: 0,
    judge_cost: null,
    latency: null,
  });
});

test("a forecast is based on a route's latest calls, of any revision or of one", async () => {
  const db = await openEvaluations(
    [
      evaluation('e', { route: '/x' }),
      evaluation('f', { route: '/x', variant_revision_id: 'q' }),
      evaluation('g', { route: null }),
      evaluation('h', { route: '/x', app_id: 'b' }),
    ],
    [
      { is_called: 1, latency: 1, cost: 0.5 },
      { is_called: 0, latency: 2 },
      { is_called: 1, latency: null },
      { evaluation_id: 'f', is_called: 1, latency: 4 },
      { evaluation_id: 'g', is_called: 1, latency: 5 },
      { evaluation_id: 'h', is_called: 1, latency: 6 },
    ],
  );
  const past = { appId: 'a', route: '/x', revisionId: null };
  expect(await selectPastCalls(db, past)).toEqual([
    { cost: null, latency: 4 },
    { cost: 0.5, latency: 1 },
  ]);
  expect(await selectPastCalls(db, { ...past, revisionId: 'q' })).toEqual([{ cost: null, latency: 4 }]);
  expect(await selectPastCalls(db, { ...past, route: null })).toEqual([{ cost: null, latency: 5 }]);
});

test('a forecast is based on a thousand calls', async () => {
  const calls = Array.from({ length: 1001 }, () => ({ is_called: 1, latency: 1 }));
  const db = await openEvaluations([evaluation('e', { route: null })], calls);
  expect(await selectPastCalls(db, { appId: 'a', route: null, revisionId: null })).toHaveLength(1000);
});

test('failed rows are deleted, and what they cost is told', async () => {
  const db = await openEvaluations(
    [evaluation('e')],
    [
      { is_error: 1, is_called: 1, cost: 0.5, judge_cost: 0.25 },
      { is_error: 1, is_called: 0, cost: 7, judge_cost: null },
      { is_error: 1, is_called: 1, cost: null, judge_cost: 1 },
      { is_error: 0, is_called: 1, cost: 9, judge_cost: 9 },
      { evaluation_id: 'f', is_error: 1, is_called: 1, cost: 9 },
    ],
  );
  expect(await deleteFailedOutcomes(db, 'e')).toBe(1.75);
  expect(await db.selectFrom('evaluation_outcomes').select('scenario_id').orderBy('scenario_id').execute()).toEqual([
    { scenario_id: 's3' },
    { scenario_id: 's4' },
  ]);
  expect(await deleteFailedOutcomes(db, 'e')).toBe(0);
});

test('a status is stored with its value', () => {
  expect(statusColumns({ type: 'status', value: 'EVALUATION_FINISHED' })).toEqual({
    status: FINISHED,
    status_value: 'EVALUATION_FINISHED',
  });
  expect(statusColumns({ type: 'status', value: null }).status_value).toBe('');
});
