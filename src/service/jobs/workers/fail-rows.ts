import { errorResult } from '../../../evaluation/results/make-result.ts';
import type { EvaluationJob } from '../../evaluations/evaluation-job.ts';
import type { EvaluationJobs } from '../evaluation-jobs.ts';
import type { TakenChunk } from './chunk.ts';

/** Stores a failure for each pending row of a chunk, so that the evaluation can end without them. */
export async function failRows(
  { id, evaluatorConfigs }: EvaluationJob,
  { from, to, attempt, problem }: TakenChunk,
  jobs: EvaluationJobs,
): Promise<void> {
  const message = `The row was abandoned after ${attempt} attempts. ${problem ?? 'The worker that ran it ended.'}`;
  const unjudged = errorResult(`There is no output to score: ${message}`);
  for await (const page of jobs.pendingScenarios(id, { from, to })) {
    const scenarios = page.map((scenario) => ({
      id: scenario.id,
      outputs: [{ result: errorResult(message), cost: null, latency: null }],
      results: evaluatorConfigs.map((config) => ({ evaluator_config: config.id, result: unjudged })),
      cost: null,
      latency: null,
      isCalled: false,
      judging: { calls: 0, cost: 0 },
    }));
    await jobs.saveScenarios(id, scenarios);
  }
}
