import type { World } from '../service-world.ts';
import { startModelServer } from '../start-model-server.ts';

/** Adds an evaluation judged by a model, which scores the first row and rejects the second, also when it is resumed. */
export async function addJudgedEvaluation({ call, running, appId, variantId }: World): Promise<void> {
  await using models = await startModelServer(({ body }) =>
    JSON.stringify(body).includes('BYE')
      ? { status: 400, text: '{"error":{"message":"too long"}}' }
      : { content: { explanation: 'Loud.', score: 8 } },
  );
  const csvdata = ['hello', 'bye'].map((text) => ({ text, correct_answer: text.toUpperCase() }));
  const { id: testset_id } = await call('createTestset', { body: { name: 'judged', csvdata } });
  const settings = { evaluator_key: 'auto_ai_critique', settings_values: { model: 'gpt-4o-mini' } };
  const { id } = await call('createEvaluatorConfig', { body: { app_id: appId, name: 'critique', ...settings } });
  const [evaluation] = await call('createEvaluations', {
    body: {
      app_id: appId,
      variant_ids: [variantId],
      evaluators_configs: [id],
      testset_id,
      lm_providers_keys: { OPENAI_API_KEY: 'sk-secret', OPENAI_BASE_URL: models.baseUrl },
      rate_limit: { batch_size: 1, max_retries: 0, retry_delay: 0, delay_between_batches: 0 },
    },
  });
  await running.service.whenIdle();
  await call('resumeEvaluation', { evaluation_id: evaluation?.id ?? '', body: {} });
  await running.service.whenIdle();
}
