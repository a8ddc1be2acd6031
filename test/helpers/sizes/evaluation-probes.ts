import { expect } from 'vitest';
import { COMPARED_ROW_COUNT, CONDITIONS, EVALUATION_CALLS, REPEATS } from '../../../src/foundation/sizes.ts';
import type { World } from '../service-world.ts';
import { type Probe, refusedBy } from './probe.ts';

/** Limits on what an evaluation is asked for. */
export const EVALUATION_PROBES = {
  EVALUATION_CALLS: (world) => beyond(world, EVALUATION_CALLS.most, (count) => ({ batch_size: count })),
  REPEATS: (world) => beyond(world, REPEATS.most, (count) => ({ options: { repeat: count } })),
  CONDITIONS: (world) =>
    beyond(world, CONDITIONS.most, (count) => ({
      options: { subset: { where: Array<string>(count).fill('text=hello') } },
    })),
  async COMPARED_ROW_COUNT(world) {
    const { running, call, nextName } = world;
    const csvdata = Array.from({ length: COMPARED_ROW_COUNT.most + 1 }, () => ({ text: 'a' }));
    const { id } = await call('createTestset', { body: { name: nextName(), csvdata } });
    const evaluation = await world.makeEvaluation(id);
    const path = `/evaluations/evaluation_scenarios/comparison-results?evaluations_ids=${evaluation}`;
    return await refusedBy(await running.send('GET', path));
  },
} satisfies Record<string, Probe>;

interface Asked {
  readonly batch_size?: number;
  readonly options?: unknown;
}

/** Plans evaluations, one of them beyond. */
async function beyond(world: World, most: number, ask: (count: number) => Asked) {
  const testset_id = await world.makeTestset();
  const send = async (count: number) => {
    const { batch_size = 1, options = null } = ask(count);
    const rate_limit = { batch_size, max_retries: 0, retry_delay: 0, delay_between_batches: 0 };
    const { running, appId, variantId } = world;
    const body = { app_id: appId, variant_ids: [variantId], evaluators_configs: [], testset_id, rate_limit, options };
    return await running.send('POST', '/evaluations/plan', { body });
  };
  const taken = await send(most);
  expect(taken.ok, await taken.text()).toBe(true);
  return await refusedBy(await send(most + 1));
}
