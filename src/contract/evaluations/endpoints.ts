import * as z from 'zod';
import { ById, endpoint, OrderedPaging } from '../endpoint/endpoint.ts';
import { EvaluationForecast, EvaluationProgress, ResumeEvaluation } from './evaluation-progress.ts';
import { EvaluationSummary } from './evaluation-summary.ts';
import {
  EvaluationIds,
  EvaluationResults,
  EvaluationScenario,
  EvaluationStatusAnswer,
  NewEvaluation,
  TestedEvaluation,
} from './evaluation.ts';

const EvaluationId = z.object({ evaluation_id: z.string() });

export const evaluationEndpoints = {
  getEvaluation: endpoint({
    method: 'GET',
    path: '/evaluations/{evaluation_id}',
    tag: 'evaluations',
    summary: 'Fetch one evaluation by id',
    source: 'seed §4.1',
    params: EvaluationId,
    response: TestedEvaluation,
  }),
  createEvaluations: endpoint({
    method: 'POST',
    path: '/evaluations',
    tag: 'evaluations',
    summary: 'Start an evaluation of each variant named',
    source: 'facts §2.7',
    role: 'author',
    body: NewEvaluation,
    response: z.array(TestedEvaluation),
  }),
  planEvaluations: endpoint({
    method: 'POST',
    path: '/evaluations/plan',
    tag: 'evaluations',
    summary: 'Say what evaluations would take: calls to make, answers that are stored, cost and time',
    source: 'wf',
    body: NewEvaluation,
    response: z.array(EvaluationForecast),
  }),
  listEvaluations: endpoint({
    method: 'GET',
    path: '/evaluations',
    tag: 'evaluations',
    summary: 'List evaluations of an app',
    source: 'facts §2.7',
    query: OrderedPaging.extend(ById.shape).extend({
      app_id: z.string(),
      /** Ours: only those of the variant of this name. */
      variant_name: z.string().optional(),
      /** Ours: only those of this revision of a variant. */
      revision: z.coerce.number().int().min(1).optional(),
    }),
    response: z.array(TestedEvaluation),
    list: true,
  }),
  getEvaluationStatus: endpoint({
    method: 'GET',
    path: '/evaluations/{evaluation_id}/status',
    tag: 'evaluations',
    summary: 'Fetch the status of an evaluation',
    source: 'facts §2.7',
    params: EvaluationId,
    response: EvaluationStatusAnswer,
  }),
  getEvaluationResults: endpoint({
    method: 'GET',
    path: '/evaluations/{evaluation_id}/results',
    tag: 'evaluations',
    summary: 'Fetch the aggregated results of an evaluation',
    source: 'facts §2.7',
    params: EvaluationId,
    response: EvaluationResults,
  }),
  listEvaluationScenarios: endpoint({
    method: 'GET',
    path: '/evaluations/{evaluation_id}/evaluation_scenarios',
    tag: 'evaluations',
    summary: 'List the rows of an evaluation',
    source: 'facts §2.7',
    params: EvaluationId,
    query: OrderedPaging,
    response: z.array(EvaluationScenario),
    list: true,
  }),
  getEvaluationProgress: endpoint({
    method: 'GET',
    path: '/evaluations/{evaluation_id}/events',
    tag: 'evaluations',
    summary: 'Say how far an evaluation is; with Accept: text/event-stream, each time it is further, to its end',
    source: 'wf',
    params: EvaluationId,
    response: EvaluationProgress,
  }),
  getEvaluationSummary: endpoint({
    method: 'GET',
    path: '/evaluations/{evaluation_id}/summary',
    tag: 'evaluations',
    summary: 'Add the rows of a finished evaluation up: each metric with its interval, and the worst rows',
    source: 'wf',
    params: EvaluationId,
    query: z.object({
      /** Worst rows to show. */
      worst: z.coerce.number().int().min(0).max(1000).optional(),
    }),
    response: EvaluationSummary,
  }),
  cancelEvaluation: endpoint({
    method: 'POST',
    path: '/evaluations/{evaluation_id}/cancel',
    tag: 'evaluations',
    summary: 'Stop an evaluation that waits or runs; what is computed stays',
    source: 'wf',
    role: 'author',
    params: EvaluationId,
    response: TestedEvaluation,
  }),
  resumeEvaluation: endpoint({
    method: 'POST',
    path: '/evaluations/{evaluation_id}/resume',
    tag: 'evaluations',
    summary: 'Take an evaluation up again that was stopped or failed: rows without a result are computed',
    source: 'wf',
    role: 'author',
    params: EvaluationId,
    body: ResumeEvaluation,
    response: TestedEvaluation,
  }),
  deleteEvaluations: endpoint({
    method: 'DELETE',
    path: '/evaluations',
    tag: 'evaluations',
    summary: 'Delete evaluations',
    source: 'facts §2.7',
    role: 'author',
    body: EvaluationIds,
    response: null,
    status: 204,
  }),
};
