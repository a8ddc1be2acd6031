import type { Client } from '../client/create-client.ts';
import type { EnvironmentRevisions } from '../contract/records/environment.ts';
import { resolveEnvironment } from './resolve-environment.ts';
import { withNextSteps } from './with-next-steps.ts';

export interface RollbackEnvironmentOptions {
  readonly client: Client;
  readonly app: string | null;
  readonly environment: string;
  /** Environment revision to restore; `null`: the one before the current. */
  readonly to: number | null;
}

/**
 * Makes an environment run again what it ran at an earlier revision, as a new revision.
 *
 * @throws {WF_NOT_FOUND} when there is no such environment or revision
 */
export async function rollbackEnvironment(options: RollbackEnvironmentOptions): Promise<EnvironmentRevisions> {
  const { client, to } = options;
  const { app_id, name } = await resolveEnvironment(options);
  const rolledBack = client.rollbackEnvironment({ environment_name: name, body: { app_id, revision: to } });
  const history = [`wf env revisions ${name}`];
  return await withNextSteps(rolledBack, { WF_CONFLICT: history, WF_NOT_FOUND: history });
}
