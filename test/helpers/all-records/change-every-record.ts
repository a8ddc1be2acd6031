import type { FilledWorld } from './fill-every-table.ts';
import { joinByLink } from './add-human-evaluations.ts';
import { GATE } from './add-deployments.ts';

/** Changes every field of every record that the API can change. */
export async function changeEveryRecord(world: FilledWorld): Promise<void> {
  const { call, running, appId, variantId, testsetId, evaluatorConfigId, stoppedId } = world;
  await call('updateApp', { app_id: appId, body: { app_name: 'help-desk' } });
  await byAuthor(world, `/variants/${variantId}/parameters`, { parameters: { words: 60 } });
  await byAuthor(world, `/apps/${appId}/variables/MODEL_KEY`, { value: 'another' });
  const environment = { app_id: appId, environment_name: 'production' };
  await call('protectEnvironment', { ...environment, body: { gate: { ...GATE, name: 'stricter.gate.yaml' } } });
  await call('updateTestset', { testset_id: testsetId, body: { name: 'questions', csvdata: [{ text: 'hi' }] } });
  await call('updateEvaluatorConfig', {
    evaluator_config_id: evaluatorConfigId,
    body: { name: 'contains', evaluator_key: 'auto_contains', settings_values: { substring: 'O' } },
  });
  await call('resumeEvaluation', { evaluation_id: stoppedId, body: { limits: { max_cost: 5 } } });
  await running.service.whenIdle();
  await changeHumanEvaluations(world);
  const variable = { ...environment, variable_name: 'MODEL_URL', body: { value: 'https://other.example.com' } };
  await call('setEnvironmentVariable', variable);
}

/** Some records name their last author, so another user changes them. */
async function byAuthor({ running }: FilledWorld, path: string, body: object): Promise<void> {
  const response = await running.send('PUT', path, { body, key: running.keys.author });
  if (!response.ok) throw new Error(`PUT ${path} answered ${response.status}`);
}

async function changeHumanEvaluations(world: FilledWorld): Promise<void> {
  const { call, comparisonId: evaluation_id, scoredScenarioId, variantId } = world;
  const voter = await joinByLink(world, world);
  await voter('POST', '/reveal');
  await voter('PUT', '/cases/1', { choice: 'both_good', note: 'Both are clear' });
  await call('updateHumanScenarioScore', { evaluation_scenario_id: scoredScenarioId, body: { score: 80 } });
  await call('updateHumanEvaluation', { evaluation_id, body: { status: 'EVALUATION_FINISHED' } });
  const [scenario] = await call('listHumanEvaluationScenarios', { evaluation_id });
  await call('updateHumanEvaluationScenario', {
    evaluation_id,
    evaluation_scenario_id: scenario?.id ?? '',
    evaluation_type: 'human_a_b_testing',
    body: {
      note: 'Both are loud',
      is_pinned: true,
      correct_answer: 'HI',
      inputs: [{ input_name: 'text', input_value: 'hi' }],
      outputs: [{ variant_id: variantId, variant_output: 'HI' }],
    },
  });
}
