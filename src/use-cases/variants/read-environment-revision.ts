import type { Client } from '../../client/create-client.ts';
import type { EnvironmentOutput, EnvironmentRevision } from '../../contract/environments/environment.ts';
import type { AppVariantRevision } from '../../contract/variants/variant.ts';
import { UserError } from '../../foundation/errors/wf-error.ts';
import { shellWord } from '../../foundation/shell-word.ts';
import { orMissing } from '../records/is-missing.ts';
import { findEntry, readHistoryIfPossible } from './read-history.ts';

/** An environment revision and the variant revision it pins. */
export interface PinnedRevision {
  readonly environment: string;
  readonly revision: EnvironmentRevision;
  readonly variant: { readonly name: string; readonly revision: AppVariantRevision };
}

type NamedEnvironment = Pick<
  EnvironmentOutput,
  'app_id' | 'name' | 'revision' | 'deployed_app_variant_revision_id' | 'deployed_variant_name'
>;

/**
 * Reads what an environment runs, or what it ran at one of its revisions.
 *
 * @param number - the environment's revision; `null`: the newest
 * @throws {WF_NOT_FOUND} when it has no such revision, or no revision at all
 * @throws {WF_UNSUPPORTED} when the service cannot send its history
 */
export async function readEnvironmentRevision(
  client: Client,
  environment: NamedEnvironment,
  number: number | null,
): Promise<PinnedRevision> {
  const { name } = environment;
  const history = await readHistoryIfPossible(client, environment);
  if (history === null && number !== null) throw cannotList(name);
  const listed = history === null || number === null ? history?.current : findEntry(history, name, number);
  const revision = listed ?? (number === null ? toEntry(environment) : undefined);
  const pinned = revision === undefined ? null : await pinEntry(client, environment, revision);
  if (pinned === null) throw nothingRuns(name, number, history?.revisions.length ?? 0);
  return pinned;
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
    config: { config_name: slug, parameters: found.params },
    created_at: found.variant_lifecycle?.created_at ?? '',
  };
  return { name: deployed_variant_name ?? slug, revision };
}

/** What an environment runs, where its history does not say. */
function toEntry({
  revision,
  deployed_app_variant_revision_id: id,
}: NamedEnvironment): EnvironmentRevision | undefined {
  if (id === null) return undefined;
  const unknown = { id: '', modified_by: '', created_at: '', deployment: null };
  return { ...unknown, revision: revision ?? 0, deployed_app_variant_revision: id };
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

function cannotList(name: string): UserError {
  return new UserError({
    code: 'WF_UNSUPPORTED',
    message: `This service cannot list the history of ${name}: only what it runs now is known.`,
    nextSteps: [`wf env show ${shellWord(name)}`],
  });
}

function nothingRuns(name: string, revision: number | null, count: number): UserError {
  return new UserError({
    code: 'WF_NOT_FOUND',
    message:
      revision === null
        ? `Nothing is deployed to ${name} yet.`
        : `Environment ${name} has no revision ${revision}. It has ${count === 0 ? 'none yet' : `1 to ${count}`}.`,
    nextSteps: [
      revision === null ? `wf env deploy ${shellWord(name)} --variant VARIANT` : `wf env revisions ${shellWord(name)}`,
    ],
  });
}
