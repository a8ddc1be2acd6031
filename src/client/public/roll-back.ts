import type { Client } from '../create-client.ts';
import type {
  EnvironmentOutput,
  EnvironmentRevision,
  EnvironmentRevisions,
} from '../../contract/environments/environment.ts';
import type { AppVariantResponse } from '../../contract/variants/variant.ts';
import { type NextSteps, userError, type UserError, withNextSteps } from '../../foundation/errors/wf-error.ts';
import { shellWord } from '../../foundation/shell-word.ts';
import type { EndpointInput } from '../../contract/endpoints.ts';
import { orAnything, type Written } from './confirm-write.ts';
import { readEnvironment } from './deploy-variant.ts';
import { planRollback, type RollbackPlan, toPlan } from '../../contract/environments/rollback-plan.ts';
import {
  type EnvironmentHistory,
  findBefore,
  findEntry,
  readHistory,
  readHistoryIfPossible,
  toRollback,
} from './environment-history.ts';
import { pinEntry, type PinnedRevision } from './pin-entry.ts';

export interface RolledBackEnvironment extends Written<EnvironmentRevisions> {
  readonly plan: RollbackPlan;
  /** Number of the new revision; `null`: the service does not say, or adds none. */
  readonly revision: number | null;
  /** False when only planned, and when the environment already ran this. */
  readonly isChanged: boolean;
}

interface Rollback {
  /** Number or id of the revision; `null`: the last different one that was not rolled away from. */
  readonly to: string | null;
  /** A message and a reason: for services of wf only. */
  readonly extensions: Pick<EndpointInput<'rollbackEnvironment'>['body'], 'message' | 'override'>;
  /** Whether to plan only. */
  readonly isPlan: boolean;
  readonly confirm?: ((plan: RollbackPlan) => Promise<boolean>) | undefined;
  readonly nextSteps: NextSteps;
}

/**
 * Restores an earlier revision of an environment as a new revision. It is chosen here, as the service would choose it: so
 * the user confirms what then happens, and older services, which choose another, do the same.
 *
 * @throws {WF_UNSUPPORTED} when another service cannot restore that revision
 * @throws {WF_NOT_FOUND} when there is no such revision
 * @throws {WF_PROTECTED} when the environment is protected and that revision did not pass its gate
 * @throws {WF_CONFLICT} when there is nothing to go back to, the environment was changed since it was read, or runs
 * something else afterwards
 */
export async function rollBack(
  client: Client,
  environment: EnvironmentOutput,
  rollback: Rollback,
): Promise<RolledBackEnvironment> {
  if ((await client.extensions()) === null) return await rollBackAndConfirm(client, environment, rollback);
  const { to, extensions, confirm, nextSteps, isPlan } = rollback;
  const { app_id, name: environment_name, revision } = environment;
  const { revisions } = await readHistory(client, environment);
  const target = to === null ? null : requireEntry(revisions, environment_name, to);
  const isOverridden = extensions.override != null;
  const plan = planRollback(environment, revisions, { to: target, isOverridden, nextSteps });
  const now = { record: { ...environment, revisions: [...revisions] }, warning: null, revision, plan };
  if (isPlan || !plan.changes) return { ...now, isChanged: false };
  await confirm?.(plan);
  const body = { app_id, revision: plan.to, ...extensions };
  const rolledBack = client.rollbackEnvironment({ environment_name, body }, { ifRevision: revision ?? 0 });
  const record = await withNextSteps(rolledBack, nextSteps);
  return { record, warning: null, plan, revision: record.revision, isChanged: true };
}

function requireEntry(revisions: readonly EnvironmentRevision[], name: string, to: string): EnvironmentRevision {
  const found = findEntry({ revisions }, name, to, toRollback(name));
  if (found !== undefined) return found;
  const there = revisions.length === 0 ? 'none yet' : `1 to ${revisions.at(-1)?.revision ?? 0}`;
  throw userError('WF_NOT_FOUND', `Environment ${JSON.stringify(name)} has no revision ${to}. It has ${there}.`, [
    `wf env revisions ${shellWord(name)}`,
  ]);
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
  { to, confirm, isPlan }: Rollback,
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
  const changes = environment.deployed_app_variant_revision_id !== entry.deployed_app_variant_revision;
  const plan = toPlan({
    environment: name,
    from: history.current?.revision ?? environment.revision ?? 0,
    to: entry.revision,
    runs: `${variant.variant_name}@${pinned.variant.revision.revision}`,
    skipped: [],
    changes,
  });
  const isChanged = changes && !isPlan;
  if (isChanged) {
    await confirm?.(plan);
    await restore(client, environment, { entry, variant, isNewest });
  } else if (isPlan)
    return { record: { ...environment, revisions: [] }, warning: null, plan, revision: null, isChanged };
  return { ...(await readRestored(client, environment, entry, variant)), plan, revision: null, isChanged };
}

interface Restored {
  readonly entry: EnvironmentRevision;
  readonly variant: AppVariantResponse;
  readonly isNewest: boolean;
}

async function restore(client: Client, { name }: EnvironmentOutput, { entry, variant, isNewest }: Restored) {
  await (isNewest
    ? client.deployToEnvironment({ body: { environment_name: name, variant_id: variant.variant_id } })
    : orAnything(client.revertDeployment({ deployment_revision_id: entry.id })));
}

function findTarget(history: EnvironmentHistory, { name }: EnvironmentOutput, to: string | null): EnvironmentRevision {
  const found = to === null ? findBefore(history) : findEntry(history, name, to, toRollback(name));
  if (found !== undefined) return found;
  throw userError(
    to === null ? 'WF_CONFLICT' : 'WF_NOT_FOUND',
    to === null ? `Environment ${name} has no earlier revision.` : `Environment ${name} has no revision ${to}.`,
    [`wf env revisions ${shellWord(name)}`],
  );
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
  throw userError(
    'WF_CONFLICT',
    `${name} does not run what was restored, ${variant_name}: somebody else deployed at the same time, or the service ignored it.`,
    [`wf env show ${shellWord(name)}`, 'Run the same command again'],
  );
}

function lacks(what: string, environment: string, variant?: AppVariantResponse, pinned?: PinnedRevision): UserError {
  const target = shellWord(environment);
  const name = shellWord(variant?.variant_name ?? 'VARIANT');
  const revert = pinned === undefined ? '' : `wf variants revert ${name} --to ${pinned.variant.revision.revision} && `;
  return userError('WF_UNSUPPORTED', `This service lacks ${what}. Nothing was changed.`, [
    `${revert}wf env deploy ${target} --variant ${name}`,
  ]);
}

function isGone(name: string): UserError {
  return userError('WF_NOT_FOUND', `What ${name} ran then is gone: its variant was deleted.`, [
    `wf env revisions ${shellWord(name)}`,
  ]);
}
