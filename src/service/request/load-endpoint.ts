import { ENDPOINT_ROUTES } from '../../contract/endpoint-routes.ts';
import type { EndpointName, Feature } from '../../contract/endpoints.ts';
import { BugError } from '../../foundation/errors/wf-error.ts';
import type { Served } from '../operation/served-endpoints.ts';

/**
 * The endpoints of each feature, loaded with its first request: a short command uses two features, and building the
 * schemas of all would take a fifth of its time.
 */
const FEATURES: { readonly [F in Feature]: () => Promise<Readonly<Record<string, Served>>> } = {
  apps: async () => (await import('../apps/endpoints.ts')).apps,
  variants: async () => (await import('../variants/endpoints.ts')).variants,
  environments: async () => (await import('../environments/endpoints.ts')).environments,
  deployments: async () => (await import('../deployments/endpoints.ts')).deployments,
  archives: async () => (await import('../archives/endpoints.ts')).archives,
  evaluations: async () => (await import('../evaluations/endpoints.ts')).evaluations,
  evaluators: async () => (await import('../evaluators/endpoints.ts')).evaluators,
  'human-evaluations': async () => (await import('../human-evaluations/endpoints.ts')).humanEvaluations,
  testsets: async () => (await import('../testsets/endpoints.ts')).testsets,
  keys: async () => (await import('../keys/endpoints.ts')).keys,
  observe: async () => (await import('../observe/endpoints.ts')).observe,
  audit: async () => (await import('../audit/endpoints.ts')).audit,
  retention: async () => (await import('../retention/endpoints.ts')).retention,
  workspaces: async () => (await import('../workspaces/endpoints.ts')).workspaces,
  vault: async () => (await import('../vault/endpoints.ts')).vault,
  traces: async () => (await import('../traces/endpoints.ts')).traces,
};

/** Returns an endpoint with its operation. */
export type LoadEndpoint = (name: EndpointName) => Promise<Served>;

/** Creates the function that loads an endpoint with the others of its feature. */
export function createEndpointLoader(): LoadEndpoint {
  const loading = new Map<Feature, ReturnType<(typeof FEATURES)[Feature]>>();
  return async (name) => {
    const { feature } = ENDPOINT_ROUTES[name];
    const loaded = loading.get(feature) ?? FEATURES[feature]();
    loading.set(feature, loaded);
    const served = (await loaded)[name];
    if (served === undefined) throw new BugError(`${feature} does not serve ${name}.`);
    return served;
  };
}

/** Loads all endpoints: a service that runs for long must not depend on files that an update replaces. */
export async function loadAllEndpoints(): Promise<void> {
  await Promise.all(Object.values(FEATURES).map(async (load) => await load()));
}
