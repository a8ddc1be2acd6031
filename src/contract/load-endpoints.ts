import type { Endpoint } from './endpoint/endpoint.ts';
import type { Feature } from './endpoints.ts';

/** Loads the endpoints of a feature, with their schemas. */
export async function loadEndpoints(feature: Feature): Promise<Endpoints> {
  return await FEATURES[feature]();
}

type Endpoints = Readonly<Record<string, Endpoint>>;

/** The endpoints of each feature, loaded when first needed: building the schemas of all takes longer than a request. */
const FEATURES: { readonly [F in Feature]: () => Promise<Endpoints> } = {
  apps: async () => (await import('./apps/app.ts')).appEndpoints,
  variants: async () => (await import('./variants/variant.ts')).variantEndpoints,
  environments: async () => ({
    ...(await import('./variants/config-endpoints.ts')).configEndpoints,
    ...(await import('./environments/environment.ts')).environmentEndpoints,
    ...(await import('./environments/variables.ts')).variableEndpoints,
    ...(await import('./environments/status.ts')).statusEndpoints,
  }),
  deployments: async () => {
    const { deploymentEndpoints, runningCodeEndpoints } = await import('./deployments/endpoints.ts');
    return { ...deploymentEndpoints, ...runningCodeEndpoints };
  },
  archives: async () => (await import('./archives/archive.ts')).archiveEndpoints,
  evaluations: async () => (await import('./evaluations/endpoints.ts')).evaluationEndpoints,
  evaluators: async () => (await import('./evaluators/evaluator.ts')).evaluatorEndpoints,
  'human-evaluations': async () => {
    const { humanEvaluationEndpoints, humanVoteEndpoints } = await import('./human-evaluations/endpoints.ts');
    return { ...humanEvaluationEndpoints, ...humanVoteEndpoints };
  },
  testsets: async () => (await import('./testsets/testset.ts')).testsetEndpoints,
  keys: async () => (await import('./keys/key.ts')).keyEndpoints,
  observe: async () => (await import('./observe/health.ts')).observeEndpoints,
  audit: async () => (await import('./audit/audit-entry.ts')).auditEndpoints,
  retention: async () => (await import('./retention/retention.ts')).retentionEndpoints,
  workspaces: async () => (await import('./workspaces/workspace.ts')).workspaceEndpoints,
  vault: async () => (await import('./vault/secret.ts')).vaultEndpoints,
  traces: async () => (await import('./traces/span.ts')).traceEndpoints,
  webhooks: async () => (await import('./webhooks/webhook.ts')).webhookEndpoints,
};
