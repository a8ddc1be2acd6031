import type { Client } from '../../client/create-client.ts';
import type { App } from '../../contract/apps/app.ts';
import { userError, type MissingArgument, UserError, recover } from '../../foundation/errors/wf-error.ts';
import { isSameName } from '../../contract/validation/name-rule.ts';
import { isFullId } from '../../contract/validation/full-id.ts';
import { lookUpRecord } from '../records/look-up-record.ts';
import { shellWord } from '../../foundation/shell-word.ts';
import { isUnexplainedFailure, orMissing } from '../../client/public/is-missing.ts';

export interface ResolveAppOptions {
  readonly client: Client;
  /** Name, id or unique id prefix; `null` when neither a flag nor a setting names one. */
  readonly app: string | null;
}

/**
 * Finds the app of a command: the named one, or the only one.
 *
 * @throws {WF_NOT_FOUND} when no app has that name, or there is no app
 * @throws {WF_USAGE} when none was named and there are several
 */
export async function resolveApp({ client, app }: ResolveAppOptions): Promise<App> {
  if (app !== null) return await findApp(client, app);
  const apps = await client.listApps({});
  const [only, ...others] = apps;
  if (only === undefined) throw userError('WF_NOT_FOUND', 'There is no app yet.', FIRST_STEPS);
  if (others.length > 0) throw severalApps(apps);
  return only;
}

async function findApp(client: Client, typed: string): Promise<App> {
  return await lookUpRecord({
    kind: 'app',
    typed,
    ask: ({ name: app_name, ...only }) =>
      // The public service fails if no app has the name; the whole list shows it.
      recover(
        client.listApps({ app_name, ...only }),
        (error) => app_name !== undefined && isUnexplainedFailure(error),
        [],
      ),
    idOf: ({ app_id }) => app_id,
    nameOf: ({ app_name }) => app_name,
    nextSteps: ['wf apps list'],
    firstSteps: FIRST_STEPS,
  });
}

/**
 * Finds the app's id; trusts a full id without a request. On a service that lists no apps, what was typed is an id.
 *
 * @throws {WF_USAGE} when none was named, and the service lists no apps
 */
export async function resolveAppId(options: ResolveAppOptions): Promise<string> {
  const { app } = options;
  if (app !== null && isFullId(app)) return app;
  const found = await orMissing(resolveApp(options));
  if (found !== null) return found.app_id;
  if (app !== null) return app;
  throw new UserError({
    code: 'WF_USAGE',
    message: 'This service does not list apps, and none was named.',
    nextSteps: ['Add --app ID'],
    details: { missing: '--app' } satisfies MissingArgument,
  });
}

const FIRST_STEPS = ["wf deploy, in a project's folder", 'wf apps create NAME'];

function severalApps(apps: readonly App[]): UserError {
  const names = apps.map(({ app_name }) => app_name);
  const example = shellWord(names[0] ?? 'NAME');
  return new UserError({
    code: 'WF_USAGE',
    message: `There are ${apps.length} apps (${names.slice(0, 10).join(', ')}${names.length > 10 ? ', …' : ''}), and none was named.`,
    nextSteps: [`Add --app ${example}`, `export WF_APP=${example}`],
    details: { missing: '--app', apps: names } satisfies MissingArgument & { readonly apps: readonly string[] },
  });
}

/**
 * Finds the id of an app that may not exist yet, such as a project's before its first deploy.
 *
 * @param app - name or id; `null`: none
 */
export async function findAppId(client: Client, app: string | null): Promise<string | null> {
  if (app === null) return null;
  // A service without these filters returns all apps.
  const listed = client.listApps(isFullId(app) ? { id_prefix: app } : { app_name: app });
  // The public service fails if no app has the name.
  const apps = await recover(listed, isUnexplainedFailure, []);
  return apps.find(({ app_id, app_name }) => isSameName(app_name, app) || app_id === app)?.app_id ?? null;
}
