import type { World } from '../service-world.ts';
import type { EndpointCases } from './endpoint-cases.ts';

/** Inputs of the endpoints of human evaluations. */
export const HUMAN_EVALUATION_CASES = {
  listHumanEvaluations: async ({ appId, makeHumanEvaluation }) => {
    await makeHumanEvaluation();
    return { app_id: appId };
  },
  createHumanEvaluation: async ({ appId, variantId, makeTestset, makeVariant }) => ({
    body: {
      app_id: appId,
      variant_ids: [variantId, await makeVariant()],
      evaluation_type: 'human_a_b_testing',
      inputs: ['text'],
      testset_id: await makeTestset(),
      status: 'EVALUATION_INITIALIZED',
      generate: { rate_limit: { batch_size: 4, max_retries: 0, retry_delay: 0, delay_between_batches: 0 } },
    },
  }),
  updateHumanEvaluation: async ({ makeHumanEvaluation }) => ({
    evaluation_id: await makeHumanEvaluation(),
    body: { status: 'EVALUATION_FINISHED' },
  }),
  listHumanEvaluationScenarios: async ({ makeHumanEvaluation }) => ({ evaluation_id: await makeHumanEvaluation() }),
  updateHumanEvaluationScenario: async (world) => ({
    ...(await makeHumanScenario(world)),
    evaluation_type: 'single_model_test',
    body: { score: 70, note: 'short', is_pinned: true },
  }),
  getHumanScenarioScore: async (world) => ({
    evaluation_scenario_id: (await makeHumanScenario(world)).evaluation_scenario_id,
  }),
  updateHumanScenarioScore: async (world) => ({
    evaluation_scenario_id: (await makeHumanScenario(world)).evaluation_scenario_id,
    body: { score: 70 },
  }),
  getHumanEvaluationResults: async ({ makeHumanEvaluation }) => ({ evaluation_id: await makeHumanEvaluation() }),
  listHumanVotes: async (world) => {
    const { evaluation_id, evaluation_scenario_id } = await makeHumanScenario(world);
    await world.call('updateHumanScenarioScore', { evaluation_scenario_id, body: { score: 70 } });
    return { evaluation_id };
  },
  listHumanVoters: async ({ makeHumanEvaluation, call }) => {
    const evaluation_id = await makeHumanEvaluation();
    await call('createHumanVoter', { evaluation_id, body: { name: 'ana' } });
    return { evaluation_id };
  },
  createHumanVoter: async ({ makeHumanEvaluation, nextName }) => ({
    evaluation_id: await makeHumanEvaluation(),
    body: { name: nextName() },
  }),
  getHumanLinks: async ({ makeHumanEvaluation, call }) => {
    const evaluation_id = await makeHumanEvaluation();
    await call('createHumanVoter', { evaluation_id, body: { name: 'ana' } });
    return { evaluation_id };
  },
  listHumanOutputs: async ({ makeHumanEvaluation }) => ({ evaluation_id: await makeHumanEvaluation() }),
  getHumanEvaluation: async ({ makeHumanEvaluation }) => ({ evaluation_id: await makeHumanEvaluation() }),
  deleteHumanEvaluations: async ({ makeHumanEvaluation }) => ({
    body: { evaluations_ids: [await makeHumanEvaluation()] },
  }),
} satisfies Partial<EndpointCases>;

async function makeHumanScenario({ makeHumanEvaluation, call }: World) {
  const evaluation_id = await makeHumanEvaluation();
  const [scenario] = await call('listHumanEvaluationScenarios', { evaluation_id });
  return { evaluation_id, evaluation_scenario_id: scenario?.id ?? '' };
}
