import type { Client } from '../../client/create-client.ts';
import type { Variable } from '../../contract/environments/variable.ts';
import { UserError } from '../../errors/wf-error.ts';
import { resolveAppId } from '../apps/resolve-app.ts';

export interface SetVariableOptions {
  readonly client: Client;
  readonly app: string | null;
  readonly name: string;
  readonly value: string;
}

/**
 * Sets an environment variable of an app's workflow.
 *
 * @throws {WF_INVALID_INPUT} when the service refuses the name or the value
 */
export async function setVariable({ client, app, name, value }: SetVariableOptions): Promise<Variable> {
  const app_id = await resolveAppId({ client, app });
  return await client.setVariable({ app_id, variable_name: name, body: { value } });
}

/** Splits `NAME=VALUE`; the value is `null` where there is no `=`. @throws {WF_USAGE} when there is no name */
export function parseVariable(text: string): { name: string; value: string | null } {
  const at = text.indexOf('=');
  const name = at === -1 ? text : text.slice(0, at);
  if (name !== '') return { name, value: at === -1 ? null : text.slice(at + 1) };
  throw new UserError({
    code: 'WF_USAGE',
    message: 'The variable has no name before "=".',
    nextSteps: ['wf env vars set NAME=VALUE', 'wf env vars set NAME < FILE'],
  });
}
