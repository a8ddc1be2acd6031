import type { Client, ExtendedClient } from '../../client/create-client.ts';
import { UserError } from '../../foundation/errors/wf-error.ts';

/**
 * Returns a client with the extensions of wf. Call it before anything is written.
 *
 * @param what - what the caller needs, as in "gates on deployments"
 * @param nextSteps - how to get the same result from another service
 * @throws {WF_UNSUPPORTED} when the service has not shown itself as one of ours
 * @source design §2 principle 6
 */
export async function requireExtensions(
  client: Client,
  what: string,
  nextSteps: readonly string[] = ['wf whoami'],
): Promise<ExtendedClient> {
  const extended = await client.extensions();
  if (extended !== null) return extended;
  throw new UserError({
    code: 'WF_UNSUPPORTED',
    message: `This service lacks ${what}, an extension of wf.`,
    nextSteps,
  });
}
