import { expect, test } from 'vitest';
import type { EvaluationJob } from '../../../../../src/service/evaluations/evaluation-job.ts';
import type { EvaluationJobs } from '../../../../../src/service/jobs/evaluation-jobs.ts';
import { failRows } from '../../../../../src/service/jobs/workers/fail-rows.ts';

async function fail(problem: string | null) {
  const saved: unknown[] = [];
  const parts: unknown[] = [];
  const jobs = {
    async *pendingScenarios(_: string, part: unknown) {
      parts.push(part);
      yield [{ id: 's1' }, { id: 's2' }];
    },
    saveScenarios: async (id: string, scenarios: readonly unknown[]) => void saved.push([id, scenarios]),
  } as unknown as EvaluationJobs; // what is called of it
  const job = { id: 'e', evaluatorConfigs: [{ id: 'c' }] } as unknown as EvaluationJob; // what is read of it
  await failRows(job, { evaluationId: 'e', jobId: 'j', from: 3, to: 4, attempt: 2, problem }, jobs);
  return { saved, parts };
}

test.each([
  [null, 'The row was abandoned after 2 attempts. The worker that ran it ended.'],
  ['Out of memory.', 'The row was abandoned after 2 attempts. Out of memory.'],
])('each pending row of the chunk fails: %j', async (problem, message) => {
  const row = (id: string) => ({
    id,
    outputs: [
      { result: expect.objectContaining({ error: expect.objectContaining({ message }) }), cost: null, latency: null },
    ],
    results: [
      {
        evaluator_config: 'c',
        result: expect.objectContaining({
          error: expect.objectContaining({ message: `There is no output to score: ${message}` }),
        }),
      },
    ],
    cost: null,
    latency: null,
    isCalled: false,
    judging: { calls: 0, cost: 0 },
  });
  expect(await fail(problem)).toEqual({ saved: [['e', [row('s1'), row('s2')]]], parts: [{ from: 3, to: 4 }] });
});
