import type { Client } from '../../client/create-client.ts';
import type { EnvironmentOutput } from '../../contract/environments/environment.ts';
import { resolveEnvironment } from './resolve-environment.ts';
import { requireExtensions } from '../session/require-extensions.ts';
import { withNextSteps } from '../session/with-next-steps.ts';
import { shellWord } from '../../foundation/shell-word.ts';
import { type RolledBackEnvironment, rollBackByPublicMeans } from './roll-back-by-public-means.ts';

export interface RollbackEnvironmentOptions {
  readonly client: Client;
  readonly app: string | null;
  readonly environment: string;
  /** Environment revision to restore; `null`: the previous one. */
  readonly to: number | null;
  /** Stored with the new revision. */
  readonly message?: string | null;
  /** The reason for restoring even a revision that passed no gate of a protected environment. */
  readonly override?: string | null;
  /** Asks the user to confirm. */
  readonly confirm?: (environment: EnvironmentOutput) => Promise<boolean>;
}

/**
 * Restores an earlier revision of an environment as a new revision.
 *
 * @throws {WF_NOT_FOUND} when there is no such environment or revision
 * @throws {WF_CONFLICT} when there is no earlier revision, or the environment was changed since it was read
 * @throws {WF_PROTECTED} when the environment is protected and that revision did not pass its gate
 * @throws {WF_UNSUPPORTED} when another service cannot restore that revision
 */
export async function rollbackEnvironment(options: RollbackEnvironmentOptions): Promise<RolledBackEnvironment> {
  const { client, to, message = null, override = null } = options;
  const extended =
    override === null ? await client.extensions() : await requireExtensions(client, 'protected environments');
  if (extended === null) return await rollBackByPublicMeans(options);
  const environment = await resolveEnvironment(options);
  await options.confirm?.(environment);
  const { app_id, name, revision } = environment;
  const body = {
    app_id,
    revision: to,
    ...(message === null ? {} : { message }),
    ...(override === null ? {} : { override }),
  };
  const rolledBack = extended.rollbackEnvironment({ environment_name: name, body }, { ifRevision: revision ?? 0 });
  const history = [`wf env revisions ${shellWord(name)}`];
  const record = await withNextSteps(rolledBack, {
    WF_CONFLICT: history,
    WF_NOT_FOUND: history,
    WF_PROTECTED: [
      ...history,
      `wf env rollback ${shellWord(name)}${to === null ? '' : ` --to ${to}`} --override REASON`,
    ],
  });
  return { record, warning: null, revision: record.revision };
}
