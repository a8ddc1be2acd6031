import { describe, expect, test } from 'vitest';
import { statusResult } from '../../../../src/contract/evaluations/evaluation-status.ts';
import type { AggregateResult, TestedEvaluation } from '../../../../src/contract/evaluations/evaluation.ts';
import type { EvaluationProgress } from '../../../../src/contract/evaluations/evaluation-progress.ts';
import { EXPORT_FORMATS, exportEvaluation } from '../../../../src/use-cases/evaluations/export-evaluation.ts';
import {
  requireComplete,
  requireFewErrors,
  requireFinished,
} from '../../../../src/use-cases/evaluations/require-finished.ts';
import { requireScored } from '../../../../src/use-cases/evaluations/require-scored.ts';
import { collect } from '../../../helpers/collect.ts';
import { evaluationOf, rowOf, scoreOf } from '../../../helpers/evaluation-records.ts';
import { fakeClient } from '../../../helpers/fake-client.ts';

const { client: ours } = fakeClient({});

function endedOf(id: string, value: string, reason?: string, code: string | null = null): TestedEvaluation {
  const status = { type: 'status', value, ...(reason === undefined ? {} : { error: { message: reason, code } }) };
  return evaluationOf({ id, variant_names: [`variant-${id}`], status, aggregated_results: [], average_latency: null });
}

test.each(['EVALUATION_FINISHED', 'EVALUATION_FINISHED_WITH_ERRORS'])('%s passes', async (status) => {
  await expect(requireFinished(ours, [endedOf('1', status)])).resolves.toBeUndefined();
});

test.each(['EVALUATION_FAILED', 'EVALUATION_AGGREGATION_FAILED'])('%s is reported with its reason', async (status) => {
  const evaluations = [endedOf('1', 'EVALUATION_FINISHED'), endedOf('2', status, 'There is no code.')];
  await expect(requireFinished(ours, evaluations)).rejects.toMatchObject({
    code: 'WF_FAILED',
    message: 'The evaluation of variant-2 failed: There is no code.',
    nextSteps: ['wf eval show 2', 'wf eval resume 2'],
    details: { evaluations },
  });
});

test.each([
  ['It stopped at its time limit of 9 s.', 'time_limit', ''],
  ['It stopped at its cost limit of $1.', 'cost_limit', ' --max-cost USD'],
  ['It stopped because a cost is unknown.', 'cost_unknown', ' --max-cost none'],
  ['It stopped at its cost limit of $1.', null, ''],
  [undefined, null, ''],
])('a stopped evaluation can be resumed: %s (%s)', async (reason, code, flags) => {
  const stopped = endedOf('2', 'EVALUATION_CANCELLED', reason, code);
  const evaluations = [endedOf('1', 'EVALUATION_FINISHED'), stopped];
  await expect(requireFinished(ours, evaluations)).rejects.toMatchObject({
    code: 'WF_STOPPED',
    exitCode: 9,
    message: `The evaluation of variant-2 is not finished. ${reason ?? 'It was cancelled.'}`,
    nextSteps: [`wf eval resume 2${flags}`],
  });
});

const progressOf = (errors: number): EvaluationProgress => ({
  type: 'evaluation-progress',
  evaluation_id: '1',
  variant: 'variant-1',
  status: statusResult('EVALUATION_FINISHED_WITH_ERRORS'),
  is_taken: false,
  rows: 15,
  done: 15,
  errors,
  calls: 15,
  cost: null,
  latency: null,
});

test.each([
  [0, 0, null],
  [8, 8, null],
  [8, 7, 'Rows failed or could not be scored: 8 of 15 rows of variant-1. --max-errors allows 7.'],
])('%i failed rows are compared with --max-errors %i', async (errors, maximum, message) => {
  const { client } = fakeClient({ getEvaluationProgress: async () => progressOf(errors) });
  const checked = requireFewErrors(client, [endedOf('1', 'EVALUATION_FINISHED_WITH_ERRORS')], maximum);
  if (message === null) return await expect(checked).resolves.toBeUndefined();
  await expect(checked).rejects.toMatchObject({
    code: 'WF_FAILED',
    message,
    nextSteps: ['wf eval rows 1 --where error=true', 'wf eval resume 1'],
    details: { evaluations: [{ id: '1', errors: 8, rows: 15 }] },
  });
});

test('a failure without a reason is reported as such', async () => {
  await expect(requireFinished(ours, [endedOf('1', 'EVALUATION_FAILED')])).rejects.toMatchObject({
    message: 'The evaluation of variant-1 failed: the service gave no reason.',
  });
});

function scoredOf(id: string, ...results: readonly AggregateResult[]): TestedEvaluation {
  const scores = results.map((result, index) => ({ ...scoreOf(`judge-${index}`, 1), result }));
  return {
    ...endedOf(id, 'EVALUATION_FINISHED_WITH_ERRORS', '80 of 80 rows failed.'),
    aggregated_results: scores,
  };
}

const NONE: AggregateResult = { type: 'error', value: null, scored: 0, rows: 80 };
const ONE: AggregateResult = { type: 'number', value: 1, scored: 1, rows: 80 };

test('an evaluation that scored no row is reported with the reason', async () => {
  const evaluations = [scoredOf('1', NONE, ONE), scoredOf('2', NONE, NONE)];
  await expect(requireScored(ours, evaluations)).rejects.toMatchObject({
    code: 'WF_FAILED',
    exitCode: 1,
    message: 'The evaluation of variant-2 scored no row: 80 of 80 rows failed.',
    nextSteps: ['wf eval rows 2 --where error=true', 'wf eval resume 2'],
  });
});

test('without counted scores, an answered row without evaluators or a scored row is enough', async () => {
  const open: AggregateResult = { type: 'error', value: null };
  const answered = { ...scoredOf('1', open), average_latency: { type: 'latency', value: 1 } };
  const withRows = (...scores: readonly (boolean | null)[]) =>
    fakeClient({
      listEvaluationScenarios: async () => scores.map((score) => rowOf({ input: 'a', scores: { exact_match: score } })),
    }).client;
  await expect(requireScored(ours, [{ ...answered, aggregated_results: [] }])).resolves.toBeUndefined();
  await expect(requireScored(withRows(null, true), [answered])).resolves.toBeUndefined();
  await expect(requireScored(withRows(null), [answered])).rejects.toThrow('variant-1 scored no row: Not judged.');
  const failed = { ...answered, average_latency: { type: 'error', value: null } };
  await expect(requireScored(ours, [failed])).rejects.toThrow('variant-1 scored no row: 80 of 80 rows failed.');
});

describe('complete results', () => {
  const { client } = fakeClient({});

  test.each(['EVALUATION_FINISHED', 'EVALUATION_FINISHED_WITH_ERRORS'] as const)('%s has all rows', async (value) => {
    const evaluation = evaluationOf({ status: statusResult(value) });
    expect(await requireComplete(client, evaluation)).toBe(evaluation);
  });

  test.each([
    ['EVALUATION_STARTED', 'wf eval watch e'],
    ['EVALUATION_INITIALIZED', 'wf eval watch e'],
    ['EVALUATION_CANCELLED', 'wf eval resume e'],
    ['EVALUATION_FAILED', 'wf eval resume e'],
  ] as const)('%s has not, and is brought to its end by %s', async (value, step) => {
    await expect(requireComplete(client, evaluationOf({ id: 'e', status: statusResult(value) }))).rejects.toThrow(
      expect.objectContaining({
        code: 'WF_INVALID_INPUT',
        message: `Evaluation e has no complete results: its status is "${value}".`,
        nextSteps: [step],
      }),
    );
  });

  test('a service of others cannot resume what failed', async () => {
    const others = fakeClient({ extensions: async () => null }).client;
    const failed = evaluationOf({ id: 'e', status: statusResult('EVALUATION_FAILED') });
    await expect(requireComplete(others, failed)).rejects.toThrow(
      expect.objectContaining({ nextSteps: ['wf eval show e'] }),
    );
  });

  test('the reason of a failure is in the message', async () => {
    const status = { ...statusResult('EVALUATION_FAILED'), error: { message: 'the judge is gone' } } as never;
    await expect(requireComplete(client, evaluationOf({ id: 'e', status }))).rejects.toThrow(
      'Evaluation e has no complete results: its status is "EVALUATION_FAILED", the judge is gone',
    );
  });
});

describe('an export', () => {
  const EVALUATION = evaluationOf();
  const { client } = fakeClient({
    listEvaluationScenarios: async () => [rowOf({ input: '=1+1', scores: { exact_match: true }, output: 'two' })],
  });

  test.each([
    ['csv', /^[^\n]*exact_match[^\n]*\r?\n[^\n]*=1\+1/],
    ['spreadsheet', /^[^\n]*exact_match[^\n]*\r?\n[^\n]*'=1\+1/],
    ['jsonl', /^\{.*"two".*\}\n$/],
    ['json', /^\{\n"format": "wf-evaluation",/],
    ['junit', /^<\?xml [^]*<testsuite/],
  ] as const)('rows are exported as %s', async (format, content) => {
    expect(EXPORT_FORMATS).toContain(format);
    const chunks = await collect(exportEvaluation({ client, evaluation: EVALUATION, format, baseline: null }));
    expect(chunks.join('')).toMatch(content);
  });

  test.each(EXPORT_FORMATS)('an evaluation that runs is not exported as %s', async (format) => {
    const running = evaluationOf({ status: statusResult('EVALUATION_STARTED') });
    const exporting = async () =>
      await collect(exportEvaluation({ client, evaluation: running, format, baseline: null }));
    await expect(exporting()).rejects.toMatchObject({ code: 'WF_INVALID_INPUT' });
  });
});
