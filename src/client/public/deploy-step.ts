import { DEPLOY_STEP } from '../../foundation/errors/wf-error.ts';
import type { PublicClient } from '../create-client.ts';

/** Returns the step that brings a workflow to the service. One of others takes addresses only. */
export async function deployStep(client: Pick<PublicClient, 'extensions'>): Promise<string> {
  return (await client.extensions()) === null ? 'wf deploy --url URL' : DEPLOY_STEP;
}
