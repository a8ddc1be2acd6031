import { expect, test } from 'vitest';
import type { AggregateResult } from '../../../../src/contract/evaluations/evaluation.ts';
import { scoreOf } from '../../../helpers/evaluation-records.ts';
import type { Evaluation } from '../../../../src/contract/evaluations/evaluation.ts';
import { requireFinished, requireScored } from '../../../../src/use-cases/evaluations/require-finished.ts';

function evaluationOf(id: string, status: string, reason?: string, code: string | null = null): Evaluation {
  return {
    id,
    app_id: 'a',
    project_id: 'p',
    variant_ids: ['v'],
    variant_names: [`variant-${id}`],
    variant_revision_ids: ['r'],
    revisions: ['1'],
    testset_id: 't',
    testset_name: 'cases',
    status: { type: 'status', value: status, ...(reason === undefined ? {} : { error: { message: reason, code } }) },
    aggregated_results: [],
    average_cost: null,
    total_cost: null,
    average_latency: null,
    created_at: '',
    updated_at: '',
  };
}

test.each(['EVALUATION_FINISHED', 'EVALUATION_FINISHED_WITH_ERRORS'])('%s passes', (status) => {
  expect(() => requireFinished([evaluationOf('1', status)])).not.toThrow();
});

test.each(['EVALUATION_FAILED', 'EVALUATION_AGGREGATION_FAILED'])('%s is reported with its reason', (status) => {
  const evaluations = [evaluationOf('1', 'EVALUATION_FINISHED'), evaluationOf('2', status, 'There is no code.')];
  expect(() => requireFinished(evaluations)).toThrow(
    expect.objectContaining({
      code: 'WF_FAILED',
      message: 'The evaluation of variant-2 failed: There is no code.',
      nextSteps: ['wf eval show 2', 'wf eval resume 2'],
      details: { evaluations },
    }),
  );
});

test.each([
  ['It stopped at its time limit of 9 s.', 'time_limit', ''],
  ['It stopped at its cost limit of $1.', 'cost_limit', ' --max-cost USD'],
  ['It stopped because a cost is unknown.', 'cost_unknown', ' --max-cost none'],
  ['It stopped at its cost limit of $1.', null, ''],
  [undefined, null, ''],
])('a stopped evaluation can be resumed: %s (%s)', (reason, code, flags) => {
  const stopped = evaluationOf('2', 'EVALUATION_CANCELLED', reason, code);
  const evaluations = [evaluationOf('1', 'EVALUATION_FINISHED'), stopped];
  expect(() => requireFinished(evaluations)).toThrow(
    expect.objectContaining({
      code: 'WF_STOPPED',
      exitCode: 9,
      message: `The evaluation of variant-2 is not finished. ${reason ?? 'It was cancelled.'}`,
      nextSteps: [`wf eval resume 2${flags}`],
    }),
  );
});

test('a failure without a reason is reported as such', () => {
  expect(() => requireFinished([evaluationOf('1', 'EVALUATION_FAILED')])).toThrow(
    expect.objectContaining({ message: 'The evaluation of variant-1 failed: the service gave no reason.' }),
  );
});

function scoredOf(id: string, ...results: readonly AggregateResult[]): Evaluation {
  const scores = results.map((result, index) => ({ ...scoreOf(`judge-${index}`, 1), result }));
  return {
    ...evaluationOf(id, 'EVALUATION_FINISHED_WITH_ERRORS', '80 of 80 rows failed.'),
    aggregated_results: scores,
  };
}

const NONE: AggregateResult = { type: 'error', value: null, scored: 0, rows: 80 };
const ONE: AggregateResult = { type: 'number', value: 1, scored: 1, rows: 80 };

test('an evaluation that scored no row is reported with the reason', () => {
  const evaluations = [scoredOf('1', NONE, ONE), scoredOf('2', NONE, NONE)];
  expect(() => requireScored(evaluations)).toThrow(
    expect.objectContaining({
      code: 'WF_FAILED',
      exitCode: 1,
      message: 'The evaluation of variant-2 scored no row: 80 of 80 rows failed.',
      nextSteps: ['wf eval rows 2 --where error=true', 'wf eval resume 2'],
    }),
  );
});

test('one score of one evaluator is enough', () => {
  expect(() => requireScored([scoredOf('1', NONE, ONE)])).not.toThrow();
});

test('without counted scores, an answered row is enough', () => {
  const old = { type: 'error', value: null };
  const answered = { ...scoredOf('1', old), average_latency: { type: 'latency', value: 1 } };
  expect(() => requireScored([answered, { ...answered, aggregated_results: [] }])).not.toThrow();
  const failed = { ...answered, average_latency: { type: 'error', value: null } };
  expect(() => requireScored([failed])).toThrow(
    expect.objectContaining({ message: 'The evaluation of variant-1 scored no row: 80 of 80 rows failed.' }),
  );
});

test('an evaluation that scored no row without a reason is reported as such', () => {
  const evaluation = { ...scoredOf('2', NONE), status: { type: 'status', value: 'EVALUATION_FINISHED_WITH_ERRORS' } };
  expect(() => requireScored([evaluation])).toThrow(
    expect.objectContaining({ message: 'The evaluation of variant-2 scored no row.' }),
  );
});
