import type { AppVariantResponse } from '../../../src/contract/variants/variant.ts';
import type { EnvironmentOutput } from '../../../src/contract/environments/environment.ts';
import type { RouteSchema } from '../../../src/contract/deployments/route-schema.ts';

export const TIME = '2026-11-20T11:00:00Z';
export const LONG = 'a-name-that-is-much-longer-than-any-column-of-a-table-on-a-small-screen';

/** A page of a list, with the number of all records and the cursor of the next page. */
export function pageOf(items: readonly object[], { total = items.length, cursor = '' } = {}): Response {
  const link = cursor === '' ? {} : { link: `</list?cursor=${cursor}>; rel="next"` };
  return Response.json(items, { headers: { 'wf-total-count': String(total), ...link } });
}

export function variantOf(variant: Partial<AppVariantResponse> = {}): AppVariantResponse {
  return {
    app_id: 'app-1',
    app_name: 'support',
    variant_id: 'variant-1',
    variant_name: 'default',
    project_id: 'project-1',
    parameters: { tone: 'kind', words: 20 },
    base_name: 'app',
    base_id: 'base-1',
    config_name: 'default',
    uri: null,
    revision: 2,
    created_at: TIME,
    updated_at: TIME,
    ...variant,
  };
}

export function environmentOf(environment: Partial<EnvironmentOutput> = {}): EnvironmentOutput {
  return {
    name: 'production',
    app_id: 'app-1',
    project_id: 'project-1',
    deployed_app_variant_id: 'variant-1',
    deployed_variant_name: 'default',
    deployed_app_variant_revision_id: 'revision-1',
    revision: 3,
    ...environment,
  };
}

export function routeOf(route: Partial<RouteSchema> = {}): RouteSchema {
  return {
    path: '/',
    name: 'answer',
    config: {
      type: 'object',
      properties: {
        tone: { type: 'string', default: 'plain', title: 'Tone', description: 'How it sounds.' },
        words: { type: 'integer', default: 50, minimum: 1, maximum: 100 },
      },
    },
    input: { type: 'object', properties: { question: { type: 'string' } }, required: ['question'] },
    output: null,
    defaults: { tone: 'plain', words: 50 },
    ...route,
  };
}
