import type { EndpointInput } from '../../contract/endpoints.ts';
import type { EnvironmentRevision } from '../../contract/environments/environment.ts';
import type { AppVariantRevision } from '../../contract/variants/variant.ts';
import { recover } from '../../foundation/errors/wf-error.ts';
import type { Client } from '../create-client.ts';
import { isNumbered, type NamedEnvironment } from './environment-history.ts';
import { isUnexplainedFailure, orMissing } from './is-missing.ts';

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
    (await findRevision(client, app_id, id)) ??
    (id === running ? await fetchRunning(client, environment) : await fetchEntry(client, environment, revision));
  return variant === null ? null : { environment: name, revision, variant };
}

/**
 * Fetches what an environment runs by its name: older releases of the public service list revisions without ids.
 *
 * @returns `null`: the service does not tell
 * @source facts §2.2, §2.3
 */
export async function fetchRunning(
  client: Client,
  { app_id, name, deployed_app_variant_revision_id: id, deployed_variant_name: variant }: NamedEnvironment,
): Promise<PinnedRevision['variant'] | null> {
  const environment_ref = { slug: name, version: null, id: null };
  const application_ref = { slug: null, version: null, id: app_id };
  return id === null ? null : await fetchPinned(client, { id, variant }, { environment_ref, application_ref });
}

/** Fetches what an environment ran by the id of an entry of its history. Our service always lists the revision. */
async function fetchEntry(
  client: Client,
  { app_id }: NamedEnvironment,
  { id, deployed_app_variant_revision: pinned }: EnvironmentRevision,
): Promise<PinnedRevision['variant'] | null> {
  if (id === '' || pinned === null || (await isNumbered(client))) return null;
  const body = { environment_ref: { slug: null, version: null, id } };
  const found = await fetchPinned(client, { id: pinned, variant: null }, body);
  if (found === null) return null;
  // The reference has the name of the configuration, not that of the variant.
  const [variant, ...others] = (await client.listAppVariants({ app_id })).filter(
    (one) => one.config_name === found.name,
  );
  return variant === undefined || others.length > 0 ? null : { ...found, name: variant.variant_name };
}

/** @param pinned - id of the variant's revision, and the variant's name, if it is known */
async function fetchPinned(
  client: Client,
  pinned: { readonly id: string; readonly variant: string | null },
  body: EndpointInput<'fetchConfig'>['body'],
): Promise<PinnedRevision['variant'] | null> {
  const found = await recover(orMissing(client.fetchConfig({ body })), isUnexplainedFailure, null);
  const slug = found?.variant_ref?.slug ?? pinned.variant;
  // The answer is about the pinned revision, or about nothing that we asked for.
  if (found === null || slug === null || found.variant_ref?.id !== pinned.id) return null;
  const revision = {
    id: found.variant_ref.id ?? '',
    revision: found.variant_ref.version ?? 0,
    modified_by: '',
    config: { config_name: slug, parameters: found.params, set_parameters: found.set_parameters },
    created_at: found.variant_lifecycle?.created_at ?? '',
  };
  return { name: pinned.variant ?? slug, revision };
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
