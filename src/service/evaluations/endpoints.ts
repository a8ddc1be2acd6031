import { evaluationEndpoints } from '../../contract/evaluations/endpoints.ts';
import { serveEndpoints } from '../operation/operation.ts';
import { compareEvaluations, listEvaluationsOfResources } from './operations/compare-evaluations.ts';
import { compareWithBaseline, groupEvaluation } from './operations/compare-with-baseline.ts';
import { createEvaluations } from './operations/create-evaluations.ts';
import { getEvaluationProgress, getEvaluationSummary } from './operations/evaluation-progress.ts';
import {
  deleteEvaluations,
  getEvaluation,
  getEvaluationResults,
  getEvaluationStatus,
  listEvaluationScenarios,
  listEvaluations,
  updateEvaluationMetadata,
  cancelEvaluation,
  resumeEvaluation,
} from './operations/evaluations.ts';
import { planEvaluations } from './operations/plan-evaluations.ts';

/** The endpoints of evaluations, with what each does. One without an operation does not compile. */
export const evaluations = serveEndpoints(evaluationEndpoints, {
  getEvaluation,
  createEvaluations,
  planEvaluations,
  listEvaluations,
  listEvaluationsOfResources,
  compareEvaluations,
  getEvaluationStatus,
  getEvaluationResults,
  listEvaluationScenarios,
  getEvaluationProgress,
  getEvaluationSummary,
  groupEvaluation,
  compareWithBaseline,
  cancelEvaluation,
  resumeEvaluation,
  updateEvaluationMetadata,
  deleteEvaluations,
});
