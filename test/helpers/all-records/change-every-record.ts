import { ORGANIZATION_ID, WORKSPACE_ID } from '../../../src/contract/workspaces/workspace.ts';
import type { FilledWorld } from './fill-every-table.ts';
import { joinByLink } from './add-human-evaluations.ts';
import { GATE } from './add-deployments.ts';

/** Changes every field of every record that the API can change. */
export async function changeEveryRecord(world: FilledWorld): Promise<void> {
  const { call, running, appId, variantId, testsetId, evaluatorConfigId, evaluationId, stoppedId } = world;
  await call('setRetention', { body: { app_id: appId, keep: { logs: 172_800 } } });
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
  await changeWorkspace(world);
  await evaluateTogether(world);
  const labels = { team: 'support' };
  await call('updateVariantMetadata', { variant_id: variantId, body: { labels } });
  const idle = (await call('listAppVariants', { app_id: appId })).find((one) => one.variant_name === 'name-1');
  const marks = { labels, archived: true };
  await call('updateVariantMetadata', { variant_id: idle?.variant_id ?? '', body: marks });
  await call('updateTestsetMetadata', { testset_id: testsetId, body: marks });
  await call('updateEvaluationMetadata', { evaluation_id: evaluationId, body: marks });
}

async function changeWorkspace(world: FilledWorld): Promise<void> {
  const { call } = world;
  const organization_id = ORGANIZATION_ID;
  await call('updateOrganization', { organization_id, body: { name: 'Southwind', description: 'Sales' } });
  const workspace = { organization_id, workspace_id: WORKSPACE_ID };
  await call('updateWorkspace', { ...workspace, body: { name: 'Sellers', description: 'Sells' } });
  const [stored] = await call('listSecrets', {});
  const { id: secret_id = '' } = stored ?? {};
  const secret = { data: { provider: 'gemini' as const, key: 'AI-second' } };
  const header = { name: 'writers', description: 'For workflows' };
  const { running } = world;
  const second = await call('createKey', { body: { name: 'second operator', role: 'operator' } });
  const body = { header, secret };
  const changed = await running.send('PUT', `/vault/v1/secrets/${secret_id}`, { body, key: second });
  if (!changed.ok) throw new Error(`The secret was not changed: ${changed.status}`);
}

/** Two revisions that are evaluated together call for each row at the same time. */
async function evaluateTogether({ call, running, appId, variantId, testsetId, evaluatorConfigId }: FilledWorld) {
  await call('createEvaluations', {
    body: {
      app_id: appId,
      variant_ids: [variantId, variantId],
      variant_revisions: [1, 2],
      evaluators_configs: [evaluatorConfigId],
      testset_id: testsetId,
      rate_limit: { batch_size: 1, max_retries: 0, retry_delay: 0, delay_between_batches: 0 },
      options: { fresh: true },
    },
  });
  await running.service.whenIdle();
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
