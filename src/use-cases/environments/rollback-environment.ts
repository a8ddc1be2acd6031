import type { Client } from '../../client/create-client.ts';
import { rollBack, type RolledBackEnvironment } from '../../client/public/roll-back.ts';
import type { EnvironmentOutput } from '../../contract/environments/environment.ts';
import { shellWord } from '../../foundation/shell-word.ts';
import { resolveEnvironment } from './resolve-environment.ts';

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
  const { client, to, message = null, override = null, confirm } = options;
  if (override !== null) await client.require('protected environments');
  const deploy = `wf env deploy ${shellWord(options.environment)} --variant VARIANT`;
  if (message !== null) await client.require('messages on rollbacks', { nextSteps: [deploy], isChange: true });
  const environment = await resolveEnvironment(options);
  const typed = shellWord(environment.name);
  const history = [`wf env revisions ${typed}`];
  const again = `wf env rollback ${typed}${to === null ? '' : ` --to ${to}`} --override REASON`;
  return await rollBack(client, environment, {
    to,
    extensions: { ...(message === null ? {} : { message }), ...(override === null ? {} : { override }) },
    confirm,
    nextSteps: { WF_CONFLICT: history, WF_NOT_FOUND: history, WF_PROTECTED: [...history, again] },
  });
}
