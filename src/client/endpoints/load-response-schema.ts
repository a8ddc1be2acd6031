import type * as z from 'zod';
import type { Endpoint } from '../../contract/endpoint/endpoint.ts';
import { ENDPOINT_ROUTES } from '../../contract/endpoint-routes.ts';
import type { EndpointName, Feature } from '../../contract/endpoints.ts';
import { BugError } from '../../foundation/errors/wf-error.ts';

type Endpoints = Readonly<Record<string, Endpoint>>;

/** The endpoints of each feature, loaded with the first answer: building the schemas of all takes longer than a request. */
const FEATURES: { readonly [F in Feature]: () => Promise<Endpoints> } = {
  apps: async () => (await import('../../contract/apps/app.ts')).appEndpoints,
  variants: async () => (await import('../../contract/variants/endpoints.ts')).variantEndpoints,
  environments: async () => ({
    ...(await import('../../contract/variants/config-endpoints.ts')).configEndpoints,
    ...(await import('../../contract/environments/endpoints.ts')).environmentEndpoints,
  }),
  deployments: async () => {
    const { deploymentEndpoints, runningCodeEndpoints } = await import('../../contract/deployments/endpoints.ts');
    return { ...deploymentEndpoints, ...runningCodeEndpoints };
  },
  archives: async () => (await import('../../contract/archives/archive.ts')).archiveEndpoints,
  evaluations: async () => (await import('../../contract/evaluations/endpoints.ts')).evaluationEndpoints,
  evaluators: async () => (await import('../../contract/evaluators/evaluator.ts')).evaluatorEndpoints,
  'human-evaluations': async () => {
    const { humanEvaluationEndpoints, humanVoteEndpoints } =
      await import('../../contract/human-evaluations/endpoints.ts');
    return { ...humanEvaluationEndpoints, ...humanVoteEndpoints };
  },
  testsets: async () => (await import('../../contract/testsets/endpoints.ts')).testsetEndpoints,
  keys: async () => (await import('../../contract/keys/key.ts')).keyEndpoints,
  observe: async () => (await import('../../contract/observe/health.ts')).observeEndpoints,
  audit: async () => (await import('../../contract/audit/audit-entry.ts')).auditEndpoints,
  retention: async () => (await import('../../contract/retention/retention.ts')).retentionEndpoints,
  workspaces: async () => (await import('../../contract/workspaces/endpoints.ts')).workspaceEndpoints,
  vault: async () => (await import('../../contract/vault/secret.ts')).vaultEndpoints,
  traces: async () => (await import('../../contract/traces/span.ts')).traceEndpoints,
};

/** Loads the schema of an endpoint's response, with the others of its feature. */
export async function loadResponseSchema(name: EndpointName): Promise<z.ZodType> {
  const { [name]: endpoint } = await FEATURES[ENDPOINT_ROUTES[name].feature]();
  const response = endpoint?.response ?? null;
  if (response === null || !('safeParse' in response)) throw new BugError(`The response of ${name} has no schema.`);
  return response;
}
