import { expect, test } from 'vitest';
import type { Result } from '../../../../../src/contract/evaluations/result.ts';
import { errorResult, numberResult } from '../../../../../src/evaluation/results/make-result.ts';
import type { EvaluationJob } from '../../../../../src/service/evaluations/evaluation-job.ts';
import type { EvaluationJobs } from '../../../../../src/service/jobs/evaluation-jobs.ts';
import { aggregateEvaluation } from '../../../../../src/service/jobs/runner/aggregate-evaluation.ts';

/** An output and the verdict of an evaluator. */
type Verdict = readonly [Result, Result];

const text = { type: 'text', value: 'a' } as const;

async function aggregate(verdicts: readonly Verdict[]) {
  const rows = verdicts.map(([output, result], position) => ({
    id: `s${position}`,
    position,
    row: { text: 'a', correct_answer: 'a' },
    outputs: [{ result: output, cost: 0.5, latency: 1 }],
    results: [
      { evaluator_config: 'c', result },
      { evaluator_config: 'unknown', result: numberResult(9) },
    ],
    cost: 0.5,
    latency: 1,
    isCalled: true,
  }));
  const jobs = {
    async *finishedScenarios() {
      for (const row of rows) yield [row];
    },
  } as unknown as EvaluationJobs; // what is called of it
  const config = { id: 'c', name: 'exact_match', evaluator_key: 'auto_exact_match', settings_values: {} };
  const job = {
    id: 'e',
    variantName: 'v',
    revision: 1,
    options: {},
    evaluatorConfigs: [config],
    correctAnswerColumn: null,
  } as unknown as EvaluationJob; // what is read of it
  const { status, aggregatedResults } = await aggregateEvaluation(jobs, job);
  return { status, result: aggregatedResults[0]?.result };
}

test('verdicts are averaged, and a bool counts as 0 or 1', async () => {
  const verdicts: Verdict[] = [
    [text, { type: 'bool', value: true }],
    [text, { type: 'bool', value: false }],
    [text, numberResult(0.5)],
  ];
  expect(await aggregate(verdicts)).toEqual({
    status: { type: 'status', value: 'EVALUATION_FINISHED' },
    result: { type: 'number', value: 0.5 },
  });
});

test('failed rows are counted, with the first reason', async () => {
  const { status } = await aggregate([
    [text, numberResult(1)],
    [errorResult('No model.'), errorResult('There is no output.')],
    [text, errorResult('Not JSON.')],
  ]);
  expect(status).toMatchObject({
    value: 'EVALUATION_FINISHED_WITH_ERRORS',
    error: { message: '2 of 3 rows failed. Row 2: No model.' },
  });
});

test('the reason of one row may be unknown', async () => {
  const { status } = await aggregate([[{ type: 'error', value: null }, numberResult(1)]]);
  expect(status.error?.message).toBe('1 of 1 row failed. Row 1: the reason is unknown.');
});

test.each([
  [[undefined, undefined], undefined],
  [[0.5, undefined, 0.25], 0.75],
  [[0.5, null, 0.25], null],
] as const)('costs of a judge %j add up to %j', async (costs, total) => {
  const verdicts = costs.map((cost): Verdict => [
    text,
    { ...numberResult(1), ...(cost === undefined ? {} : { cost }) },
  ]);
  const { result } = await aggregate(verdicts);
  expect(result).toEqual({ type: 'number', value: 1, ...(total === undefined ? {} : { cost: total }) });
});
