import { expect, test } from 'vitest';
import type { EvaluationStatus } from '../../../../../src/contract/evaluations/result.ts';
import {
  cancelEvaluation,
  resumeEvaluation,
} from '../../../../../src/service/evaluations/operations/steer-evaluations.ts';
import { requireEvaluation } from '../../../../../src/service/evaluations/queries/evaluations.ts';
import { insertBare } from '../../../../helpers/insert-bare.ts';
import { NOW, openOperations } from '../../../../helpers/open-operations.ts';

/** An evaluation with this status, of which one row failed. */
async function openEvaluation(value: EvaluationStatus, isHeld = false) {
  const opened = await openOperations();
  const { db } = opened;
  await insertBare(db, 'evaluations', [
    {
      id: 'e',
      app_id: 'a',
      variant_name: 'main',
      revision: 2,
      status: JSON.stringify({ type: 'status', value }),
      status_value: value,
      options: '{"max_cost":1,"repeat":2}',
      aggregated_results: '[{}]',
      evaluator_configs: '[]',
      summary: '{}',
      totals: '{}',
      spent_before: 0.5,
      updated_at: 'before',
    },
  ]);
  const outcome = { evaluation_id: 'e', is_called: 1, cost: 0.25, results: '[]', outputs: '[]' };
  await insertBare(db, 'evaluation_outcomes', [
    { ...outcome, scenario_id: 'r0', is_error: 0 },
    { ...outcome, scenario_id: 'r1', is_error: 1 },
  ]);
  const lease = { evaluation_id: 'e', owner: 'elsewhere/1/x', expires_at: '2027' };
  if (isHeld) await insertBare(db, 'evaluation_leases', [lease]);
  const outcomes = async () => (await db.selectFrom('evaluation_outcomes').select('scenario_id').execute()).length;
  return { ...opened, read: async () => await requireEvaluation(db, 'e'), outcomes };
}

const CHANGE = { kind: 'evaluation', id: 'e', name: 'main@2', appId: 'a' };

test.each(['EVALUATION_INITIALIZED', 'EVALUATION_STARTED'] as const)(
  'an evaluation with the status %s is cancelled, and the runner woken',
  async (status) => {
    const { context, read, takeLogged, woken } = await openEvaluation(status);
    const cancelled = { type: 'status', value: 'EVALUATION_CANCELLED' };
    expect(await cancelEvaluation.run({ evaluation_id: 'e' }, context)).toMatchObject({
      id: 'e',
      status: cancelled,
      updated_at: NOW,
    });
    expect(await read()).toMatchObject({
      status: JSON.stringify(cancelled),
      status_value: 'EVALUATION_CANCELLED',
      updated_at: NOW,
    });
    expect(takeLogged()).toEqual([{ ...CHANGE, summary: 'cancelled' }]);
    expect(woken).toEqual([undefined]);
  },
);

test('an evaluation that has ended is not cancelled, and a finished one not resumed', async () => {
  const { context, woken } = await openEvaluation('EVALUATION_FINISHED_WITH_ERRORS');
  await expect(cancelEvaluation.run({ evaluation_id: 'e' }, context)).rejects.toMatchObject({
    code: 'WF_CONFLICT',
    message: 'Evaluation e cannot be cancelled: it is finished with errors.',
  });
  expect(woken).toEqual([]);
  const finished = await openEvaluation('EVALUATION_FINISHED');
  const resume = resumeEvaluation.run({ evaluation_id: 'e', body: {} }, finished.context);
  await expect(resume).rejects.toMatchObject({
    code: 'WF_CONFLICT',
    message: 'Evaluation e cannot be resumed: it is finished.',
  });
});

test.each(['EVALUATION_CANCELLED', 'EVALUATION_STARTED'] as const)(
  'an evaluation with the status %s is resumed without its failed rows, whose cost counts',
  async (status) => {
    const { context, read, outcomes, takeLogged, woken } = await openEvaluation(status);
    const body = { limits: { max_cost: 3, total_seconds: undefined } };
    expect(await resumeEvaluation.run({ evaluation_id: 'e', body }, context)).toMatchObject({
      status: { type: 'status', value: 'EVALUATION_INITIALIZED' },
      aggregated_results: [],
    });
    expect(await read()).toMatchObject({
      status_value: 'EVALUATION_INITIALIZED',
      options: '{"max_cost":3,"repeat":2}',
      aggregated_results: '[]',
      summary: null,
      totals: null,
      spent_before: 0.75,
      updated_at: NOW,
    });
    expect(await outcomes()).toBe(1);
    expect(takeLogged()).toEqual([{ ...CHANGE, summary: 'resumed' }]);
    expect(woken).toEqual([['e']]);
  },
);

test('resuming one that runs only wakes the runner', async () => {
  const { context, read, outcomes, takeLogged, woken } = await openEvaluation('EVALUATION_STARTED', true);
  const before = await read();
  const resumed = await resumeEvaluation.run({ evaluation_id: 'e', body: {} }, context);
  expect(resumed.status).toEqual({ type: 'status', value: 'EVALUATION_STARTED' });
  expect([await read(), await outcomes(), takeLogged(), woken]).toEqual([before, 2, [null], [['e']]]);
});
