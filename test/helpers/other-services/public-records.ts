import { readFileSync } from 'node:fs';
import type { EndpointName } from '../../../src/contract/endpoints.ts';
import { isRecord } from '../../../src/foundation/record.ts';
import type { Fields } from './json-service.ts';

/** A field of a record as the public service sends it. */
export interface PublicField {
  readonly name: string;
  /** A type of Python (`str`, `dict`), or the name of another record; then `[]` for a list, `{}` for a dictionary. */
  readonly type: string;
  /** Whether it may be null or left out. */
  readonly isOptional: boolean;
  /** What the client reads if it is: `null` (or nothing), another value as JSON, or `not read`. */
  readonly ours: string;
}

/** The records of the public service by name. `records.txt` says where they are from. */
export const PUBLIC_RECORDS = readRecords();

function readRecords(): ReadonlyMap<string, readonly PublicField[]> {
  const records = new Map<string, PublicField[]>();
  let fields: PublicField[] = [];
  const file = new URL('../../fixtures/public-service/records.txt', import.meta.url);
  for (const line of readFileSync(file, 'utf8').split('\n')) {
    if (line === '' || line.startsWith('#')) continue;
    const [name = '', type = '', theirs = '', ...ours] = line.trim().split(/\s+/);
    if (line.startsWith(' ')) fields.push({ name, type, isOptional: theirs === 'optional', ours: ours.join(' ') });
    else records.set(name, (fields = []));
  }
  return records;
}

/** The records that the public service answers; the other endpoints of the interface answer none. */
export const PUBLIC_ANSWERS = {
  createApp: 'CreateAppOutput',
  listApps: 'App[]',
  updateApp: 'CreateAppOutput',
  listAppVariants: 'AppVariantResponse[]',
  addVariantFromBase: 'AppVariantResponse',
  addVariantFromService: 'AppVariantResponse',
  getVariant: 'AppVariantResponse',
  getVariantByEnvironment: 'AppVariantResponse',
  startVariant: 'Uri',
  restartContainer: 'Message',
  listVariantRevisions: 'AppVariantRevision[]',
  getVariantRevision: 'AppVariantRevision',
  getServiceUrl: 'Uri',
  listBases: 'BaseOutput[]',
  addConfig: 'ConfigResponseModel',
  fetchConfig: 'ConfigResponseModel',
  forkConfig: 'ConfigResponseModel',
  commitConfig: 'ConfigResponseModel',
  deployConfig: 'ConfigResponseModel',
  listConfigs: 'ConfigResponseModel[]',
  listConfigHistory: 'ConfigResponseModel[]',
  getBaseConfig: 'GetConfigResponse',
  getDeployedConfig: 'GetConfigResponse',
  listAppEnvironments: 'EnvironmentOutput[]',
  getEnvironmentRevisions: 'EnvironmentOutputExtended',
  createTestset: 'TestSetSimpleResponse',
  uploadTestset: 'TestSetSimpleResponse',
  importTestset: 'TestSetSimpleResponse',
  listTestsets: 'TestSetOutputResponse[]',
  getTestset: 'Testset',
  updateTestset: 'UpdatedTestset',
  listEvaluators: 'Evaluator[]',
  mapEvaluatorInputs: 'EvaluatorMappingOutputInterface',
  runEvaluator: 'EvaluatorOutputInterface',
  listEvaluatorConfigs: 'EvaluatorConfig[]',
  createEvaluatorConfig: 'EvaluatorConfig',
  getEvaluatorConfig: 'EvaluatorConfig',
  updateEvaluatorConfig: 'EvaluatorConfig',
  getEvaluation: 'Evaluation',
  createEvaluations: 'Evaluation[]',
  listEvaluations: 'Evaluation[]',
  compareEvaluations: 'ComparisonResults',
  getEvaluationStatus: 'EvaluationStatus',
  getEvaluationResults: 'EvaluationResults',
  listEvaluationScenarios: 'EvaluationScenario[]',
  listHumanEvaluations: 'HumanEvaluation[]',
  createHumanEvaluation: 'SimpleEvaluationOutput',
  getHumanEvaluation: 'HumanEvaluation',
  listHumanEvaluationScenarios: 'HumanEvaluationScenario[]',
  getHumanScenarioScore: 'ScenarioScore',
  getHumanEvaluationResults: 'HumanResults',
  getProfile: 'Profile',
  listKeys: 'ListApiKeysResponse[]',
  deleteKey: 'Message',
  getHealth: 'Health',
  listProjects: 'ProjectsResponse[]',
  verifyPermission: 'Permission',
  listOrganizations: 'Organization[]',
  getOwnOrganization: 'OrganizationOutput',
  getOrganization: 'OrganizationDetails',
  updateOrganization: 'Organization',
  updateWorkspace: 'WorkspaceResponse',
  listWorkspaceRoles: 'WorkspaceRoleResponse[]',
  listSecrets: 'SecretResponseDto[]',
  createSecret: 'SecretResponseDto',
  getSecret: 'SecretResponseDto',
  updateSecret: 'SecretResponseDto',
  getSpanStatus: 'CollectStatusResponse',
  receiveSpans: 'CollectStatusResponse',
  deleteSpans: 'CollectStatusResponse',
  listSpans: 'OTelSpansResponse',
} as const satisfies { readonly [N in EndpointName]?: string };

const SAMPLES: Readonly<Record<string, unknown>> = {
  str: 'text',
  int: 1,
  float: 0.5,
  bool: true,
  any: 'text',
  dict: {},
  datetime: '2025-01-08T10:09:16.123456Z',
  'str|int': '1',
};

/** Values that our schemas allow in the place of `text`. */
const WORDS: Readonly<Record<string, string>> = {
  'Permission.effect': 'allow',
  'EvaluatorSetting.type': 'string',
  'Result.type': 'status',
};

/** Creates a value of a type, with every field. */
export function sampleOf(type: string, where = ''): unknown {
  if (type.endsWith('[]')) return [sampleOf(type.slice(0, -2))];
  if (type.endsWith('{}')) return { key: sampleOf(type.slice(0, -2)) };
  const fields = PUBLIC_RECORDS.get(type);
  if (fields === undefined) return WORDS[where] ?? SAMPLES[type];
  return Object.fromEntries(fields.map((one) => [one.name, sampleOf(one.type, `${type}.${one.name}`)]));
}

/** Names the records that a type contains, itself included. */
export function recordsIn(type: string, known: Set<string> = new Set()): Set<string> {
  const name = type.replaceAll(/\[\]|\{\}/g, '');
  if (known.has(name)) return known;
  const fields = PUBLIC_RECORDS.get(name);
  if (fields === undefined) return known;
  known.add(name);
  for (const field of fields) recordsIn(field.type, known);
  return known;
}

/** Changes the fields of a value of a type, at any depth. */
export function mapFields(
  type: string,
  value: unknown,
  change: (record: string, field: PublicField, fields: Fields) => Fields,
): unknown {
  if (Array.isArray(value)) return value.map((one: unknown) => mapFields(type.replace(/\[\]$/, ''), one, change));
  if (!isRecord(value)) return value;
  if (type.endsWith('{}'))
    return Object.fromEntries(
      Object.entries(value).map(([key, one]) => [key, mapFields(type.slice(0, -2), one, change)]),
    );
  let changed: Fields = value;
  for (const field of PUBLIC_RECORDS.get(type) ?? []) {
    if (!Object.hasOwn(changed, field.name)) continue;
    changed = { ...changed, [field.name]: mapFields(field.type, changed[field.name], change) };
    changed = change(type, field, changed);
  }
  return changed;
}
