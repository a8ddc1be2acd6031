import * as z from 'zod';
import { endpoint, Paging } from '../endpoint/endpoint.ts';
import { SetVariable, Variable, VariableName } from './variable.ts';

const AppId = z.object({ app_id: z.string() });

export const variableEndpoints = {
  listVariables: endpoint({
    method: 'GET',
    path: '/apps/{app_id}/variables',
    tag: 'variables',
    summary: "List the environment variables of an app's workflow, without their values",
    source: 'wf',
    role: 'author',
    params: AppId,
    query: Paging,
    response: z.array(Variable),
    list: true,
  }),
  setVariable: endpoint({
    method: 'PUT',
    path: '/apps/{app_id}/variables/{variable_name}',
    tag: 'variables',
    summary: "Set an environment variable of an app's workflow; its value is never answered",
    source: 'wf',
    role: 'author',
    params: AppId.extend({ variable_name: VariableName }),
    body: SetVariable,
    response: Variable,
  }),
  deleteVariable: endpoint({
    method: 'DELETE',
    path: '/apps/{app_id}/variables/{variable_name}',
    tag: 'variables',
    summary: "Unset an environment variable of an app's workflow",
    source: 'wf',
    role: 'author',
    params: AppId.extend({ variable_name: z.string() }),
    response: z.null(),
  }),
};
