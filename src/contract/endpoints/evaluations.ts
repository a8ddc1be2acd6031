import * as z from 'zod';
import { endpoint, Paging } from '../endpoint.ts';
import {
  Evaluation,
  EvaluationIds,
  EvaluationResults,
  EvaluationScenario,
  EvaluationStatusAnswer,
  NewEvaluation,
} from '../records/evaluation.ts';

const EvaluationId = z.object({ evaluation_id: z.string() });

export const evaluationEndpoints = {
  getEvaluation: endpoint({
    method: 'GET',
    path: '/evaluations/{evaluation_id}',
    tag: 'evaluations',
    summary: 'Fetch one evaluation by id',
    source: 'seed §4.1',
    params: EvaluationId,
    response: Evaluation,
  }),
  createEvaluations: endpoint({
    method: 'POST',
    path: '/evaluations',
    tag: 'evaluations',
    summary: 'Start an evaluation of each variant named',
    source: 'facts §2.7',
    role: 'author',
    body: NewEvaluation,
    response: z.array(Evaluation),
  }),
  listEvaluations: endpoint({
    method: 'GET',
    path: '/evaluations',
    tag: 'evaluations',
    summary: 'List evaluations of an app',
    source: 'facts §2.7',
    query: Paging.extend({ app_id: z.string() }),
    response: z.array(Evaluation),
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
    query: Paging,
    response: z.array(EvaluationScenario),
    list: true,
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
