import { VOTING_PATH } from '../../../src/contract/human-evaluations/voting.ts';
import { serveVoting } from '../../../src/service/human-evaluations/voting/serve-voting.ts';
import type { World } from '../service-world.ts';
import { TEST_SECRETS } from '../start-service.ts';

/** Adds a comparison with generated outputs and votes through a link, and a single-variant test scored with a key. */
export async function addHumanEvaluations(world: World, testsetId: string) {
  const { call, appId, variantId } = world;
  const shared = { app_id: appId, inputs: ['text'], testset_id: testsetId, status: 'EVALUATION_INITIALIZED' as const };
  const rate_limit = { batch_size: 1, max_retries: 0, retry_delay: 0, delay_between_batches: 0 };
  const { id: comparisonId } = await call('createHumanEvaluation', {
    body: {
      ...shared,
      variant_ids: [variantId, await world.makeVariant()],
      evaluation_type: 'human_a_b_testing',
      generate: { rate_limit },
    },
  });
  const { code: voterCode } = await call('createHumanVoter', { evaluation_id: comparisonId, body: { name: 'ana' } });
  const voter = await joinByLink(world, { comparisonId, voterCode });
  await voter('PUT', '/cases/1', { choice: 'first', note: 'Clear' });
  const { id } = await call('createHumanEvaluation', {
    body: { ...shared, variant_ids: [variantId], evaluation_type: 'single_model_test' },
  });
  const [scenario] = await call('listHumanEvaluationScenarios', { evaluation_id: id });
  await call('updateHumanEvaluationScenario', {
    evaluation_id: id,
    evaluation_scenario_id: scenario?.id ?? '',
    evaluation_type: 'single_model_test',
    body: { score: 70, note: 'short', is_pinned: true, outputs: [{ variant_id: variantId, variant_output: 'HELLO' }] },
  });
  return { comparisonId, voterCode, scoredScenarioId: scenario?.id ?? '' };
}

interface VoterLink {
  readonly comparisonId: string;
  readonly voterCode: string;
}

/** Joins as the page behind a voter's link does, and returns a function that sends that page's requests. */
export async function joinByLink(
  { running }: Pick<World, 'running'>,
  { comparisonId, voterCode }: VoterLink,
): Promise<(method: string, path: string, body?: object) => Promise<Response>> {
  const part = serveVoting({ store: running.store, secrets: TEST_SECRETS });
  let cookie = '';
  const send = async (method: string, path: string, body?: object) => {
    const url = `http://wf.test${VOTING_PATH}/${comparisonId}${path}`;
    const given = body === undefined ? {} : { body: JSON.stringify(body) };
    const response = await part(new Request(url, { method, headers: { cookie }, ...given }));
    if (response?.ok !== true) throw new Error(`${method} ${path} answered ${response?.status}`);
    return response;
  };
  const joined = await send('POST', '/session', { code: voterCode });
  cookie = joined.headers.get('set-cookie')?.split(';')[0] ?? '';
  return send;
}
