import type { Client } from '../../client/create-client.ts';
import type { EnvironmentOutput } from '../../contract/environments/environment.ts';
import { notFound } from '../../errors/not-found.ts';
import { resolveAppId } from '../apps/resolve-app.ts';

export interface ResolveEnvironmentOptions {
  readonly client: Client;
  readonly app: string | null;
  readonly environment: string;
}

/**
 * Finds an environment of an app by its name.
 *
 * @throws {WF_NOT_FOUND} when the app has no environment of that name
 */
export async function resolveEnvironment(options: ResolveEnvironmentOptions): Promise<EnvironmentOutput> {
  const { client, app, environment } = options;
  const environments = await client.listAppEnvironments({ app_id: await resolveAppId({ client, app }) });
  const found = environments.find(({ name }) => name === environment);
  if (found !== undefined) return found;
  throw notFound({
    kind: 'environment',
    name: environment,
    available: environments.map(({ name }) => name),
    nextSteps: ['wf env list'],
  });
}
