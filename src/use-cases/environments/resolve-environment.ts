import type { EnvironmentOutput } from '../../contract/environments/environment.ts';
import { notFound } from '../../foundation/closest-names.ts';
import { orMissing } from '../../client/public/is-missing.ts';
import { resolveAppId, type ResolveAppOptions } from '../apps/resolve-app.ts';

export interface ResolveEnvironmentOptions extends ResolveAppOptions {
  readonly environment: string;
}

/** Finds an environment of an app by its name. @throws {WF_NOT_FOUND} when the app has no environment of that name */
export async function resolveEnvironment(options: ResolveEnvironmentOptions): Promise<EnvironmentOutput> {
  const { client, app, environment } = options;
  const app_id = await resolveAppId({ client, app });
  const environments = await orMissing(client.listAppEnvironments({ app_id }));
  // A service that lists no environments may still know each by its name.
  if (environments === null) return await client.getEnvironmentRevisions({ app_id, environment_name: environment });
  const found = environments.find(({ name }) => name === environment);
  if (found !== undefined) return found;
  const available = environments.map(({ name }) => name);
  throw notFound({ kind: 'environment', name: environment, available, nextSteps: ['wf env list'] });
}
