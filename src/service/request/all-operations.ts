import { exportAuditLog } from '../audit/export-audit-log.ts';
import { listAuditEntries } from '../audit/operations.ts';
import type { EndpointName } from '../../contract/endpoints.ts';
import type { Operation } from '../operation/operation.ts';
import { getEnvironmentRevisions, listAppEnvironments } from '../environments/operations/app-environments.ts';
import { countAppRecords, createApp, deleteApp, listApps, updateApp } from '../apps/operations.ts';
import { commitImport, createImport, deleteImport, exportTable, putImportPage } from '../archives/operations.ts';
import { getArtifact, headArtifact, listMissingArtifacts, putArtifact } from '../deployments/operations/artifacts.ts';
import { checkDeployment } from '../deployments/operations/check-deployment.ts';
import { addVariantFromService } from '../deployments/operations/add-from-service.ts';
import { createDeployment } from '../deployments/operations/create-deployment.ts';
import { compareEvaluations, listEvaluationsOfResources } from '../evaluations/operations/compare-evaluations.ts';
import { compareWithBaseline, groupEvaluation } from '../evaluations/operations/compare-with-baseline.ts';
import { createEvaluations } from '../evaluations/operations/create-evaluations.ts';
import { getEvaluationProgress, getEvaluationSummary } from '../evaluations/operations/evaluation-progress.ts';
import { listDeployments, listRoutes } from '../deployments/operations/deployments.ts';
import {
  deployToEnvironment,
  protectEnvironment,
  rollbackEnvironment,
} from '../environments/operations/environments.ts';
import {
  deleteEvaluations,
  updateEvaluationMetadata,
  getEvaluation,
  getEvaluationResults,
  getEvaluationStatus,
  listEvaluations,
  listEvaluationScenarios,
} from '../evaluations/operations/evaluations.ts';
import {
  createEvaluatorConfig,
  deleteEvaluatorConfig,
  getEvaluatorConfig,
  listEvaluatorConfigs,
  listEvaluators,
  mapEvaluatorInputs,
  runEvaluator,
  updateEvaluatorConfig,
} from '../evaluators/operations.ts';
import {
  addConfig,
  commitConfig,
  deleteConfig,
  deployConfig,
  forkConfig,
} from '../environments/operations/change-configs.ts';
import { listConfigHistory, listConfigs } from '../environments/operations/list-configs.ts';
import {
  getBaseConfig,
  getDeployedConfig,
  getVariantByEnvironment,
  revertDeployment,
  saveBaseConfig,
} from '../environments/operations/base-configs.ts';
import { fetchConfig } from '../environments/operations/fetch-config.ts';
import { createHumanEvaluation } from '../human-evaluations/operations/create-human-evaluation.ts';
import {
  deleteHumanEvaluations,
  getHumanEvaluation,
  listHumanEvaluations,
  updateHumanEvaluation,
} from '../human-evaluations/operations/human-evaluations.ts';
import {
  getHumanScenarioScore,
  listHumanEvaluationScenarios,
  updateHumanEvaluationScenario,
  updateHumanScenarioScore,
} from '../human-evaluations/operations/human-scenarios.ts';
import { createHumanVoter, getHumanLinks, listHumanVoters } from '../human-evaluations/operations/human-voters.ts';
import {
  getHumanEvaluationResults,
  listHumanOutputs,
  listHumanVotes,
} from '../human-evaluations/operations/human-votes.ts';
import { getHealth, getOpenApi, getProfile, getReadiness } from '../keys/operations/identity.ts';
import { createKey, deleteKey, listKeys, validateKey } from '../keys/operations/keys.ts';
import { getServiceUrl, listBases } from '../variants/operations/list-bases.ts';
import {
  addTestsetRows,
  finishTestsetRevision,
  listTestsetRevisions,
  listTestsetRows,
  openTestsetRevision,
} from '../testsets/operations/testset-revisions.ts';
import {
  createTestset,
  deleteTestsets,
  getTestset,
  listTestsets,
  updateTestset,
  updateTestsetMetadata,
} from '../testsets/operations/testsets.ts';
import { importTestset, uploadTestset } from '../testsets/operations/import-testsets.ts';
import { listLogs } from '../deployments/operations/logs.ts';
import {
  deleteEnvironmentVariable,
  listEnvironmentVariables,
  setEnvironmentVariable,
} from '../environments/operations/environment-variables.ts';
import { deleteVariable, listVariables, setVariable } from '../environments/operations/variables.ts';
import { getVariantRevision, listVariantRevisions } from '../variants/operations/variant-revisions.ts';
import {
  addVariantFromBase,
  deleteVariant,
  getVariant,
  listAppVariants,
  updateVariantParameters,
  updateVariantMetadata,
} from '../variants/operations/variants.ts';
import { planEvaluations } from '../evaluations/operations/plan-evaluations.ts';
import { cancelEvaluation, resumeEvaluation } from '../evaluations/operations/steer-evaluations.ts';
import { getRetention, getUsage, prune, setRetention } from '../retention/operations.ts';
import { deleteSpans, getSpanStatus, listSpans, receiveSpans } from '../traces/operations.ts';
import { createSecret, deleteSecret, getSecret, listSecrets, updateSecret } from '../vault/operations.ts';
import {
  getVariantLogs,
  restartContainer,
  startVariant,
  updateVariantUrl,
} from '../deployments/operations/running-code.ts';
import {
  getOrganization,
  getOwnOrganization,
  listOrganizations,
  listProjects,
  listWorkspacePermissions,
  listWorkspaceRoles,
  updateOrganization,
  updateWorkspace,
  verifyPermission,
} from '../workspaces/operations.ts';

/** What each endpoint of the interface does. An endpoint without an operation does not compile. */
export const OPERATIONS = {
  countAppRecords,
  createApp,
  listApps,
  updateApp,
  deleteApp,
  listAppVariants,
  listAppEnvironments,
  getEnvironmentRevisions,
  listBases,
  addVariantFromBase,
  getVariant,
  updateVariantParameters,
  updateVariantMetadata,
  deleteVariant,
  listVariantRevisions,
  getVariantRevision,
  addConfig,
  commitConfig,
  deleteConfig,
  deployConfig,
  forkConfig,
  fetchConfig,
  getBaseConfig,
  getDeployedConfig,
  getVariantByEnvironment,
  revertDeployment,
  saveBaseConfig,
  listConfigHistory,
  listConfigs,
  deployToEnvironment,
  rollbackEnvironment,
  protectEnvironment,
  exportTable,
  createImport,
  putImportPage,
  commitImport,
  deleteImport,
  putArtifact,
  getArtifact,
  headArtifact,
  listMissingArtifacts,
  createDeployment,
  addVariantFromService,
  checkDeployment,
  listDeployments,
  listRoutes,
  listVariables,
  setVariable,
  deleteVariable,
  listEnvironmentVariables,
  setEnvironmentVariable,
  deleteEnvironmentVariable,
  listLogs,
  getEvaluation,
  createEvaluations,
  planEvaluations,
  listEvaluations,
  getEvaluationStatus,
  getEvaluationResults,
  listEvaluationScenarios,
  getEvaluationProgress,
  getEvaluationSummary,
  groupEvaluation,
  compareWithBaseline,
  cancelEvaluation,
  resumeEvaluation,
  deleteEvaluations,
  updateEvaluationMetadata,
  compareEvaluations,
  listEvaluationsOfResources,
  getServiceUrl,
  mapEvaluatorInputs,
  listEvaluators,
  runEvaluator,
  listEvaluatorConfigs,
  createEvaluatorConfig,
  getEvaluatorConfig,
  updateEvaluatorConfig,
  deleteEvaluatorConfig,
  listHumanEvaluations,
  createHumanEvaluation,
  getHumanEvaluation,
  updateHumanEvaluation,
  deleteHumanEvaluations,
  listHumanEvaluationScenarios,
  updateHumanEvaluationScenario,
  getHumanScenarioScore,
  updateHumanScenarioScore,
  getHumanEvaluationResults,
  listHumanVotes,
  listHumanVoters,
  createHumanVoter,
  getHumanLinks,
  listHumanOutputs,
  addTestsetRows,
  createTestset,
  importTestset,
  uploadTestset,
  finishTestsetRevision,
  listTestsetRevisions,
  listTestsetRows,
  openTestsetRevision,
  listTestsets,
  getTestset,
  updateTestset,
  updateTestsetMetadata,
  deleteTestsets,
  getHealth,
  getReadiness,
  getOpenApi,
  getProfile,
  listKeys,
  createKey,
  deleteKey,
  validateKey,
  listAuditEntries,
  exportAuditLog,
  getUsage,
  prune,
  getRetention,
  setRetention,
  getOrganization,
  getOwnOrganization,
  listOrganizations,
  listProjects,
  listWorkspacePermissions,
  listWorkspaceRoles,
  updateOrganization,
  updateWorkspace,
  verifyPermission,
  createSecret,
  deleteSecret,
  getSecret,
  listSecrets,
  updateSecret,
  deleteSpans,
  getSpanStatus,
  listSpans,
  receiveSpans,
  getVariantLogs,
  restartContainer,
  startVariant,
  updateVariantUrl,
} satisfies { readonly [N in EndpointName]: Operation<N> };
