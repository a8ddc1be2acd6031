import { listAuditEntries } from './audit.ts';
import type { EndpointName } from '../../contract/endpoints.ts';
import type { Operation } from '../operation.ts';
import { getEnvironmentRevisions, listAppEnvironments } from './app-environments.ts';
import { countAppRecords, createApp, deleteApp, listApps, updateApp } from './apps.ts';
import { commitImport, createImport, deleteImport, exportTable, putImportPage } from './archives.ts';
import { getArtifact, headArtifact, putArtifact } from './artifacts.ts';
import { checkDeployment } from './check-deployment.ts';
import { createDeployment } from './create-deployment.ts';
import { createEvaluations } from './create-evaluations.ts';
import { getEvaluationProgress, getEvaluationSummary } from './evaluation-progress.ts';
import { listDeployments, listRoutes } from './deployments.ts';
import { deployToEnvironment, protectEnvironment, rollbackEnvironment } from './environments.ts';
import {
  deleteEvaluations,
  getEvaluation,
  getEvaluationResults,
  getEvaluationStatus,
  listEvaluations,
  listEvaluationScenarios,
} from './evaluations.ts';
import {
  createEvaluatorConfig,
  deleteEvaluatorConfig,
  getEvaluatorConfig,
  listEvaluatorConfigs,
  listEvaluators,
  runEvaluator,
  updateEvaluatorConfig,
} from './evaluators.ts';
import { fetchConfig } from './fetch-config.ts';
import { createHumanEvaluation } from './create-human-evaluation.ts';
import {
  deleteHumanEvaluations,
  getHumanEvaluation,
  listHumanEvaluations,
  updateHumanEvaluation,
} from './human-evaluations.ts';
import {
  getHumanScenarioScore,
  listHumanEvaluationScenarios,
  updateHumanEvaluationScenario,
  updateHumanScenarioScore,
} from './human-scenarios.ts';
import { createHumanVoter, getHumanLinks, listHumanVoters } from './human-voters.ts';
import { getHumanEvaluationResults, listHumanOutputs, listHumanVotes } from './human-votes.ts';
import { getHealth, getOpenApi, getProfile, getReadiness } from './identity.ts';
import { createKey, deleteKey, listKeys } from './keys.ts';
import { listBases } from './list-bases.ts';
import {
  addTestsetRows,
  finishTestsetRevision,
  listTestsetRevisions,
  listTestsetRows,
  openTestsetRevision,
} from './testset-revisions.ts';
import { createTestset, deleteTestsets, getTestset, listTestsets, updateTestset } from './testsets.ts';
import { listLogs } from './logs.ts';
import { deleteVariable, listVariables, setVariable } from './variables.ts';
import { getVariantRevision, listVariantRevisions } from './variant-revisions.ts';
import { addVariantFromBase, deleteVariant, getVariant, listAppVariants, updateVariantParameters } from './variants.ts';
import { planEvaluations } from './plan-evaluations.ts';
import { cancelEvaluation, resumeEvaluation } from './steer-evaluations.ts';

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
  deleteVariant,
  listVariantRevisions,
  getVariantRevision,
  fetchConfig,
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
  createDeployment,
  checkDeployment,
  listDeployments,
  listRoutes,
  listVariables,
  setVariable,
  deleteVariable,
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
  cancelEvaluation,
  resumeEvaluation,
  deleteEvaluations,
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
  finishTestsetRevision,
  listTestsetRevisions,
  listTestsetRows,
  openTestsetRevision,
  listTestsets,
  getTestset,
  updateTestset,
  deleteTestsets,
  getHealth,
  getReadiness,
  getOpenApi,
  getProfile,
  listKeys,
  createKey,
  deleteKey,
  listAuditEntries,
} satisfies { readonly [N in EndpointName]: Operation<N> };
