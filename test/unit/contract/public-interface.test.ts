import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { extension, extensionsOf, optionalExtension } from '../../../src/contract/endpoint/endpoint.ts';
import { ENDPOINTS } from '../../../src/contract/endpoints.ts';
import { EnvironmentRevision, EnvironmentRevisions } from '../../../src/contract/environments/environment.ts';
import { AggregatedResult, Evaluation } from '../../../src/contract/evaluations/evaluation.ts';
import { Result, ResultError } from '../../../src/contract/evaluations/result.ts';
import { EvaluatorConfig } from '../../../src/contract/evaluators/evaluator.ts';
import { HumanEvaluation } from '../../../src/contract/human-evaluations/human-evaluation.ts';
import { toOpenApi } from '../../../src/contract/openapi/to-open-api.ts';
import { ValidationError, ValidationErrorItem } from '../../../src/contract/validation/validation-error.ts';
import { AddVariantFromBasePayload, AppVariantResponse } from '../../../src/contract/variants/variant.ts';

/** The seed's tables, transcribed: `!` required, `?` optional, `~` nullable. */
const SEED: Record<string, readonly [z.ZodObject, string]> = {
  '2.1 Evaluation': [
    Evaluation,
    `id! app_id! project_id! variant_ids! variant_names! variant_revision_ids! revisions! testset_id?~ testset_name?~
     status! aggregated_results! average_cost?~ total_cost?~ average_latency?~ created_at! updated_at!`,
  ],
  '2.2 Result': [Result, 'type! value?~ error?~'],
  '2.2 Error': [ResultError, 'message! stacktrace?~'],
  '2.3 AggregatedResult': [AggregatedResult, 'evaluator_config! result!'],
  '2.3 EvaluatorConfig': [
    EvaluatorConfig,
    'id! name! project_id! evaluator_key! settings_values?~ created_at! updated_at!',
  ],
  '2.4 AppVariantResponse': [
    AppVariantResponse,
    `app_id! app_name! variant_id! variant_name! project_id! parameters!~ base_name! base_id! config_name! uri!~ revision!
     created_at?~ updated_at?~ modified_by_id?~ organization_id?~ workspace_id?~`,
  ],
  '2.5 AddVariantFromBasePayload': [
    AddVariantFromBasePayload,
    'base_id! new_variant_name! new_config_name! parameters!',
  ],
  '2.6 Environment revisions': [
    EnvironmentRevisions,
    `name! app_id! project_id! deployed_app_variant_id!~ deployed_variant_name!~ deployed_app_variant_revision_id!~
     revision!~ revisions! organization_id?~ workspace_id?~`,
  ],
  '2.6 EnvironmentRevision': [
    EnvironmentRevision,
    'id! revision! modified_by! deployed_app_variant_revision!~ deployment!~ created_at!',
  ],
  '2.7 HumanEvaluation': [
    HumanEvaluation,
    `id! app_id! project_id! evaluation_type! variant_ids! variant_names! variants_revision_ids! revisions! testset_id!
     testset_name! status! created_at! updated_at!`,
  ],
  '2.8 ValidationError': [ValidationError, 'detail?'],
  '2.8 ValidationErrorItem': [ValidationErrorItem, 'loc! msg! type!'],
};

/** What we add to the seed's records: optional and nullable, each of them, so that no other service needs to send it. */
const OURS: Readonly<Record<string, readonly string[]>> = {
  '2.1 Evaluation': ['route?~', 'bundle?~', 'variables?~', 'cluster_by?~', 'subset?~'],
  '2.2 Error': ['code?~', 'model_answer?~'],
  '2.3 AggregatedResult': ['code?~'],
  '2.4 AppVariantResponse': ['labels?~', 'archived_at?~', 'set_parameters?~'],
  '2.5 AddVariantFromBasePayload': ['labels?~'],
  '2.6 Environment revisions': [
    'protection?~',
    'source?~',
    'deployed_variant_revision?~',
    'deployed_at?~',
    'deployed_by?~',
  ],
  '2.6 EnvironmentRevision': [
    'deployed_variant_name?~',
    'deployed_variant_revision?~',
    'message?~',
    'restored_from?~',
    'source?~',
    'variables_id?~',
    'evidence?~',
  ],
};

describe('records hold the fields of the seed, required, optional and nullable as given', () => {
  test.each(Object.entries(SEED))('%s', (name, [schema, fields]) => {
    const ours = OURS[name] ?? [];
    expect(ours.filter((field) => !field.endsWith('?~'))).toEqual([]);
    expect(describeFields(schema).toSorted()).toEqual([...fields.split(/\s+/), ...ours].toSorted());
  });
});

function describeFields(schema: z.ZodObject): string[] {
  return Object.entries(schema.shape).map(([name, field]) => {
    const isOptional = z.safeParse(field, undefined).success;
    const isNullable = z.safeParse(field, null).success;
    return `${name}${isOptional ? '?' : '!'}${isNullable ? '~' : ''}`;
  });
}

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
