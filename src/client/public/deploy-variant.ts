import type { Client } from '../create-client.ts';
import type {
  EnvironmentOutput,
  EnvironmentRevision,
  EnvironmentRevisions,
} from '../../contract/environments/environment.ts';
import type { AppVariantResponse, AppVariantRevision } from '../../contract/variants/variant.ts';
import {
  isWfError,
  type NextSteps,
  type ServiceError,
  recover,
  userError,
  type UserError,
  withNextSteps,
} from '../../foundation/errors/wf-error.ts';
import { shellWord } from '../../foundation/shell-word.ts';
import type { EndpointInput } from '../../contract/endpoints.ts';
import { readBack, type Written } from './confirm-write.ts';
import {
  type EnvironmentHistory,
  findEntry,
  pinEntry,
  type PinnedRevision,
  readHistoryIfPossible,
} from './environment-history.ts';

export interface VariantDeployment {
  readonly variant: AppVariantResponse;
  /** Revision that the user named or confirmed; `null`: the newest. */
  readonly revision: number | null;
  /** A gate, its evidence and a message: for services of wf only. */
  readonly extensions: Pick<
    DeployBody,
    | 'gate'
    | 'evaluation_id'
    | 'baseline_evaluation_id'
    | 'other_evaluation_ids'
    | 'other_baseline_evaluation_ids'
    | 'message'
  >;
  readonly nextSteps: NextSteps | ((error: ServiceError) => readonly string[]);
}

type DeployBody = EndpointInput<'deployToEnvironment'>['body'];

export interface DeployedToEnvironment {
  readonly environment: EnvironmentRevisions;
  readonly variantName: string;
  readonly variantRevision: number;
  /** Revision of the environment; `null`: the service does not say. */
  readonly environmentRevision: number | null;
  /** False when the environment already ran exactly this. */
  readonly isChanged: boolean;
  /** Why the result was not read back; `null`: it was. */
  readonly warning: string | null;
}

/**
 * Deploys a variant to an environment, and reads what it runs then.
 *
 * @throws {WF_CONFLICT} when the environment was changed since it was read, or runs something else afterwards
 * @throws {WF_PROTECTED} when the environment is protected and no passing evaluation was named
 */
export async function deployVariant(
  client: Client,
  environment: EnvironmentOutput,
  deployment: VariantDeployment,
): Promise<DeployedToEnvironment> {
  if ((await client.extensions()) === null) return await deployAndConfirm(client, environment, deployment);
  const { variant, revision, extensions, nextSteps } = deployment;
  const { app_id, name: environment_name } = environment;
  const { variant_id } = variant;
  const body = { environment_name, variant_id, ...(revision === null ? {} : { revision }), ...extensions };
  await withNextSteps(client.deployToEnvironment({ body }, { ifRevision: environment.revision ?? 0 }), nextSteps);
  const { record, warning } = await readBack<EnvironmentRevisions>(
    () => client.getEnvironmentRevisions({ app_id, environment_name }),
    asWritten(environment, variant),
  );
  return {
    environment: record,
    variantName: variant.variant_name,
    variantRevision: revision ?? variant.revision,
    environmentRevision: record.revision,
    isChanged: true,
    warning,
  };
}

/**
 * Deploys the newest revision of a variant through the public endpoints. They refuse nobody, so it reads the result and
 * reports what the environment runs. If it already runs that revision, nothing is written: each write adds a revision.
 *
 * @source facts §2.4, §3.7
 */
async function deployAndConfirm(
  client: Client,
  environment: EnvironmentOutput,
  { variant, revision: wanted }: VariantDeployment,
): Promise<DeployedToEnvironment> {
  const { variant_id, variant_name: variantName, revision: variantRevision } = variant;
  const before = await listRevisions(client, variant_id);
  const newest = before.find(({ revision }) => revision === variantRevision)?.id;
  // The public service numbers an environment's revisions by the variant's, so the number says nothing.
  const result = { variantName, variantRevision, environmentRevision: null };
  if (newest !== undefined && environment.deployed_app_variant_revision_id === newest) {
    const { record, warning } = await readEnvironment(client, environment, { ...environment, revisions: [] });
    return { ...result, environment: record, isChanged: false, warning };
  }
  await client.deployToEnvironment({ body: { environment_name: environment.name, variant_id } });
  const { record, warning } = await readEnvironment(client, environment, asWritten(environment, variant));
  const runs = await findRunning(client, record, variant);
  if (record.deployed_app_variant_id !== variant_id || (wanted !== null && runs !== variantRevision))
    throw runsAnother(record, variantName);
  return { ...result, environment: record, variantRevision: runs, isChanged: true, warning };
}

/** Returns the environment as it should be after a deployment, for when it cannot be read. */
function asWritten(environment: EnvironmentOutput, variant: AppVariantResponse): EnvironmentRevisions {
  return {
    ...environment,
    deployed_app_variant_id: variant.variant_id,
    deployed_variant_name: variant.variant_name,
    deployed_app_variant_revision_id: null,
    revision: null,
    revisions: [],
  };
}

/** Some releases of the public service cannot list an environment's history, but still list what it runs. */
export async function readEnvironment(
  client: Client,
  { app_id, name }: EnvironmentOutput,
  expected: EnvironmentRevisions,
): Promise<Written<EnvironmentRevisions>> {
  const whole = await readBack(() => client.getEnvironmentRevisions({ app_id, environment_name: name }), expected);
  if (whole.warning === null) return whole;
  const listed = await readBack(async () => {
    const found = (await client.listAppEnvironments({ app_id })).find((one) => one.name === name);
    return found === undefined ? null : { ...found, revisions: [] };
  }, null);
  if (listed.record === null) return whole;
  return { record: listed.record, warning: `The history of ${name} cannot be read, so \`revisions\` is empty.` };
}

/** Finds the revision that an environment runs now; services that return no ids run the newest. */
async function findRunning(
  client: Client,
  { deployed_app_variant_revision_id: id }: EnvironmentRevisions,
  { variant_id, revision }: AppVariantResponse,
): Promise<number> {
  if (id === null) return revision;
  return (await listRevisions(client, variant_id)).find((one) => one.id === id)?.revision ?? revision;
}

async function listRevisions(client: Client, variant_id: string): Promise<readonly AppVariantRevision[]> {
  // They only add details to the result.
  const isTolerable = (error: unknown) => isWfError(error) && error.code !== 'WF_BUG';
  return await recover(client.listVariantRevisions({ variant_id }), isTolerable, []);
}

function runsAnother({ name, deployed_variant_name }: EnvironmentRevisions, variant: string): UserError {
  return userError(
    'WF_CONFLICT',
    `${name} does not run what was deployed, ${variant}: somebody else deployed at the same time, or the service ignored it. It runs ${deployed_variant_name ?? 'nothing'}.`,
    [`wf env show ${shellWord(name)}`, 'Run the same command again'],
  );
}

export interface RolledBackEnvironment extends Written<EnvironmentRevisions> {
  /** Number of the new revision; `null`: the service does not say, or adds none. */
  readonly revision: number | null;
}

interface Rollback {
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
