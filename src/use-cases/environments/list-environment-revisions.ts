import type { EnvironmentOutput, EnvironmentRevisions } from '../../contract/environments/environment.ts';
import { resolveEnvironment, type ResolveEnvironmentOptions } from './resolve-environment.ts';
import { isServiceError, isWfError, recover, withNextSteps } from '../../foundation/errors/wf-error.ts';
import { resolveAppId } from '../apps/resolve-app.ts';
import { isEndpointMissing, isUnexplainedFailure } from '../../client/public/is-missing.ts';
import { shellWord } from '../../foundation/shell-word.ts';
import type { Client } from '../../client/create-client.ts';
import { isNumbered } from '../../client/public/environment-history.ts';
import { type NamedRevision, readNamedRevisions } from '../variants/list-variant-revisions.ts';
import { nameRunning } from './name-running.ts';

export interface ListEnvironmentRevisionsOptions extends ResolveEnvironmentOptions {
  /** Number of newest revisions; `null`: all. Another service sends all. @defaultValue null */
  readonly limit?: number | null;
}

/** An environment with the newest part of its history, oldest first. */
export interface NewestHistory {
  /** Also has the revision before those shown, which tells what the oldest of them changed. */
  readonly environment: EnvironmentRevisions;
  readonly shown: EnvironmentRevisions['revisions'];
  readonly total: number;
}

/**
 * Fetches an environment with its newest revisions.
 *
 * @throws {WF_NOT_FOUND} when the app has no environment of that name
 */
export async function readNewestHistory({
  limit = null,
  ...options
}: ListEnvironmentRevisionsOptions): Promise<NewestHistory> {
  const environment = await listEnvironmentRevisions({ ...options, limit: limit === null ? null : limit + 1 });
  const { revision, revisions } = environment;
  return {
    environment,
    shown: revisions.slice(-(limit ?? revisions.length)),
    // The public service has the number of the variant's revision here, and sends all entries.
    total: (await isNumbered(options.client)) ? Math.max(revision ?? 0, revisions.length) : revisions.length,
  };
}

/** The longest part of a history that a service sends on request. */
const MAX_REVISIONS = 1000;

/**
 * Fetches an environment with its history, oldest revision first.
 *
 * @throws {WF_NOT_FOUND} when the app has no environment of that name
 */
export async function listEnvironmentRevisions(
  options: ListEnvironmentRevisionsOptions,
): Promise<EnvironmentRevisions> {
  const { client, environment: environment_name, limit = null } = options;
  const part = limit === null || limit > MAX_REVISIONS ? {} : { limit };
  const app = await resolveAppId(options);
  try {
    return await client.getEnvironmentRevisions({ app_id: app, environment_name, ...part });
  } catch (error) {
    if (!isEndpointMissing(error) && !isUnexplainedFailure(error)) throw error;
    // Listing the environments shows whether the name is unknown, and suggests others.
    await resolveEnvironment({ ...options, app }).catch((reason: unknown) => {
      throw isServiceError(reason) ? error : reason;
    });
    // Some releases of the public service fail for every environment.
    return await withNextSteps(Promise.reject(error), () => [`wf env show ${shellWord(environment_name)}`]);
  }
}

/** Maps ids of variant revisions to the names of the environments that run them. */
export async function findRunningRevisions(
  client: Client,
  app_id: string,
): Promise<ReadonlyMap<string, readonly string[]>> {
  const environments = await client.listAppEnvironments({ app_id });
  const running = environments.filter((environment) => environment.deployed_app_variant_revision_id != null);
  return new Map(
    [...Map.groupBy(running, (environment) => environment.deployed_app_variant_revision_id ?? '')].map(([id, all]) => [
      id,
      all.map(({ name }) => name),
    ]),
  );
}

/** Describes what an environment runs; `null` if there is no such app or environment. */
export async function describeRunningIn(options: ResolveEnvironmentOptions): Promise<string | null> {
  const isUnknown = (error: unknown) => isWfError(error) && error.code === 'WF_NOT_FOUND';
  const environment = await recover(resolveEnvironment(options), isUnknown, null);
  return environment === null ? null : await describeRunning(options.client, environment);
}

/** Describes what an environment runs, as `formal@3`; `null`: nothing yet. */
export async function describeRunning(client: Client, environment: EnvironmentOutput): Promise<string | null> {
  const { deployed_app_variant_revision_id: id, deployed_variant_name: variant } = environment;
  if (id == null) return variant ?? null;
  return (await nameRunning(client, [environment])).get(id)?.name ?? variant ?? null;
}

/**
 * Names the variant revisions that an environment ran, by their ids. A service of wf sends the names with the history;
 * others, and the parameters, take requests for each variant.
 */
export async function nameHistory(
  client: Client,
  { app_id, revisions }: Pick<EnvironmentRevisions, 'app_id' | 'revisions'>,
  { withParameters }: { readonly withParameters: boolean },
): Promise<ReadonlyMap<string, NamedRevision>> {
  const named = new Map<string, NamedRevision>();
  for (const { deployed_app_variant_revision: id, deployed_variant_name, deployed_variant_revision } of revisions) {
    if (id === null || deployed_variant_name == null || deployed_variant_revision == null) continue;
    const name = `${deployed_variant_name}@${deployed_variant_revision}`;
    named.set(id, { name, revision: deployed_variant_revision, set: null });
  }
  const ids = revisions.map((one) => one.deployed_app_variant_revision);
  const open = withParameters ? ids : ids.filter((id) => id !== null && !named.has(id));
  return new Map([...named, ...(await readNamedRevisions(client, app_id, open))]);
}

/** Describes which names of a history are unknown; a service of wf lacks only those of deleted variants. */
export async function findLackingNames(
  client: Client,
  { revisions }: Pick<EnvironmentRevisions, 'revisions'>,
  runs: ReadonlyMap<string, NamedRevision>,
): Promise<string[]> {
  const isKnown = revisions.every(({ deployed_app_variant_revision: id }) => id === null || runs.has(id));
  if (isKnown || (await isNumbered(client))) return [];
  return ['the names of some revisions of variants, so only their ids are shown'];
}
