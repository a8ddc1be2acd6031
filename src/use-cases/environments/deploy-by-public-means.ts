import type { Client } from '../../client/create-client.ts';
import type { EnvironmentOutput, EnvironmentRevisions } from '../../contract/environments/environment.ts';
import type { AppVariantResponse, AppVariantRevision } from '../../contract/variants/variant.ts';
import { isWfError, UserError } from '../../foundation/errors/wf-error.ts';
import { shellWord } from '../../foundation/shell-word.ts';
import { readBack, type Written } from '../records/read-back.ts';
import type { DeployedToEnvironment } from './deployed-to-environment.ts';

interface AskedDeployment {
  readonly environment: string;
  readonly variant: string;
  readonly gate?: unknown;
  readonly evaluation?: string | null;
  readonly baseline?: string | null;
  readonly message?: string | null;
}

/**
 * Refuses what a service without our extensions would ignore.
 *
 * @throws {WF_UNSUPPORTED} for a gate, an evaluation or a message
 */
export function requirePublicDeployment({ environment, variant, message, ...checked }: AskedDeployment): void {
  const { gate = null, evaluation = null, baseline = null } = checked;
  const deploy = `wf env deploy ${shellWord(environment)} --variant ${shellWord(variant)}`;
  if (gate !== null || evaluation !== null || baseline !== null) {
    const show = `wf eval show ${shellWord(evaluation ?? 'EVALUATION')} --gate FILE && ${deploy}`;
    throw lacks('gates on deployments', `Check it here before you deploy: ${show}`);
  }
  if (message != null) throw lacks('messages on deployments', `Leave out --message: ${deploy}`);
}

/**
 * Refuses an older revision: a public service deploys the newest one only.
 *
 * @throws {WF_UNSUPPORTED} when the revision is not the newest
 * @source facts §2.4
 */
export function requireNewest(
  { variant_name, revision }: AppVariantResponse,
  wanted: number | null,
  environment: string,
): void {
  if (wanted === null || wanted === revision) return;
  const [variant, target] = [shellWord(variant_name), shellWord(environment)];
  throw lacks(
    `deployments of an older revision than the newest, ${variant_name}@${revision}`,
    `wf variants revert ${variant} --to ${wanted} && wf env deploy ${target} --variant ${variant}`,
  );
}

function lacks(what: string, step: string): UserError {
  return new UserError({
    code: 'WF_UNSUPPORTED',
    message: `This service lacks ${what}, an extension of wf. Nothing was changed.`,
    nextSteps: [step],
  });
}

interface Target {
  readonly variant: AppVariantResponse;
  /** Whether the user named or confirmed this very revision. */
  readonly isExact: boolean;
}

/**
 * Deploys the newest revision of a variant through the public endpoints. They refuse nobody, so it reads the result and
 * reports what the environment runs. If it already runs that revision, nothing is written: each write adds a revision.
 *
 * @throws {WF_CONFLICT} when the environment runs something else afterwards
 * @source facts §2.4, §3.7
 */
export async function deployByPublicMeans(
  client: Client,
  environment: EnvironmentOutput,
  { variant, isExact }: Target,
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
  if (record.deployed_app_variant_id !== variant_id || (isExact && runs !== variantRevision))
    throw runsAnother(record, variantName);
  return { ...result, environment: record, variantRevision: runs, isChanged: true, warning };
}

/** Returns the environment as it should be after a deployment, for when it cannot be read. */
export function asWritten(environment: EnvironmentOutput, variant: AppVariantResponse): EnvironmentRevisions {
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
  try {
    return await client.listVariantRevisions({ variant_id });
  } catch (error) {
    // They only add details to the result.
    if (isWfError(error) && error.code !== 'WF_BUG') return [];
    throw error;
  }
}

function runsAnother({ name, deployed_variant_name }: EnvironmentRevisions, variant: string): UserError {
  return new UserError({
    code: 'WF_CONFLICT',
    message: `${name} does not run what was deployed, ${variant}: somebody else deployed at the same time, or the service ignored it. It runs ${deployed_variant_name ?? 'nothing'}.`,
    nextSteps: [`wf env show ${shellWord(name)}`, 'Run the same command again'],
  });
}
