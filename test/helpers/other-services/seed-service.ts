import type { AppVariantResponse } from '../../../src/contract/variants/variant.ts';
import { type Handlers, type JsonService, Refused, requireFields, startJsonService } from './json-service.ts';
import { FOREIGN } from './own-fields.ts';

/** A service with the five endpoints of the seed and nothing else. */
export interface SeedService extends JsonService {
  readonly variants: AppVariantResponse[];
}

const STAMPS = { created_at: '2026-01-01T00:00:00Z', updated_at: '2026-01-01T00:00:00Z' };
const IN_PROJECT = { app_id: 'app-1', project_id: 'project-1' };

/**
 * Starts it with the app `app-1`. Its ids are words, because the seed gives them no format, and the status of its
 * evaluation is in the type, as the seed's section 3 says. It refuses unknown parameters of a query, and its records have fields of its own under
 * names of ours.
 */
export async function startSeedService(): Promise<SeedService> {
  const variants: AppVariantResponse[] = [variant('default', { words: 50, tone: 'plain' })];
  const handlers: Handlers = {
    'GET /apps/{app_id}/variants': ({ at }) => (at('app_id') === 'app-1' ? variants : unknown('app', at('app_id'))),
    'POST /variants/from-base': ({ body }) => {
      requireFields(body, 'base_id', 'new_variant_name', 'new_config_name', 'parameters');
      const { base_id, new_variant_name: name, parameters } = body;
      if (base_id !== 'base-1') throw new Refused(400, { detail: `There is no base ${String(base_id)}` });
      // The seed's body has these types.
      const added = variant(name as string, parameters as Record<string, unknown>);
      variants.push(added);
      return added;
    },
    'GET /apps/{app_id}/revisions/{environment_name}': ({ at }) =>
      at('environment_name') === 'production' ? PRODUCTION : unknown('environment', at('environment_name')),
    'GET /evaluations/{evaluation_id}': ({ at }) =>
      at('evaluation_id') === 'evaluation-1' ? EVALUATION : unknown('evaluation', at('evaluation_id')),
    'GET /human-evaluations': () => [HUMAN_EVALUATION],
  };
  const service = await startJsonService(handlers, FOREIGN);
  return Object.assign(service, { variants });
}

function unknown(kind: string, id: string): never {
  throw new Refused(404, { detail: `There is no ${kind} ${id}` });
}

function variant(name: string, parameters: Record<string, unknown>): AppVariantResponse {
  return {
    ...IN_PROJECT,
    ...STAMPS,
    app_name: 'support',
    variant_id: `variant-${name}`,
    variant_name: name,
    parameters,
    base_name: 'main',
    base_id: 'base-1',
    config_name: name,
    uri: null,
    revision: 1,
  };
}

const PRODUCTION = {
  ...IN_PROJECT,
  name: 'production',
  deployed_app_variant_id: 'variant-default',
  deployed_variant_name: 'default',
  deployed_app_variant_revision_id: 'revision-1',
  revision: 1,
  revisions: [
    {
      id: 'deployment-1',
      revision: 1,
      modified_by: 'ana',
      deployed_app_variant_revision: 'revision-1',
      deployment: null,
      created_at: STAMPS.created_at,
    },
  ],
};

const EVALUATION = {
  ...IN_PROJECT,
  ...STAMPS,
  id: 'evaluation-1',
  variant_ids: ['variant-default'],
  variant_names: ['default'],
  variant_revision_ids: ['revision-1'],
  revisions: ['1'],
  testset_id: 'testset-1',
  testset_name: 'cases',
  status: { type: 'EVALUATION_FINISHED' },
  aggregated_results: [
    {
      evaluator_config: {
        id: 'evaluator-1',
        name: 'exact match',
        project_id: 'project-1',
        evaluator_key: 'auto_exact_match',
        created_at: STAMPS.created_at,
        updated_at: STAMPS.updated_at,
      },
      result: { type: 'number', value: 0.75 },
    },
  ],
  average_cost: { type: 'cost', value: 0.01 },
};

const HUMAN_EVALUATION = {
  ...IN_PROJECT,
  ...STAMPS,
  id: 'human-1',
  evaluation_type: 'single_model_test',
  variant_ids: ['variant-default'],
  variant_names: ['default'],
  variants_revision_ids: ['revision-1'],
  revisions: ['1'],
  testset_id: 'testset-1',
  testset_name: 'cases',
  status: 'EVALUATION_FINISHED',
};
