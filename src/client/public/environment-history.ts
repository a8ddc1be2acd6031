import type { AppVariantRevision } from '../../contract/variants/variant.ts';
import type { Client } from '../create-client.ts';
import type { EnvironmentOutput, EnvironmentRevision } from '../../contract/environments/environment.ts';
import { recover, usageError } from '../../foundation/errors/wf-error.ts';
import { shellWord } from '../../foundation/shell-word.ts';
import { chooseRollback } from '../../contract/environments/rollback-plan.ts';
import { isUnexplainedFailure, orMissing } from './is-missing.ts';

/** The history of an environment, and which entries a number or a position means. */
export interface EnvironmentHistory {
  /** Oldest first. */
  readonly revisions: readonly EnvironmentRevision[];
  /** The entry that runs now; `undefined`: nothing runs, or a revision that has no entry. */
  readonly current: EnvironmentRevision | undefined;
  /** The entry before the current one. */
  readonly previous: EnvironmentRevision | undefined;
}

type RunningEnvironment = Pick<EnvironmentOutput, 'app_id' | 'name' | 'revision' | 'deployed_app_variant_revision_id'>;
export type NamedEnvironment = RunningEnvironment & Pick<EnvironmentOutput, 'deployed_variant_name'>;

/**
 * Reads the history of an environment. Our service numbers its entries; the public one repeats the variant's revision
 * in them, so there only their order and the running revision show which is which.
 *
 * @source facts §3.7
 */
export async function readHistory(client: Client, environment: RunningEnvironment): Promise<EnvironmentHistory> {
  const { app_id, name: environment_name, revision, deployed_app_variant_revision_id: running } = environment;
  const { revisions } = await client.getEnvironmentRevisions({ app_id, environment_name });
  const isOurs = await isNumbered(client);
  const current = isOurs
    ? revisions.find((one) => one.revision === revision)
    : revisions.findLast((one) => one.deployed_app_variant_revision === (running ?? undefined));
  const previous = isOurs
    ? revisions.find((one) => one.revision === (revision ?? 0) - 1)
    : revisions[(current === undefined ? revisions.length : revisions.indexOf(current)) - 1];
  return { revisions, current, previous };
}

/**
 * Finds what a roll-back without a number restores at a public service. It does not mark roll-backs: an entry that runs
 * what an earlier one ran counts as one, so that a second roll-back does not return to what the first one left.
 */
export function findBefore({ revisions, current }: EnvironmentHistory): EnvironmentRevision | undefined {
  const past = current === undefined ? revisions : revisions.slice(0, revisions.indexOf(current) + 1);
  // A running revision without an entry comes after all of them.
  if (current === undefined) return past.at(-1);
  const ids = past.map((each) => each.deployed_app_variant_revision);
  const marked = past.map((each, index) => {
    const first = ids.indexOf(each.deployed_app_variant_revision);
    return { ...each, deployment: null, revision: index + 1, restored_from: first < index ? first + 1 : null };
  });
  const { target } = chooseRollback(marked, false);
  return target === null ? undefined : past[target.revision - 1];
}

/** Returns whether the service numbers the entries of histories, and names the variants that they ran. */
export async function isNumbered(client: Client): Promise<boolean> {
  return (await client.extensions()) !== null;
}

/**
 * Finds the entry with a number.
 *
 * @returns `undefined`: there is none
 * @throws {WF_USAGE} when several entries have it, as on a public service
 */
export function findEntry(
  { revisions }: Pick<EnvironmentHistory, 'revisions'>,
  environment: string,
  number: number,
): EnvironmentRevision | undefined {
  const [found, ...others] = revisions.filter(({ revision }) => revision === number);
  if (others.length === 0) return found;
  throw usageError(
    `${environment} has ${others.length + 1} revisions with the number ${number}: this service repeats the numbers of the variants' revisions.`,
    [`wf env revisions ${shellWord(environment)}`],
  );
}

/** Reads the history if the service can send it; releases of the public service fail for every environment. */
export async function readHistoryIfPossible(
  client: Client,
  environment: RunningEnvironment,
): Promise<EnvironmentHistory | null> {
  return await recover(readHistory(client, environment), isUnexplainedFailure, null);
}

/** An environment revision and the variant revision it pins. */
export interface PinnedRevision {
  readonly environment: string;
  readonly revision: EnvironmentRevision;
  readonly variant: { readonly name: string; readonly revision: AppVariantRevision };
}

/** Reads the revision of a variant that an entry of a history pins; `null`: there is none anymore. */
export async function pinEntry(
  client: Client,
  environment: NamedEnvironment,
  revision: EnvironmentRevision,
): Promise<PinnedRevision | null> {
  const { app_id, name, deployed_app_variant_revision_id: running } = environment;
  const id = revision.deployed_app_variant_revision;
  if (id === null) return null;
  const variant =
    (await findRevision(client, app_id, id)) ?? (id === running ? await fetchRunning(client, environment) : null);
  return variant === null ? null : { environment: name, revision, variant };
}

/**
 * Fetches what an environment runs by its name: older releases of the public service list revisions without ids.
 *
 * @source facts §2.2, §2.3
 */
async function fetchRunning(
  client: Client,
  { app_id, name, deployed_variant_name, deployed_app_variant_revision_id }: NamedEnvironment,
): Promise<PinnedRevision['variant'] | null> {
  const body = {
    environment_ref: { slug: name, version: null, id: null },
    application_ref: { slug: null, version: null, id: app_id },
  };
  const found = await orMissing(client.fetchConfig({ body }));
  const slug = found?.variant_ref?.slug ?? deployed_variant_name;
  // The answer is about the running revision, or about nothing that we asked for.
  if (found === null || slug === null || found.variant_ref?.id !== deployed_app_variant_revision_id) return null;
  const revision = {
    id: found.variant_ref.id ?? '',
    revision: found.variant_ref.version ?? 0,
    modified_by: '',
    config: { config_name: slug, parameters: found.params, set_parameters: found.set_parameters },
    created_at: found.variant_lifecycle?.created_at ?? '',
  };
  return { name: deployed_variant_name ?? slug, revision };
}

/** The API identifies what an environment runs by revision id alone. */
async function findRevision(client: Client, app_id: string, id: string): Promise<PinnedRevision['variant'] | null> {
  for (const { variant_id, variant_name } of await client.listAppVariants({ app_id, variant_revision_id: id })) {
    const revisions = await client.listVariantRevisions({ variant_id });
    const revision = revisions.find((one) => one.id === id);
    if (revision !== undefined) return { name: variant_name, revision };
  }
  return null;
}
