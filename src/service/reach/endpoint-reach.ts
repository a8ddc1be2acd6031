import type { EndpointName } from '../../contract/endpoints.ts';
import type { OperationInput } from '../operation/operation.ts';
import { type RecordRef, refs } from './record-ref.ts';

/**
 * What a key of some apps gets from an endpoint:
 *
 * - `open`: the same as a key of all apps, because nothing belongs to an app.
 * - `all apps`: 403, because the effect is not limited to an app.
 * - `its apps`: only what belongs to its apps. The operation selects it by the caller's `appIds`.
 * - `its bundles`: only bundles that its apps use, or that it uploaded itself. Others count as not stored.
 * - a function: the records that a request names. All of them must belong to its apps, else the answer is 404.
 * - `bundlesAnd`: the records that a request names, and `its bundles`.
 */
export type EndpointReach<N extends EndpointName> =
  | 'open'
  | 'all apps'
  | 'its apps'
  | 'its bundles'
  | NamedRecords<N>
  | { readonly bundlesAnd: NamedRecords<N> };

type NamedRecords<N extends EndpointName> = (input: OperationInput<N>) => readonly RecordRef[];

const ofApp = (input: { readonly app_id: string }) => refs('app', input.app_id);
const ofBodyApp = ({ body }: { readonly body: { readonly app_id: string } }) => refs('app', body.app_id);
const ofVariant = (input: { readonly variant_id: string }) => refs('variant', input.variant_id);
const ofEvaluation = (input: { readonly evaluation_id: string }) => refs('evaluation', input.evaluation_id);
const ofEvaluator = (input: { readonly evaluator_config_id: string }) => refs('evaluator', input.evaluator_config_id);
const ofHumanEvaluation = (input: { readonly evaluation_id: string }) => refs('human evaluation', input.evaluation_id);
const ofCase = (input: { readonly evaluation_scenario_id: string }) => refs('case', input.evaluation_scenario_id);
const ofTestset = (input: { readonly testset_id: string }) => refs('test set', input.testset_id);
const ofRevision = (input: { readonly testset_revision_id: string }) =>
  refs('test set revision', input.testset_revision_id);
const ofArtifact = (input: { readonly sha256: string }) => refs('artifact', input.sha256);

const ofNewEvaluation = ({ body }: Pick<OperationInput<'createEvaluations'>, 'body'>) => [
  ...ofBodyApp({ body }),
  ...refs('variant', ...body.variant_ids),
  ...refs('evaluator', ...body.evaluators_configs),
  ...refs('test set', body.testset_id),
];

const KINDS = { variant: 'variant', testset: 'test set', evaluator_config: 'evaluator' } as const;

/** The reach that every endpoint requires. An endpoint without an entry does not compile. */
export const ENDPOINT_REACH: { readonly [N in EndpointName]: EndpointReach<N> } = {
  createApp: 'all apps',
  listApps: 'its apps',
  updateApp: ofApp,
  deleteApp: ofApp,
  countAppRecords: ofApp,

  listAppVariants: ofApp,
  addVariantFromBase: ({ body }) => refs('base', body.base_id),
  getVariant: ofVariant,
  updateVariantParameters: ofVariant,
  updateVariantMetadata: ofVariant,
  deleteVariant: ofVariant,
  listVariantRevisions: ofVariant,
  getVariantRevision: ofVariant,
  fetchConfig: 'its apps',
  addConfig: 'its apps',
  forkConfig: 'its apps',
  commitConfig: 'its apps',
  deployConfig: 'its apps',
  deleteConfig: 'its apps',
  listConfigs: 'its apps',
  listConfigHistory: 'its apps',
  getBaseConfig: ({ base_id }) => refs('base', base_id),
  saveBaseConfig: ({ body }) => refs('base', body.base_id),
  getDeployedConfig: 'its apps',
  revertDeployment: 'its apps',
  getVariantByEnvironment: ofApp,
  getServiceUrl: ({ base_id, variant_id }) => [...refs('base', base_id), ...refs('variant', variant_id)],
  listBases: ofApp,

  listAppEnvironments: ofApp,
  getEnvironmentRevisions: ofApp,
  deployToEnvironment: ({ body }) => [
    ...ofVariant(body),
    ...refs('evaluation', body.evaluation_id, body.baseline_evaluation_id),
  ],
  rollbackEnvironment: ofBodyApp,
  protectEnvironment: ofApp,
  listVariables: ofApp,
  setVariable: ofApp,
  deleteVariable: ofApp,
  listEnvironmentVariables: ofApp,
  setEnvironmentVariable: ofApp,
  deleteEnvironmentVariable: ofApp,

  // What a list of parts names, too. A bundle's own bytes prove that the key has it.
  putArtifact: 'its bundles',
  getArtifact: ofArtifact,
  headArtifact: ofArtifact,
  listMissingArtifacts: 'its bundles',
  createDeployment: { bundlesAnd: ofApp },
  addVariantFromService: ofApp,
  checkDeployment: ofApp,
  listDeployments: ofApp,
  listRoutes: ofApp,
  listLogs: ofApp,
  startVariant: ofVariant,
  restartContainer: ({ body }) => ofVariant(body),
  updateVariantUrl: ofVariant,
  getVariantLogs: ofVariant,

  exportTable: ofApp,
  createImport: 'all apps',
  putImportPage: 'all apps',
  commitImport: 'all apps',
  deleteImport: 'all apps',

  getEvaluation: ofEvaluation,
  createEvaluations: ofNewEvaluation,
  planEvaluations: ofNewEvaluation,
  listEvaluations: ofApp,
  listEvaluationsOfResources: ({ resource_type: type, resource_ids: ids }) => refs(KINDS[type], ...ids),
  compareEvaluations: ({ evaluations_ids: ids }) => refs('evaluation', ...ids.split(',').map((id) => id.trim())),
  getEvaluationStatus: ofEvaluation,
  getEvaluationResults: ofEvaluation,
  listEvaluationScenarios: ofEvaluation,
  getEvaluationProgress: ofEvaluation,
  getEvaluationSummary: ofEvaluation,
  groupEvaluation: ofEvaluation,
  compareWithBaseline: ({ evaluation_id, baseline_id }) => refs('evaluation', evaluation_id, baseline_id),
  cancelEvaluation: ofEvaluation,
  resumeEvaluation: ofEvaluation,
  updateEvaluationMetadata: ofEvaluation,
  deleteEvaluations: ({ body }) => refs('evaluation', ...body.evaluations_ids),

  listEvaluators: ({ app_id }) => refs('app', app_id),
  mapEvaluatorInputs: 'open',
  runEvaluator: 'open',
  listEvaluatorConfigs: ofApp,
  createEvaluatorConfig: ofBodyApp,
  getEvaluatorConfig: ofEvaluator,
  updateEvaluatorConfig: ofEvaluator,
  deleteEvaluatorConfig: ofEvaluator,

  listHumanEvaluations: ofApp,
  createHumanEvaluation: ({ body }) => [
    ...ofBodyApp({ body }),
    ...refs('variant', ...body.variant_ids),
    ...refs('test set', body.testset_id),
  ],
  getHumanEvaluation: ofHumanEvaluation,
  updateHumanEvaluation: ofHumanEvaluation,
  deleteHumanEvaluations: ({ body }) => refs('human evaluation', ...body.evaluations_ids),
  listHumanEvaluationScenarios: ofHumanEvaluation,
  updateHumanEvaluationScenario: (input) => [...ofHumanEvaluation(input), ...ofCase(input)],
  getHumanScenarioScore: ofCase,
  updateHumanScenarioScore: ofCase,
  getHumanEvaluationResults: ofHumanEvaluation,
  listHumanVotes: ofHumanEvaluation,
  listHumanVoters: ofHumanEvaluation,
  createHumanVoter: ofHumanEvaluation,
  getHumanLinks: ofHumanEvaluation,
  listHumanOutputs: ofHumanEvaluation,

  // They create a test set of the key's one app, or refuse.
  uploadTestset: 'its apps',
  importTestset: 'its apps',
  createTestset: ({ body }) => refs('app', body.app_id),
  listTestsets: 'its apps',
  getTestset: ofTestset,
  updateTestset: ofTestset,
  updateTestsetMetadata: ofTestset,
  deleteTestsets: ({ body }) => refs('test set', ...body.testset_ids),
  listTestsetRows: ofTestset,
  listTestsetRevisions: ofTestset,
  openTestsetRevision: ({ body }) => refs('app', body.app_id),
  addTestsetRows: ofRevision,
  finishTestsetRevision: ofRevision,

  getProfile: 'open',
  validateKey: 'open',
  listProjects: 'open',
  verifyPermission: 'open',
  listOrganizations: 'open',
  getOwnOrganization: 'open',
  getOrganization: 'open',
  updateOrganization: 'all apps',
  updateWorkspace: 'all apps',
  listWorkspaceRoles: 'open',
  listWorkspacePermissions: 'open',
  listKeys: 'all apps',
  createKey: 'all apps',
  deleteKey: 'all apps',

  getHealth: 'open',
  getReadiness: 'open',
  getOpenApi: 'open',

  listAuditEntries: 'its apps',
  exportAuditLog: 'all apps',
  // Without an app, the operations select by the caller's `appIds`.
  getUsage: ({ app_id }) => refs('app', app_id),
  prune: ({ body }) => refs('app', body.app_id),
  getRetention: ({ app_id }) => refs('app', app_id),
  setRetention: ({ body }) => refs('app', body.app_id),

  // A key in the vault is spent by the evaluators of every app.
  listSecrets: 'all apps',
  createSecret: 'all apps',
  getSecret: 'all apps',
  updateSecret: 'all apps',
  deleteSecret: 'all apps',

  // Spans name no app that this service could check.
  getSpanStatus: 'open',
  receiveSpans: 'all apps',
  listSpans: 'all apps',
  deleteSpans: 'all apps',
};
