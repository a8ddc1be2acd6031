import type { EvaluationOptions } from '../../../src/contract/evaluations/evaluation.ts';
import type { World } from '../service-world.ts';

/** Every second answer is right. A comparing gate needs at least ten. */
const ROWS = Array.from({ length: 10 }, (_, index) => ({
  text: `hello ${index}`,
  correct_answer: index % 2 === 0 ? `HELLO ${index}` : 'goodbye',
}));

const LABELS = { team: 'search', release: '2.4' };

/** Adds a test set with two revisions and an unfinished upload, an evaluation with every option, and one stopped by its limit. */
export async function addEvaluation(world: World) {
  const { call, appId } = world;
  const { id: testsetId } = await call('createTestset', {
    body: { name: 'cases', csvdata: ROWS.slice(0, 1), app_id: appId, labels: LABELS },
  });
  const { id: revisionId } = await call('openTestsetRevision', {
    body: { name: 'cases', content_tag: 'two-rows', app_id: appId },
  });
  await call('addTestsetRows', { testset_revision_id: revisionId, body: { position: 0, rows: ROWS } });
  await call('finishTestsetRevision', { testset_revision_id: revisionId });
  await call('openTestsetRevision', { body: { name: 'coming', content_tag: 'unfinished', app_id: appId } });
  const { id: evaluatorConfigId } = await call('createEvaluatorConfig', {
    body: {
      app_id: appId,
      name: 'exact_match',
      evaluator_key: 'auto_exact_match',
      settings_values: { correct_answer_key: 'correct_answer' },
    },
  });
  const ids = { testsetId, evaluatorConfigId };
  const evaluationId = await evaluate(world, ids, { repeat: 2, max_cost: 5, call_seconds: 60 });
  // Calls each row a third time, which exceeds its cost limit.
  const stoppedId = await evaluate(world, ids, { repeat: 3, max_cost: 0.002 });
  return { ...ids, evaluationId, stoppedId };
}

/** Evaluates the second revision of the test set and waits until nothing runs. */
async function evaluate(
  { call, running, appId, variantId }: World,
  { testsetId, evaluatorConfigId }: { readonly testsetId: string; readonly evaluatorConfigId: string },
  options: EvaluationOptions,
): Promise<string> {
  const [evaluation] = await call('createEvaluations', {
    body: {
      app_id: appId,
      variant_ids: [variantId],
      variant_revisions: [1],
      evaluators_configs: [evaluatorConfigId],
      testset_id: testsetId,
      testset_revision: 2,
      route: '/',
      correct_answer_column: 'correct_answer',
      rate_limit: { batch_size: 1, max_retries: 0, retry_delay: 0, delay_between_batches: 0 },
      options,
      labels: LABELS,
    },
  });
  if (evaluation === undefined) throw new Error('One variant makes one evaluation');
  await running.service.whenIdle();
  return evaluation.id;
}
