import type { HumanEvaluation } from '../../src/contract/human-evaluations/human-evaluation.ts';
import type { World } from './service-world.ts';
import { seen } from './open-world.ts';

/** Creates a human evaluation of one variant, unless the changes say otherwise. */
export const createHuman = async (world: World, changes: Record<string, unknown> = {}) =>
  await seen(
    await world.running.send('POST', '/human-evaluations', {
      body: {
        app_id: world.appId,
        variant_ids: [world.variantId],
        evaluation_type: 'single_model_test',
        inputs: ['text'],
        testset_id: await world.makeTestset(),
        status: 'EVALUATION_INITIALIZED',
        ...changes,
      },
    }),
  );

/** A human evaluation of two variants, its cases, and a function to vote on them. */
export async function compareTwo(world: World) {
  const variant_ids = [world.variantId, await world.makeVariant()] as const;
  const [, body] = await createHuman(world, { variant_ids, evaluation_type: 'human_a_b_testing' });
  const { id: evaluation_id } = body as HumanEvaluation;
  const scenarios = await world.call('listHumanEvaluationScenarios', { evaluation_id });
  const put = (place: number, change: Record<string, unknown>, key?: string) =>
    world.running.send(
      'PUT',
      `/human-evaluations/${evaluation_id}/evaluation_scenario/${scenarios[place]?.id ?? ''}/human_a_b_testing`,
      { body: change, ...(key === undefined ? {} : { key }) },
    );
  const vote = async (place: number, given: string, key?: string) => (await put(place, { vote: given }, key)).status;
  return { evaluation_id, variant_ids, put, vote };
}
