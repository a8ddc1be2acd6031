import * as z from 'zod';
import { endpointsOf, Paging } from '../endpoint/endpoint.ts';
import {
  DeployToEnvironment,
  EnvironmentOutput,
  EnvironmentRevisions,
  ProtectEnvironment,
  RollbackEnvironment,
  EnvironmentVariable,
  SetVariable,
  Variable,
  VariableName,
} from './environment.ts';

const endpoint = endpointsOf({ tag: 'environments', source: 'wf' });
const variableEndpoint = endpointsOf({ tag: 'variables', source: 'wf' });

export const environmentEndpoints = {
  listAppEnvironments: endpoint('GET /apps/{app_id}/environments', {
    summary: 'List environments of an app: development, staging, production, then others',
    source: 'facts §2.1',
    reach: { app: 'app_id' },
    query: Paging,
    response: z.array(EnvironmentOutput),
    list: true,
  }),
  getEnvironmentRevisions: endpoint('GET /apps/{app_id}/revisions/{environment_name}', {
    summary: "List revisions of an app's environment",
    source: 'seed §4.3',
    reach: { app: 'app_id' },
    query: z.object({
      /** Ours: only the newest revisions, so many. */
      limit: Paging.shape.limit,
    }),
    response: EnvironmentRevisions,
  }),
  deployToEnvironment: endpoint('POST /environments/deploy', {
    summary: 'Deploy a variant to an environment, as a new environment revision',
    source: 'facts §2.4',
    role: 'operator',
    reach: { variant: 'body.variant_id', evaluation: ['body.evaluation_id', 'body.baseline_evaluation_id'] },
    body: DeployToEnvironment,
    response: z.null(),
    isConditional: true,
  }),
  rollbackEnvironment: endpoint('POST /environments/{environment_name}/rollback', {
    summary: 'Create a new environment revision equal to an old one',
    role: 'operator',
    reach: { app: 'body.app_id' },
    body: RollbackEnvironment,
    response: EnvironmentRevisions,
    isConditional: true,
  }),
  protectEnvironment: endpoint('PUT /apps/{app_id}/environments/{environment_name}/protection', {
    summary: 'Protect an environment by a gate, or with null remove the protection',
    role: 'operator',
    reach: { app: 'app_id' },
    body: ProtectEnvironment,
    response: EnvironmentOutput,
  }),
  listVariables: variableEndpoint('GET /apps/{app_id}/variables', {
    summary: "List the environment variables of an app's workflow, without their values",
    role: 'author',
    reach: { app: 'app_id' },
    query: Paging,
    response: z.array(Variable),
    list: true,
  }),
  setVariable: variableEndpoint('PUT /apps/{app_id}/variables/{variable_name}', {
    summary: "Set an environment variable of an app's workflow; its value is never returned",
    role: 'author',
    reach: { app: 'app_id' },
    params: { variable_name: VariableName },
    body: SetVariable,
    response: Variable,
  }),
  deleteVariable: variableEndpoint('DELETE /apps/{app_id}/variables/{variable_name}', {
    summary: "Unset an environment variable of an app's workflow",
    role: 'author',
    reach: { app: 'app_id' },
    response: z.null(),
  }),
  listEnvironmentVariables: variableEndpoint('GET /apps/{app_id}/environments/{environment_name}/variables', {
    summary: 'List the variables that the workflow of an environment gets, without their values',
    role: 'author',
    reach: { app: 'app_id' },
    response: z.array(EnvironmentVariable),
  }),
  setEnvironmentVariable: variableEndpoint(
    'PUT /apps/{app_id}/environments/{environment_name}/variables/{variable_name}',
    {
      summary: 'Set a variable of one environment, as a new revision; of a protected one, as an operator',
      role: 'author',
      reach: { app: 'app_id' },
      params: { variable_name: VariableName },
      body: SetVariable,
      response: EnvironmentVariable,
    },
  ),
  deleteEnvironmentVariable: variableEndpoint(
    'DELETE /apps/{app_id}/environments/{environment_name}/variables/{variable_name}',
    {
      summary: 'Unset a variable of one environment, as a new revision; of a protected one, as an operator',
      role: 'author',
      reach: { app: 'app_id' },
      response: z.null(),
    },
  ),
};
