import type { Client } from '../../client/create-client.ts';
import type { CreateAppOutput } from '../../contract/apps/app.ts';
import { confirmWrite, orListed } from '../../client/public/confirm-write.ts';
import type { Written } from '../../client/public/read-back.ts';
import { withNextSteps } from '../../foundation/errors/with-next-steps.ts';

/**
 * Creates an app with the environments development, staging and production.
 *
 * @throws {WF_CONFLICT} when the name is taken
 * @throws {WF_UNEXPECTED_ANSWER} when the service confirms the request and does not list the app
 */
export async function createApp(client: Client, name: string): Promise<Written<CreateAppOutput>> {
  const nextSteps = ['wf apps list'];
  const creation = withNextSteps(client.createApp({ body: { app_name: name } }), { WF_CONFLICT: nextSteps });
  const record = await orListed(client, creation, async () =>
    (await client.listApps({})).find(({ app_name }) => app_name === name),
  );
  const isNew = ({ app_id, app_name }: CreateAppOutput) => app_id === record.app_id && app_name === name;
  const warning = await confirmWrite({
    client,
    isDone: async () => (await client.listApps({})).some(isNew),
    otherwise: `The service confirmed the app ${name}, and does not list it by the id that it answered, ${record.app_id}.`,
    nextSteps,
  });
  return { record, warning };
}
