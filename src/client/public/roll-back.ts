import type { EndpointInput } from '../../contract/endpoints.ts';
import type {
  EnvironmentOutput,
  EnvironmentRevision,
  EnvironmentRevisions,
} from '../../contract/environments/environment.ts';
import type { AppVariantResponse } from '../../contract/variants/variant.ts';
import { shellWord } from '../../foundation/shell-word.ts';
import { UserError } from '../../foundation/errors/wf-error.ts';
import { type NextSteps, withNextSteps } from '../../foundation/errors/with-next-steps.ts';
import type { Client } from '../create-client.ts';
import { readEnvironment } from './deploy-variant.ts';
import {
  type EnvironmentHistory,
  findEntry,
  pinEntry,
  type PinnedRevision,
  readHistoryIfPossible,
} from './environment-history.ts';
import type { Written } from './confirm-write.ts';

export interface RolledBackEnvironment extends Written<EnvironmentRevisions> {
  /** Number of the new revision; `null`: the service does not say, or adds none. */
  readonly revision: number | null;
}

export interface Rollback {
  /** Revision of the environment; `null`: the previous one. */
  readonly to: number | null;
  /** A message and a reason: for services of wf only. */
  readonly extensions: Pick<EndpointInput<'rollbackEnvironment'>['body'], 'message' | 'override'>;
  readonly confirm?: ((environment: EnvironmentOutput) => Promise<boolean>) | undefined;
  readonly nextSteps: NextSteps;
}

/**
 * Restores an earlier revision of an environment as a new revision.
 *
 * @throws {WF_UNSUPPORTED} when another service cannot restore that revision
 * @throws {WF_NOT_FOUND} when there is no such revision
 * @throws {WF_CONFLICT} when the environment was changed since it was read, or runs something else afterwards
 */
export async function rollBack(
  client: Client,
  environment: EnvironmentOutput,
  rollback: Rollback,
): Promise<RolledBackEnvironment> {
  if ((await client.extensions()) === null) return await rollBackAndConfirm(client, environment, rollback);
  const { to, extensions, confirm, nextSteps } = rollback;
  await confirm?.(environment);
  const { app_id, name: environment_name, revision } = environment;
  const body = { app_id, revision: to, ...extensions };
  const rolledBack = client.rollbackEnvironment({ environment_name, body }, { ifRevision: revision ?? 0 });
  const record = await withNextSteps(rolledBack, nextSteps);
  return { record, warning: null, revision: record.revision };
}

/**
 * Restores what an environment ran, through the public endpoints: the newest revision of a variant by a deployment, and
 * an older one of the variant that runs now by moving the pointer, which adds no entry to the history.
 *
 * @source facts §2.4
 */
async function rollBackAndConfirm(
  client: Client,
  environment: EnvironmentOutput,
  { to, confirm }: Rollback,
): Promise<RolledBackEnvironment> {
  const { app_id, name } = environment;
  const history = await readHistoryIfPossible(client, environment);
  if (history === null) throw lacks(`a history of ${name} that can be read`, name);
  const entry = findTarget(history, environment, to);
  const pinned = await pinEntry(client, environment, entry);
  const variants = await client.listAppVariants({ app_id });
  const variant = pinned === null ? undefined : variants.find((one) => one.variant_name === pinned.variant.name);
  if (pinned === null || variant === undefined) throw isGone(name);
  const isNewest = pinned.variant.revision.revision === variant.revision;
  if (!isNewest && variant.variant_id !== environment.deployed_app_variant_id)
    throw lacks(`rollbacks to an older revision of another variant than ${name} runs`, name, variant, pinned);
  const isRunning = environment.deployed_app_variant_revision_id === entry.deployed_app_variant_revision;
  if (!isRunning) await confirm?.(environment);
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
