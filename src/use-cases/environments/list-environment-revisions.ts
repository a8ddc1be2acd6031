import type { EnvironmentRevisions } from '../../contract/environments/environment.ts';
import { resolveEnvironment, type ResolveEnvironmentOptions } from './resolve-environment.ts';

/**
 * Fetches an environment with its history, oldest revision first.
 *
 * @throws {WF_NOT_FOUND} when the app has no environment of that name
 */
export async function listEnvironmentRevisions(options: ResolveEnvironmentOptions): Promise<EnvironmentRevisions> {
  const { app_id, name } = await resolveEnvironment(options);
  return await options.client.getEnvironmentRevisions({ app_id, environment_name: name });
}
