import * as z from 'zod';
import { ById, endpoint, OrderedPaging } from '../endpoint/endpoint.ts';
import { EvaluationIds } from '../evaluations/evaluation.ts';
import {
  HumanEvaluation,
  HumanEvaluationUpdate,
  NewHumanEvaluation,
  SimpleHumanEvaluation,
} from './human-evaluation.ts';

const HumanEvaluationId = z.object({ evaluation_id: z.string() });

export const humanEvaluationEndpoints = {
  listHumanEvaluations: endpoint({
    method: 'GET',
    path: '/human-evaluations',
    tag: 'human evaluations',
    summary: 'List human evaluations of an app',
    source: 'seed §4.5',
    reach: { app: 'app_id' },
    query: OrderedPaging.extend(ById.shape).extend({ app_id: z.string() }),
    response: z.array(HumanEvaluation),
    list: true,
  }),
  createHumanEvaluation: endpoint({
    method: 'POST',
    path: '/human-evaluations',
    tag: 'human evaluations',
    summary: 'Create a human evaluation with a scenario per row of the test set',
    source: 'facts §2.8',
    role: 'author',
    reach: { app: 'body.app_id', variant: 'body.variant_ids', 'test set': 'body.testset_id' },
    body: NewHumanEvaluation,
    response: SimpleHumanEvaluation,
  }),
  getHumanEvaluation: endpoint({
    method: 'GET',
    path: '/human-evaluations/{evaluation_id}',
    tag: 'human evaluations',
    summary: 'Fetch one human evaluation',
    source: 'facts §2.8',
    reach: { 'human evaluation': 'evaluation_id' },
    params: HumanEvaluationId,
    response: HumanEvaluation,
  }),
  updateHumanEvaluation: endpoint({
    method: 'PUT',
    path: '/human-evaluations/{evaluation_id}',
    tag: 'human evaluations',
    summary: 'Set the status of a human evaluation',
    source: 'facts §2.8',
    role: 'author',
    reach: { 'human evaluation': 'evaluation_id' },
    params: HumanEvaluationId,
    body: HumanEvaluationUpdate,
    response: null,
    status: 204,
  }),
  deleteHumanEvaluations: endpoint({
    method: 'DELETE',
    path: '/human-evaluations',
    tag: 'human evaluations',
    summary: 'Delete human evaluations',
    source: 'facts §2.8',
    role: 'author',
    reach: { 'human evaluation': 'body.evaluations_ids' },
    body: EvaluationIds,
    response: null,
    status: 204,
  }),
};
