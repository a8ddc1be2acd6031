import type { Client } from '../create-client.ts';
import type { EnvironmentOutput, EnvironmentRevisions } from '../../contract/environments/environment.ts';
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
import { fetchRunning } from './pin-entry.ts';

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
    // A service that adds no revision for what already runs.
    isChanged: record.revision === null || record.revision !== environment.revision,
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
  const running = environment.deployed_app_variant_id === variant_id ? await findRunning(client, environment) : null;
  // The public service numbers an environment's revisions by the variant's, so the number says nothing.
  const result = { variantName, variantRevision, environmentRevision: null };
  if (running === variantRevision) {
    const { record, warning } = await readEnvironment(client, environment, { ...environment, revisions: [] });
    return { ...result, environment: record, isChanged: false, warning };
  }
  await client.deployToEnvironment({ body: { environment_name: environment.name, variant_id } });
  const { record, ...read } = await readEnvironment(client, environment, asWritten(environment, variant));
  const runs = (await findRunning(client, record)) ?? variantRevision;
  if (record.deployed_app_variant_id !== variant_id || (wanted !== null && runs !== variantRevision))
    throw runsAnother(record, variantName);
  const isUnknown = running === null && environment.deployed_app_variant_id === variant_id;
  const again = `The service does not say which revision of ${variantName} ${environment.name} ran, so it may have run this one already.`;
  const warning = [read.warning, isUnknown ? again : null].filter((one) => one !== null).join(' ') || null;
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

/**
 * Finds the revision of its variant that an environment runs. Older releases of the public service list revisions without
 * ids, and tell the revision by the name of the environment.
 *
 * @returns `null`: the service does not tell
 */
async function findRunning(client: Client, environment: EnvironmentOutput): Promise<number | null> {
  const { deployed_app_variant_id: variant_id, deployed_app_variant_revision_id: id } = environment;
  if (id === null || variant_id === null) return null;
  const listed = (await listRevisions(client, variant_id)).find((one) => one.id === id)?.revision;
  return listed ?? (await recover(fetchRunning(client, environment), isTolerable, null))?.revision.revision ?? null;
}

async function listRevisions(client: Client, variant_id: string): Promise<readonly AppVariantRevision[]> {
  return await recover(client.listVariantRevisions({ variant_id }), isTolerable, []);
}

/** What is read here only adds details to the result. */
function isTolerable(error: unknown): boolean {
  return isWfError(error) && error.code !== 'WF_BUG';
}

function runsAnother({ name, deployed_variant_name }: EnvironmentRevisions, variant: string): UserError {
  return userError(
    'WF_CONFLICT',
    `${name} does not run what was deployed, ${variant}: somebody else deployed at the same time, or the service ignored it. It runs ${deployed_variant_name ?? 'nothing'}.`,
    [`wf env show ${shellWord(name)}`, 'Run the same command again'],
  );
}
