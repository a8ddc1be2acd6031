import type { Client } from '../../client/create-client.ts';
import type { CreateAppOutput } from '../../contract/apps/app.ts';
import { withNextSteps } from '../session/with-next-steps.ts';

/**
 * Creates an app with the environments development, staging and production.
 *
 * @throws {WF_CONFLICT} when the name is taken
 */
export async function createApp(client: Client, name: string): Promise<CreateAppOutput> {
  return await withNextSteps(client.createApp({ body: { app_name: name } }), { WF_CONFLICT: ['wf apps list'] });
}
