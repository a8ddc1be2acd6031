import { readFileSync } from 'node:fs';
import { ORGANIZATION_ID, WORKSPACE_ID } from '../../../src/contract/workspaces/workspace.ts';
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
  getServiceUrl: async (world: World) => ({ variant_id: await deployAddress(world) }),
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
  updateOrganization: () => ({ organization_id: ORGANIZATION_ID, body: { name: 'Northwind', description: 'Support' } }),
  updateWorkspace: () => ({
    organization_id: ORGANIZATION_ID,
    workspace_id: WORKSPACE_ID,
    body: { name: 'Helpers', updated_at: '2026-11-23T09:00:00Z' },
  }),
  listWorkspaceRoles: () => ({}),
  listWorkspacePermissions: () => ({}),
  startVariant: async (world: World) => ({
    variant_id: await deployAddress(world),
    body: { action: { action: 'START' as const }, env_vars: null },
  }),
  restartContainer: ({ variantId }: World) => ({ body: { variant_id: variantId } }),
  updateVariantUrl: async (world: World) => ({
    variant_id: await deployAddress(world),
    url: 'https://elsewhere.example/',
  }),
  getVariantLogs: ({ variantId }: World) => ({ variant_id: variantId }),
  listSecrets: async (world: World) => {
    await makeSecret(world);
    return {};
  },
  createSecret: () => ({ body: SECRET }),
  getSecret: async (world: World) => ({ secret_id: await makeSecret(world) }),
  updateSecret: async (world: World) => ({
    secret_id: await makeSecret(world),
    body: { header: { name: 'judges', description: null } },
  }),
  getSpanStatus: () => ({}),
  receiveSpans: () => ({ body: SPANS }),
  listSpans: async (world: World) => {
    await world.callByAll('receiveSpans', { body: SPANS });
    return { size: 10 };
  },
  deleteSpans: async (world: World) => {
    await world.callByAll('receiveSpans', { body: SPANS });
    return { node_id: '00f067aa0ba902b7' };
  },
  deleteSecret: async (world: World) => ({ secret_id: await makeSecret(world) }),
};

const SPANS = readFileSync('test/fixtures/otlp/request.pb');

const SECRET = {
  header: { name: 'ours', description: 'For judges' },
  secret: { kind: 'provider_key' as const, data: { provider: 'openai' as const, key: 'sk-test' } },
};

async function makeSecret({ callByAll }: World): Promise<string> {
  return (await callByAll('createSecret', { body: SECRET })).id;
}

async function deployAddress({ appId, call, nextName }: World): Promise<string> {
  const code = { url: 'https://workflow.example/', routes: ROUTES, sdk_version: '0.1.0' };
  const name = nextName();
  const body = { variant_name: name, base_name: name, ...code };
  return (await call('createDeployment', { app_id: appId, body })).variant_id;
}

/** A revision that is not the current one: going back to that changes nothing. */
async function makeEnvironmentRevision({ call, appId, makeVariant }: World) {
  const body = { environment_name: 'production', variant_id: await makeVariant() };
  await call('deployToEnvironment', { body });
  const { revisions } = await call('getEnvironmentRevisions', { app_id: appId, environment_name: 'production' });
  return { deployment_revision_id: revisions[0]?.id ?? '' };
}
