import * as z from 'zod';
import { endpoint, Paging } from '../endpoint/endpoint.ts';
import { optionalExtension } from '../endpoint/extension.ts';
import {
  Evaluator,
  EvaluatorConfig,
  NewEvaluatorConfig,
  RunEvaluatorOutput,
  RunEvaluatorPayload,
  UpdateEvaluatorConfig,
} from './evaluator.ts';

const ConfigId = z.object({ evaluator_config_id: z.string() });

export const evaluatorEndpoints = {
  listEvaluators: endpoint({
    method: 'GET',
    path: '/evaluators',
    tag: 'evaluators',
    summary: 'List the built-in evaluators, and with app_id (ours) those deployed with an app',
    source: 'facts §2.6',
    query: z.object({ app_id: optionalExtension(z.string().optional()) }),
    response: z.array(Evaluator),
  }),
  runEvaluator: endpoint({
    method: 'POST',
    path: '/evaluators/{evaluator_key}/run',
    tag: 'evaluators',
    summary: 'Run one evaluator on one output',
    source: 'facts §2.6',
    role: 'author',
    params: z.object({ evaluator_key: z.string() }),
    body: RunEvaluatorPayload,
    maxBytes: 4 * 1024 * 1024,
    response: RunEvaluatorOutput,
  }),
  listEvaluatorConfigs: endpoint({
    method: 'GET',
    path: '/evaluators/configs',
    tag: 'evaluators',
    summary: 'List stored evaluator configurations of an app',
    source: 'facts §2.6',
    query: Paging.extend({ app_id: z.string() }),
    response: z.array(EvaluatorConfig),
    list: true,
  }),
  createEvaluatorConfig: endpoint({
    method: 'POST',
    path: '/evaluators/configs',
    tag: 'evaluators',
    summary: "Store an evaluator's settings under a name",
    source: 'facts §2.6',
    role: 'author',
    body: NewEvaluatorConfig,
    response: EvaluatorConfig,
  }),
  getEvaluatorConfig: endpoint({
    method: 'GET',
    path: '/evaluators/configs/{evaluator_config_id}',
    tag: 'evaluators',
    summary: 'Fetch one stored evaluator configuration',
    source: 'facts §2.6',
    params: ConfigId,
    response: EvaluatorConfig,
  }),
  updateEvaluatorConfig: endpoint({
    method: 'PUT',
    path: '/evaluators/configs/{evaluator_config_id}',
    tag: 'evaluators',
    summary: 'Change a stored evaluator configuration',
    source: 'facts §2.6',
    role: 'author',
    params: ConfigId,
    body: UpdateEvaluatorConfig,
    response: EvaluatorConfig,
  }),
  deleteEvaluatorConfig: endpoint({
    method: 'DELETE',
    path: '/evaluators/configs/{evaluator_config_id}',
    tag: 'evaluators',
    summary: 'Delete a stored evaluator configuration',
    source: 'facts §2.6',
    role: 'author',
    params: ConfigId,
    response: z.boolean(),
  }),
};
