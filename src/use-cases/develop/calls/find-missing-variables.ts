import type { Client } from '../../../client/create-client.ts';
import { orUnsupported } from '../../../client/public/require-extensions.ts';
import { isServiceError } from '../../../foundation/errors/wf-error.ts';

/**
 * Lists variables that the service sets for the code of an app, and that are not here. The service never returns their
 * values; a missing one may explain a failure here.
 */
export async function findMissingVariables(
  client: Client,
  app_id: string,
  variables: Readonly<Record<string, string>>,
): Promise<readonly string[]> {
  try {
    const stored = await orUnsupported(client.listVariables({ app_id }), []);
    return stored.map(({ name }) => name).filter((name) => !Object.hasOwn(variables, name));
  } catch (error) {
    // A viewer may not list them.
    if (isServiceError(error) && error.status === 403) return [];
    throw error;
  }
}
