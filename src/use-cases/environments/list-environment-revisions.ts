import type { EnvironmentRevisions } from '../../contract/environments/environment.ts';
import { resolveEnvironment, type ResolveEnvironmentOptions } from './resolve-environment.ts';
import { isServiceError } from '../../foundation/errors/wf-error.ts';
import { resolveAppId } from '../apps/resolve-app.ts';
import { isEndpointMissing, isUnexplainedFailure } from '../../client/public/is-missing.ts';
import { withNextSteps } from '../../foundation/errors/with-next-steps.ts';
import { shellWord } from '../../foundation/shell-word.ts';

export interface ListEnvironmentRevisionsOptions extends ResolveEnvironmentOptions {
  /** Number of newest revisions; `null`: all. Another service sends all. @defaultValue null */
  readonly limit?: number | null;
}

/** An environment with the newest part of its history, oldest first. */
export interface NewestHistory {
  /** Also has the revision before those shown, which tells what the oldest of them changed. */
  readonly environment: EnvironmentRevisions;
  readonly shown: EnvironmentRevisions['revisions'];
  /** Number of all revisions. */
  readonly total: number;
}

/** The longest part of a history that a service sends on request. */
const MAX_REVISIONS = 1000;

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
    total: Math.max(revision ?? 0, revisions.length),
  };
}

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
