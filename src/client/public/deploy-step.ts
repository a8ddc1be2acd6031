import { DEPLOY_STEP } from '../../foundation/errors/wf-error.ts';
import type { PublicClient } from '../create-client.ts';

/**
 * Returns the step that brings a workflow to the service. One of others takes addresses only. Call it after a request.
 *
 * @param ours - the step at a service of wf
 */
export async function deployStep(client: Pick<PublicClient, 'extensions'>, ours = DEPLOY_STEP): Promise<string> {
  return (await client.extensions()) === null ? 'wf deploy --url URL' : ours;
}
