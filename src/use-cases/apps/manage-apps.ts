import type { Client } from '../../client/create-client.ts';
import type { App, CreateAppOutput } from '../../contract/apps/app.ts';
import { confirmWrite, orListed, type Written } from '../../client/public/confirm-write.ts';
import { withNextSteps } from '../../foundation/errors/wf-error.ts';
import { filterRecords } from '../../client/public/filter-list.ts';
import { type FilteredList, type ListFilter, SHORT_LISTS } from '../../client/public/list-filter.ts';

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

export const APP_FIELDS = Object.keys(SHORT_LISTS.apps.fields);

/** Lists the apps that match, oldest first. */
export async function filterApps(client: Client, filter: ListFilter): Promise<FilteredList<App>> {
  return filterRecords(await client.listApps({}), SHORT_LISTS.apps, filter);
}
