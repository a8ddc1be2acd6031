import type { Client } from '../../client/create-client.ts';
import type {
  EnvironmentOutput,
  EnvironmentRevision,
  EnvironmentRevisions,
} from '../../contract/environments/environment.ts';
import type { AppVariantResponse } from '../../contract/variants/variant.ts';
import { shellWord } from '../../foundation/shell-word.ts';
import { UserError } from '../../foundation/errors/wf-error.ts';
import type { Written } from '../records/read-back.ts';
import { pinEntry, type PinnedRevision } from '../variants/read-environment-revision.ts';
import { type EnvironmentHistory, findEntry, readHistoryIfPossible } from '../variants/read-history.ts';
import { readEnvironment } from './deploy-by-public-means.ts';
import { resolveEnvironment, type ResolveEnvironmentOptions } from './resolve-environment.ts';

export interface RolledBackEnvironment extends Written<EnvironmentRevisions> {
  /** Number of the new revision; `null`: the service does not say, or adds none. */
  readonly revision: number | null;
}

export interface PublicRollback extends ResolveEnvironmentOptions {
  readonly to: number | null;
  readonly message?: string | null;
  readonly confirm?: (environment: EnvironmentOutput) => Promise<boolean>;
}

/**
 * Restores what an environment ran, through the public endpoints: the newest revision of a variant by a deployment, and
 * an older one of the variant that runs now by moving the pointer, which adds no entry to the history.
 *
 * @throws {WF_UNSUPPORTED} when the history cannot be read, for a message, or for an older revision of another variant
 * @throws {WF_NOT_FOUND} when there is no such revision
 * @throws {WF_CONFLICT} when the environment runs something else afterwards
 * @source facts §2.4
 */
export async function rollBackByPublicMeans(options: PublicRollback): Promise<RolledBackEnvironment> {
  const { client, message = null } = options;
  if (message !== null) throw lacks('messages on rollbacks', options.environment);
  const environment = await resolveEnvironment(options);
  const { app_id, name } = environment;
  const history = await readHistoryIfPossible(client, environment);
  if (history === null) throw lacks(`a history of ${name} that can be read`, name);
  const entry = findTarget(history, environment, options.to);
  const pinned = await pinEntry(client, environment, entry);
  const variants = await client.listAppVariants({ app_id });
  const variant = pinned === null ? undefined : variants.find((one) => one.variant_name === pinned.variant.name);
  if (pinned === null || variant === undefined) throw isGone(name);
  const isNewest = pinned.variant.revision.revision === variant.revision;
  if (!isNewest && variant.variant_id !== environment.deployed_app_variant_id)
    throw lacks(`rollbacks to an older revision of another variant than ${name} runs`, name, variant, pinned);
  const isRunning = environment.deployed_app_variant_revision_id === entry.deployed_app_variant_revision;
  if (!isRunning) await options.confirm?.(environment);
  if (!isRunning) await restore(client, environment, { entry, variant, isNewest });
  return { ...(await readRestored(client, environment, entry, variant)), revision: null };
}

interface Restored {
  readonly entry: EnvironmentRevision;
  readonly variant: AppVariantResponse;
  readonly isNewest: boolean;
}

async function restore(client: Client, { name }: EnvironmentOutput, { entry, variant, isNewest }: Restored) {
  await (isNewest
    ? client.deployToEnvironment({ body: { environment_name: name, variant_id: variant.variant_id } })
    : client.request({ method: 'POST', path: `/configs/deployment/${encodeURIComponent(entry.id)}/revert` }));
}

function findTarget(history: EnvironmentHistory, { name }: EnvironmentOutput, to: number | null): EnvironmentRevision {
  const found = to === null ? history.previous : findEntry(history, name, to);
  if (found !== undefined) return found;
  throw new UserError({
    code: to === null ? 'WF_CONFLICT' : 'WF_NOT_FOUND',
    message:
      to === null ? `Environment ${name} has no earlier revision.` : `Environment ${name} has no revision ${to}.`,
    nextSteps: [`wf env revisions ${shellWord(name)}`],
  });
}

async function readRestored(
  client: Client,
  environment: EnvironmentOutput,
  { deployed_app_variant_revision: wanted }: EnvironmentRevision,
  { variant_id, variant_name }: AppVariantResponse,
): Promise<Written<EnvironmentRevisions>> {
  const written = await readEnvironment(client, environment, {
    ...environment,
    deployed_app_variant_id: variant_id,
    deployed_variant_name: variant_name,
    deployed_app_variant_revision_id: wanted,
    revisions: [],
  });
  const { deployed_app_variant_revision_id: runs, name } = written.record;
  if (runs === wanted) return written;
  throw new UserError({
    code: 'WF_CONFLICT',
    message: `${name} does not run what was restored, ${variant_name}: somebody else deployed at the same time, or the service ignored it.`,
    nextSteps: [`wf env show ${shellWord(name)}`, 'Run the same command again'],
  });
}

function lacks(what: string, environment: string, variant?: AppVariantResponse, pinned?: PinnedRevision): UserError {
  const target = shellWord(environment);
  const name = shellWord(variant?.variant_name ?? 'VARIANT');
  const revert = pinned === undefined ? '' : `wf variants revert ${name} --to ${pinned.variant.revision.revision} && `;
  return new UserError({
    code: 'WF_UNSUPPORTED',
    message: `This service lacks ${what}. Nothing was changed.`,
    nextSteps: [`${revert}wf env deploy ${target} --variant ${name}`],
  });
}

function isGone(name: string): UserError {
  return new UserError({
    code: 'WF_NOT_FOUND',
    message: `What ${name} ran then is gone: its variant was deleted.`,
    nextSteps: [`wf env revisions ${shellWord(name)}`],
  });
}
