import * as z from 'zod';
import { isOwnVariable, isSteeringVariable } from '../../foundation/steering-variable.ts';
import { VARIABLE_LENGTH } from '../../foundation/sizes.ts';
import { endpointsOf, Paging } from '../endpoint/endpoint.ts';

/** Name of an environment variable. @source POSIX.1-2024 §8.1; design §5 (ours) */
export const VariableName = z
  .string()
  .max(200)
  .regex(/^[A-Za-z_][A-Za-z0-9_]*$/, 'Use letters, digits and "_" in a variable name, and do not begin with a digit')
  .refine((name) => !isSteeringVariable(name), 'This variable controls the process and cannot be set')
  .refine((name) => !isOwnVariable(name), 'Variables that begin with WF_ are those of wf: no workflow gets them');

/** An environment variable of an app's workflow, without its value, which the service never returns. */
export const Variable = z.object({ name: z.string(), updated_at: z.string(), modified_by: z.string() });
export type Variable = z.infer<typeof Variable>;

/** A variable that the workflow of an environment gets: its own, or the app's. */
export const EnvironmentVariable = Variable.extend({ from: z.enum(['app', 'environment']) });
export type EnvironmentVariable = z.infer<typeof EnvironmentVariable>;

/** Body that sets a variable. */
export const SetVariable = z.strictObject({
  // The operating system truncates a value at U+0000, and starts no process with a value above 128 KiB.
  value: z
    .string()
    .max(VARIABLE_LENGTH.most)
    .regex(/^[^\0]*$/, 'A value must not contain the character U+0000'),
});

const endpoint = endpointsOf({ tag: 'variables', source: 'wf' });

export const variableEndpoints = {
  listVariables: endpoint('GET /apps/{app_id}/variables', {
    summary: "List the environment variables of an app's workflow, without their values",
    role: 'auditor',
    reach: { app: 'app_id' },
    query: Paging,
    response: z.array(Variable),
  }),
  setVariable: endpoint('PUT /apps/{app_id}/variables/{variable_name}', {
    summary: "Set an environment variable of an app's workflow; its value is never returned",
    role: 'author',
    reach: { app: 'app_id' },
    params: { variable_name: VariableName },
    body: SetVariable,
    response: Variable,
  }),
  deleteVariable: endpoint('DELETE /apps/{app_id}/variables/{variable_name}', {
    summary: "Unset an environment variable of an app's workflow",
    role: 'author',
    reach: { app: 'app_id' },
    response: z.null(),
  }),
  listEnvironmentVariables: endpoint('GET /apps/{app_id}/environments/{environment_name}/variables', {
    summary: 'List the variables that the workflow of an environment gets, without their values',
    role: 'auditor',
    reach: { app: 'app_id' },
    response: z.array(EnvironmentVariable),
  }),
  setEnvironmentVariable: endpoint('PUT /apps/{app_id}/environments/{environment_name}/variables/{variable_name}', {
    summary: 'Set a variable of one environment, as a new revision; of a protected one, as an operator',
    role: 'author',
    reach: { app: 'app_id' },
    params: { variable_name: VariableName },
    body: SetVariable,
    response: EnvironmentVariable,
  }),
  deleteEnvironmentVariable: endpoint(
    'DELETE /apps/{app_id}/environments/{environment_name}/variables/{variable_name}',
    {
      summary: 'Unset a variable of one environment, as a new revision; of a protected one, as an operator',
      role: 'author',
      reach: { app: 'app_id' },
      response: z.null(),
    },
  ),
};
