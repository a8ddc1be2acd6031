import { ORGANIZATION_ID } from '../../../src/contract/workspaces/workspace.ts';
import { ROUTES, type World } from '../service-world.ts';

/** Inputs of the endpoints that only clients of the public service call. */
export const CLIENT_CASES = {
  // It takes the app's one base, so it needs an app of its own.
  addConfig: async ({ callByAll, nextName, sha256 }: World) => {
    const { app_id } = await callByAll('createApp', { body: { app_name: nextName() } });
    const code = { artifact_sha256: sha256, routes: ROUTES, sdk_version: '0.1.0' };
    await callByAll('createDeployment', { app_id, body: { variant_name: 'default', ...code } });
    return { body: { variant_ref: { slug: nextName() }, application_ref: { id: app_id } } };
  },
  forkConfig: ({ variantId }: World) => ({ body: { variant_ref: { id: variantId } } }),
  commitConfig: async ({ makeVariant }: World) => ({
    body: { config: { params: { words: 30 }, variant_ref: { id: await makeVariant() } } },
  }),
  deployConfig: async ({ makeVariant }: World) => ({
    body: { variant_ref: { id: await makeVariant() }, environment_ref: { slug: 'staging' } },
  }),
  deleteConfig: async ({ makeVariant }: World) => ({ body: { variant_ref: { id: await makeVariant() } } }),
  listConfigs: ({ appId }: World) => ({ body: { application_ref: { id: appId } } }),
  listConfigHistory: ({ variantId }: World) => ({ body: { variant_ref: { id: variantId } } }),
  getBaseConfig: ({ baseId }: World) => ({ base_id: baseId, config_name: 'default' }),
  saveBaseConfig: ({ baseId, nextName }: World) => ({
    body: { base_id: baseId, config_name: nextName(), parameters: { words: 20 }, overwrite: false },
  }),
  getDeployedConfig: async (world: World) => await makeEnvironmentRevision(world),
  revertDeployment: async (world: World) => await makeEnvironmentRevision(world),
  getVariantByEnvironment: ({ appId }: World) => ({ app_id: appId, environment: 'production' }),
  listEvaluationsOfResources: async ({ variantId, makeEvaluation }: World) => {
    await makeEvaluation();
    return { resource_type: 'variant' as const, resource_ids: [variantId] };
  },
  compareEvaluations: async ({ makeEvaluation }: World) => ({
    evaluations_ids: [await makeEvaluation(), await makeEvaluation()].join(','),
  }),
  getServiceUrl: async ({ appId, call, nextName }: World) => {
    const code = { url: 'https://workflow.example/', routes: ROUTES, sdk_version: '0.1.0' };
    const body = { variant_name: nextName(), ...code };
    return { variant_id: (await call('createDeployment', { app_id: appId, body })).variant_id };
  },
  mapEvaluatorInputs: () => ({ body: { inputs: { trace: { a: [1] } }, mapping: { first: 'trace.a[0]' } } }),
  uploadTestset: ({ nextName }: World) => ({
    body: { file: 'text,correct_answer\nhello,greeting\n', testset_name: nextName() },
  }),
  importTestset: ({ nextName }: World) => ({
    body: { endpoint: 'https://testset.example/rows.json', testset_name: nextName() },
  }),
  addVariantFromService: ({ appId, nextName }: World) => ({
    app_id: appId,
    body: {
      variant_name: `${nextName()}.default`,
      url: 'https://workflow.example/',
      base_name: null,
      config_name: null,
    },
  }),
  validateKey: ({ running }: World) => ({ key_prefix: running.keys.viewer.slice(0, 8) }),
  listProjects: () => ({}),
  verifyPermission: () => ({ action: 'run_service', resource_type: 'service', resource_id: 'any' }),
  listOrganizations: () => ({}),
  getOwnOrganization: () => ({}),
  getOrganization: () => ({ organization_id: ORGANIZATION_ID }),
  listWorkspaceRoles: () => ({}),
  listWorkspacePermissions: () => ({}),
};

async function makeEnvironmentRevision({ call, appId }: World) {
  const { revisions } = await call('getEnvironmentRevisions', { app_id: appId, environment_name: 'production' });
  return { deployment_revision_id: revisions.at(-1)?.id ?? '' };
}
