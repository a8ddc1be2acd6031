import type { Client } from '../../client/create-client.ts';
import { resolveAppId } from '../apps/resolve-app.ts';

export interface UnsetVariableOptions {
  readonly client: Client;
  readonly app: string | null;
  readonly name: string;
}

/**
 * Unsets an environment variable of an app's workflow.
 *
 * @throws {WF_NOT_FOUND} when the app has no such variable
 */
export async function unsetVariable({ client, app, name }: UnsetVariableOptions): Promise<void> {
  await client.deleteVariable({ app_id: await resolveAppId({ client, app }), variable_name: name });
}
