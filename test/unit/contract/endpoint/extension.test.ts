import * as z from 'zod';
import { expect, test } from 'vitest';
import { ENDPOINTS } from '../../../../src/contract/endpoints.ts';
import { extension, extensionsOf, optionalExtension } from '../../../../src/contract/endpoint/extension.ts';
import { toOpenApi } from '../../../../src/contract/openapi/to-open-api.ts';

test('fields of ours are listed by whether another service may ignore them', () => {
  const schema = z.object({
    public: z.string(),
    needed: extension(z.string().optional()),
    ignorable: optionalExtension(z.string().optional()),
  });
  expect(extensionsOf(schema.shape)).toEqual({ needed: ['needed'], ignorable: ['ignorable'] });
  expect(schema.parse({ public: 'a', needed: 'b' })).toEqual({ public: 'a', needed: 'b' });
});

/** Fields of the bodies of the interface, from the seed and the facts page. */
const PUBLIC_FIELDS: Readonly<Record<string, readonly string[]>> = {
  createApp: ['app_name', 'template_key', 'project_id', 'workspace_id', 'organization_id'],
  updateApp: ['app_name'],
  addVariantFromBase: ['base_id', 'new_variant_name', 'new_config_name', 'parameters'],
  updateVariantParameters: ['parameters'],
  fetchConfig: ['variant_ref', 'environment_ref', 'application_ref'],
  addConfig: ['variant_ref', 'application_ref'],
  forkConfig: ['variant_ref', 'environment_ref', 'application_ref'],
  commitConfig: ['config'],
  deployConfig: ['variant_ref', 'environment_ref', 'application_ref'],
  deleteConfig: ['variant_ref', 'application_ref'],
  listConfigs: ['application_ref'],
  listConfigHistory: ['variant_ref', 'application_ref'],
  saveBaseConfig: ['base_id', 'config_name', 'parameters', 'overwrite'],
  deployToEnvironment: ['environment_name', 'variant_id'],
  createEvaluations: [
    'app_id',
    'variant_ids',
    'evaluators_configs',
    'testset_id',
    'rate_limit',
    'lm_providers_keys',
    'correct_answer_column',
  ],
  deleteEvaluations: ['evaluations_ids'],
  mapEvaluatorInputs: ['inputs', 'mapping'],
  runEvaluator: ['inputs', 'settings', 'credentials'],
  createEvaluatorConfig: ['app_id', 'name', 'evaluator_key', 'settings_values'],
  updateEvaluatorConfig: ['name', 'evaluator_key', 'settings_values'],
  createHumanEvaluation: ['app_id', 'variant_ids', 'evaluation_type', 'inputs', 'testset_id', 'status'],
  updateHumanEvaluation: ['status'],
  deleteHumanEvaluations: ['evaluations_ids'],
  updateHumanEvaluationScenario: ['vote', 'score', 'correct_answer', 'outputs', 'inputs', 'is_pinned', 'note'],
  updateHumanScenarioScore: ['score'],
  createTestset: ['name', 'csvdata'],
  uploadTestset: ['file', 'upload_type', 'testset_name'],
  importTestset: ['endpoint', 'testset_name'],
  addVariantFromService: ['variant_name', 'url', 'base_name', 'config_name'],
  updateTestset: ['name', 'csvdata'],
  deleteTestsets: ['testset_ids'],
  createKey: [],
  startVariant: ['action', 'env_vars'],
  restartContainer: ['variant_id'],
  updateOrganization: ['name', 'description', 'updated_at'],
  updateWorkspace: ['name', 'description', 'updated_at'],
  createSecret: ['header', 'secret'],
  updateSecret: ['header', 'secret'],
};

/** Query parameters of the interface. @source facts §2, general rules */
const PUBLIC_PARAMETERS: Readonly<Record<string, readonly string[]>> = {
  listApps: ['app_name'],
  listBases: ['app_id', 'base_name'],
  listEvaluations: ['app_id'],
  listHumanEvaluations: ['app_id'],
  listEvaluatorConfigs: ['app_id'],
  listEvaluationsOfResources: ['resource_type', 'resource_ids'],
  compareEvaluations: ['evaluations_ids'],
  importTestset: ['authorization'],
  getServiceUrl: ['base_id', 'variant_id'],
  updateVariantUrl: ['url'],
  listSpans: ['format', 'focus', 'oldest', 'newest', 'page', 'size', 'filtering', 'next', 'stop'],
  deleteSpans: ['node_id', 'node_ids'],
  getBaseConfig: ['base_id', 'config_name', 'environment_name'],
  getVariantByEnvironment: ['app_id', 'environment'],
  getProfile: ['user_id'],
  verifyPermission: ['action', 'resource_type', 'resource_id'],
};

const PUBLIC_ENDPOINTS = Object.entries(ENDPOINTS).filter(([, { source }]) => source !== 'wf');

test.each(PUBLIC_ENDPOINTS)('%s marks exactly what the interface does not have', (name, { body, query }) => {
  const fields = body instanceof z.ZodObject ? body.shape : {};
  const { needed, ignorable } = extensionsOf(fields);
  expect(Object.keys(fields).filter((field) => ![...needed, ...ignorable].includes(field))).toEqual(
    PUBLIC_FIELDS[name] ?? [],
  );
  const parameters = extensionsOf(query.shape);
  const marked = [...parameters.needed, ...parameters.ignorable];
  expect(Object.keys(query.shape).filter((parameter) => !marked.includes(parameter))).toEqual(
    PUBLIC_PARAMETERS[name] ?? [],
  );
});

test('the OpenAPI document marks fields, parameters and headers', () => {
  const text = JSON.parse(JSON.stringify(toOpenApi()));
  const { schemas, parameters } = text.components;
  expect(schemas.UpdateVariantParameters.properties.unset).toMatchObject({ 'x-wf': true });
  expect(schemas.UpdateVariantParameters.properties.parameters).not.toHaveProperty('x-wf');
  expect(schemas.EnvironmentRevision.properties.evidence).toMatchObject({ 'x-wf': true });
  expect(parameters.IfMatch).toMatchObject({ 'x-wf': true });
  expect(parameters.IdempotencyKey).toMatchObject({ 'x-wf': true });
  const [, revision] = text.paths['/testsets/{testset_id}'].get.parameters;
  expect(revision).toMatchObject({ name: 'revision', 'x-wf': true, schema: { type: 'integer' } });
});
