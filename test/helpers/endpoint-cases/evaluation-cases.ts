import { createEvaluationJobs } from '../../../src/service/jobs/evaluation-jobs.ts';
import { aggregateEvaluation } from '../../../src/service/jobs/runner/aggregate-evaluation.ts';
import type { World } from '../service-world.ts';
import { TEST_SECRETS } from '../start-service.ts';
import type { EndpointCases } from './endpoint-cases.ts';

/** Inputs of the endpoints of evaluations. */
export const EVALUATION_CASES = {
  getEvaluation: async ({ makeEvaluation }) => ({ evaluation_id: await makeEvaluation() }),
  createEvaluations: async ({ appId, variantId, makeEvaluatorConfig, makeTestset }) => ({
    body: {
      app_id: appId,
      variant_ids: [variantId],
      evaluators_configs: [await makeEvaluatorConfig()],
      testset_id: await makeTestset(),
      rate_limit: { batch_size: 10, max_retries: 3, retry_delay: 2, delay_between_batches: 5 },
    },
  }),
  planEvaluations: async ({ appId, variantId, makeEvaluatorConfig, makeTestset }) => ({
    body: {
      app_id: appId,
      variant_ids: [variantId],
      evaluators_configs: [await makeEvaluatorConfig()],
      testset_id: await makeTestset(),
      rate_limit: { batch_size: 10, max_retries: 3, retry_delay: 2, delay_between_batches: 5 },
    },
  }),
  listEvaluations: async ({ appId, makeEvaluation }) => {
    await makeEvaluation();
    return { app_id: appId };
  },
  getEvaluationStatus: async ({ makeEvaluation }) => ({ evaluation_id: await makeEvaluation() }),
  getEvaluationResults: async ({ makeEvaluation }) => ({ evaluation_id: await makeEvaluation() }),
  listEvaluationScenarios: async ({ makeEvaluation }) => ({ evaluation_id: await makeEvaluation() }),
  getEvaluationProgress: async ({ makeEvaluation }) => ({ evaluation_id: await makeEvaluation() }),
  getEvaluationSummary: async (world) => ({ evaluation_id: await finishEvaluation(world), worst: 5 }),
  groupEvaluation: async (world) => ({ evaluation_id: await finishEvaluation(world), field: 'latency' }),
  compareWithBaseline: async (world) => {
    const testset = await world.makeTestset();
    const [evaluation_id, baseline_id] = [
      await finishEvaluation(world, testset),
      await finishEvaluation(world, testset),
    ];
    return { evaluation_id, baseline_id, rows: 5, points: 5 };
  },
  cancelEvaluation: async ({ makeEvaluation }) => ({ evaluation_id: await makeEvaluation() }),
  countLook: async (world) => ({
    evaluation_id: await finishEvaluation(world),
    body: { gate_sha256: 'a'.repeat(64), baseline_id: await finishEvaluation(world) },
  }),
  resumeEvaluation: async ({ makeEvaluation, call }) => {
    const evaluation_id = await makeEvaluation();
    await call('cancelEvaluation', { evaluation_id });
    return { evaluation_id, body: { limits: { max_cost: 2 } } };
  },
  deleteEvaluations: async ({ makeEvaluation }) => ({ body: { evaluations_ids: [await makeEvaluation()] } }),
} satisfies Partial<EndpointCases>;

async function finishEvaluation({ makeEvaluation, running }: World, testsetId?: string): Promise<string> {
  const id = await makeEvaluation(testsetId);
  const jobs = createEvaluationJobs(running.store, TEST_SECRETS, () => new Date());
  await jobs.finish(id, await aggregateEvaluation(jobs, await jobs.load(id)));
  return id;
}
