import type { World } from '../service-world.ts';

/** Inputs of the endpoints that label and archive records. */
export const LABEL_CASES = {
  updateVariantMetadata: async ({ makeVariant }: World) => ({
    variant_id: await makeVariant(),
    body: { labels: { team: 'search' }, unset: ['owner'] },
  }),
  updateEvaluationMetadata: async ({ makeEvaluation }: World) => ({
    evaluation_id: await makeEvaluation(),
    body: { labels: { team: 'search' } },
  }),
  updateTestsetMetadata: async ({ makeTestset }: World) => ({
    testset_id: await makeTestset(),
    body: { labels: { team: 'search' } },
  }),
};
