import { readExport } from './read-export.ts';
import type { EndpointCases } from './endpoint-cases.ts';
import { appendLogs } from '../../../src/service/deployments/queries/deployments.ts';
import { CLIENT_CASES } from './client-cases.ts';
import { EVALUATION_CASES } from './evaluation-cases.ts';
import { HUMAN_EVALUATION_CASES } from './human-evaluation-cases.ts';
import { LABEL_CASES } from './label-cases.ts';
import { archiveOf } from '../archive.ts';
import { BUNDLE, NARROWED, ROUTES, type World } from '../service-world.ts';

/** A valid input for every endpoint. An endpoint without a case does not compile. */
export const CASES: EndpointCases = {
  ...CLIENT_CASES,
  ...EVALUATION_CASES,
  ...HUMAN_EVALUATION_CASES,
  ...LABEL_CASES,
  createApp: ({ nextName }) => ({ body: { app_name: nextName() } }),
  listApps: () => ({ app_name: 'support', limit: 10 }),
  updateApp: async ({ call, nextName }) => {
    const { app_id } = await call('createApp', { body: { app_name: nextName() } });
    return { app_id, body: { app_name: nextName() } };
  },
  deleteApp: async ({ call, nextName }) => ({
    app_id: (await call('createApp', { body: { app_name: nextName() } })).app_id,
  }),
  countAppRecords: ({ appId }) => ({ app_id: appId }),
  watchApp: ({ appId }) => ({ app_id: appId }),
  listAppVariants: ({ appId }) => ({ app_id: appId }),
  listAppEnvironments: ({ appId }) => ({ app_id: appId }),
  getEnvironmentRevisions: ({ appId }) => ({ app_id: appId, environment_name: 'production' }),
  listBases: ({ appId }) => ({ app_id: appId }),
  addVariantFromBase: ({ baseId, nextName }) => ({
    body: {
      base_id: baseId,
      new_variant_name: nextName(),
      new_config_name: nextName(),
      parameters: { model: 'large' },
    },
  }),
  getVariant: ({ variantId }) => ({ variant_id: variantId }),
  updateVariantParameters: async ({ makeVariant }) => ({
    variant_id: await makeVariant(),
    body: { parameters: { words: 30 } },
  }),
  deleteVariant: async ({ makeVariant }) => ({ variant_id: await makeVariant() }),
  listVariantRevisions: ({ variantId }) => ({ variant_id: variantId }),
  getVariantRevision: ({ variantId }) => ({ variant_id: variantId, revision: 1 }),
  fetchConfig: ({ appId }) => ({ body: { application_ref: { id: appId, slug: null, version: null } } }),
  deployToEnvironment: async ({ makeVariant }) => ({
    body: { environment_name: 'staging', variant_id: await makeVariant() },
  }),
  rollbackEnvironment: async ({ appId, makeVariant, call }) => {
    await call('deployToEnvironment', { body: { environment_name: 'production', variant_id: await makeVariant() } });
    return { environment_name: 'production', body: { app_id: appId, revision: 1 } };
  },
  protectEnvironment: ({ appId }) => ({
    app_id: appId,
    environment_name: 'development',
    body: { gate: { name: 'release.gate.yaml', content: 'rules: [{ metric: exact_match, minimum: 0.8 }]' } },
  }),
  exportTable: ({ appId }) => ({ app_id: appId, table: 'environment_revisions', limit: 10 }),
  createImport: () => ({ body: archiveOf().manifest }),
  putImportPage: async ({ call }) => {
    const { manifest, pages } = archiveOf();
    const { import_id } = await call('createImport', { body: manifest });
    return { import_id, table: 'apps', page: 1, body: pages[0]?.bytes ?? new Uint8Array() };
  },
  commitImport: async ({ call }) => {
    const { manifest, pages } = archiveOf();
    const { import_id } = await call('createImport', { body: manifest });
    for (const { table, page, bytes } of pages) await call('putImportPage', { import_id, table, page, body: bytes });
    return { import_id };
  },
  deleteImport: async ({ call }) => await call('createImport', { body: archiveOf().manifest }),
  putArtifact: ({ sha256 }) => ({ sha256, body: BUNDLE }),
  getArtifact: ({ sha256 }) => ({ sha256 }),
  headArtifact: ({ sha256 }) => ({ sha256 }),
  listMissingArtifacts: ({ sha256 }) => ({ body: { sha256: [sha256, '0'.repeat(64)] } }),
  createDeployment: ({ appId, sha256, nextName }) => ({
    app_id: appId,
    body: { variant_name: nextName(), artifact_sha256: sha256, routes: ROUTES, sdk_version: '0.1.0' },
  }),
  checkDeployment: async ({ appId, makeVariant }) => {
    await makeVariant();
    return {
      app_id: appId,
      body: { variant_name: 'default', routes: NARROWED, environment: 'staging', migrations: ['clamp:words'] },
    };
  },
  listDeployments: ({ appId }) => ({ app_id: appId, base_name: 'main' }),
  listRoutes: ({ appId }) => ({ app_id: appId }),
  listVariables: async ({ appId, call, nextName }) => {
    const variable_name = nextName().replace('-', '_');
    await call('setVariable', { app_id: appId, variable_name, body: { value: 'secret' } });
    return { app_id: appId };
  },
  setVariable: ({ appId }) => ({ app_id: appId, variable_name: 'MODEL_KEY', body: { value: 'secret' } }),
  deleteVariable: async ({ appId, call, nextName }) => {
    const variable_name = nextName().replace('-', '_');
    await call('setVariable', { app_id: appId, variable_name, body: { value: 'secret' } });
    return { app_id: appId, variable_name };
  },
  listEnvironmentVariables: async (world) => await makeEnvironmentVariable(world),
  setEnvironmentVariable: ({ appId }) => ({
    app_id: appId,
    environment_name: 'production',
    variable_name: 'MODEL_KEY',
    body: { value: 'secret' },
  }),
  deleteEnvironmentVariable: async (world) => await makeEnvironmentVariable(world),
  listLogs: async ({ appId, running }) => {
    const line = { at: new Date().toISOString(), stream: 'stdout', text: 'hello' } as const;
    await appendLogs(running.store.db, appId, [line]);
    return { app_id: appId };
  },
  listEvaluators: () => ({}),
  runEvaluator: () => ({
    evaluator_key: 'auto_exact_match',
    body: { inputs: { prediction: 'a', ground_truth: 'a' }, settings: {} },
  }),
  listEvaluatorConfigs: async ({ appId, makeEvaluatorConfig }) => {
    await makeEvaluatorConfig();
    return { app_id: appId };
  },
  createEvaluatorConfig: ({ appId, nextName }) => ({
    body: {
      app_id: appId,
      name: nextName(),
      evaluator_key: 'auto_contains',
      settings_values: { substring: 'hello' },
    },
  }),
  getEvaluatorConfig: async ({ makeEvaluatorConfig }) => ({ evaluator_config_id: await makeEvaluatorConfig() }),
  updateEvaluatorConfig: async ({ makeEvaluatorConfig, nextName }) => ({
    evaluator_config_id: await makeEvaluatorConfig(),
    body: { name: nextName() },
  }),
  deleteEvaluatorConfig: async ({ makeEvaluatorConfig }) => ({ evaluator_config_id: await makeEvaluatorConfig() }),
  createTestset: ({ nextName }) => ({ body: { name: nextName(), csvdata: [{ text: 'hello' }] } }),
  listTestsets: async ({ makeTestset }) => {
    await makeTestset();
    return {};
  },
  getTestset: async ({ makeTestset }) => ({ testset_id: await makeTestset() }),
  updateTestset: async ({ makeTestset, nextName }) => ({
    testset_id: await makeTestset(),
    body: { name: nextName(), csvdata: [] },
  }),
  listTestsetRows: async ({ makeTestset }) => ({ testset_id: await makeTestset(), limit: 1 }),
  listTestsetRevisions: async ({ makeTestset }) => ({ testset_id: await makeTestset() }),
  openTestsetRevision: ({ nextName }) => ({ body: { name: nextName(), content_tag: 'tag' } }),
  addTestsetRows: async ({ call, nextName }) => {
    const { id } = await call('openTestsetRevision', { body: { name: nextName() } });
    return { testset_revision_id: id, body: { position: 0, rows: [{ text: 'hello' }] } };
  },
  finishTestsetRevision: async ({ call, nextName }) => {
    const { id } = await call('openTestsetRevision', { body: { name: nextName() } });
    await call('addTestsetRows', { testset_revision_id: id, body: { position: 0, rows: [{ text: 'hello' }] } });
    return { testset_revision_id: id };
  },
  deleteTestsets: async ({ makeTestset }) => ({ body: { testset_ids: [await makeTestset()] } }),
  getReadiness: () => ({}),
  getHealth: () => ({}),
  getOpenApi: () => ({}),
  getProfile: () => ({}),
  listKeys: () => ({}),
  listStatus: () => ({ since: '2026-01-01T00:00:00Z' }),
  listAuditEntries: () => ({ tail: 5 }),
  listEvaluationCosts: ({ appId }) => ({ app_id: appId, since: '2026-01-01T00:00:00Z' }),
  getUsage: ({ appId }) => ({ app_id: appId }),
  prune: ({ appId }) => ({ body: { app_id: appId, older_than_seconds: 86_400 } }),
  getRetention: ({ appId }) => ({ app_id: appId }),
  setRetention: ({ appId }) => ({ body: { app_id: appId, keep: { logs: 86_400, evaluations: null } } }),
  exportAuditLog: async ({ call }) => ({ body: await readExport(call) }),
  listWebhooks: async (world) => {
    await makeWebhook(world);
    return {};
  },
  createWebhook: ({ appId }) => ({ body: { url: WEBHOOK_URL, app_id: appId, events: ['evaluation.failed'] } }),
  deleteWebhook: makeWebhook,
  testWebhook: makeWebhook,
  listWebhookDeliveries: async (world) => {
    const webhook = await makeWebhook(world);
    await world.callByAll('testWebhook', webhook);
    return webhook;
  },
  createKey: ({ nextName }) => ({ body: { name: nextName(), role: 'viewer' } }),
  deleteKey: async ({ call, nextName }) => {
    const key = await call('createKey', { body: { name: nextName() } });
    return { key_prefix: key.slice(0, 8) };
  },
};

const WEBHOOK_URL = 'https://hooks.example/wf';

async function makeWebhook({ callByAll }: World): Promise<{ webhook_id: string }> {
  return { webhook_id: (await callByAll('createWebhook', { body: { url: WEBHOOK_URL } })).id };
}

async function makeEnvironmentVariable({ appId, call, nextName }: World) {
  const variable_name = nextName().replace('-', '_');
  const variable = { app_id: appId, environment_name: 'staging', variable_name };
  await call('setEnvironmentVariable', { ...variable, body: { value: 'secret' } });
  return variable;
}
