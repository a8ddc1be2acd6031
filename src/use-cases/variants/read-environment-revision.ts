import type { Client } from '../../client/create-client.ts';
import { findEntry, type NamedEnvironment, readHistoryIfPossible } from '../../client/public/environment-history.ts';
import { pinEntry, type PinnedRevision } from '../../client/public/pin-entry.ts';
import type { EnvironmentRevision } from '../../contract/environments/environment.ts';
import { shellWord } from '../../foundation/shell-word.ts';
import { userError, UserError } from '../../foundation/errors/wf-error.ts';

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

/** What an environment runs, where its history does not say. */
function toEntry({
  revision,
  deployed_app_variant_revision_id: id,
}: NamedEnvironment): EnvironmentRevision | undefined {
  if (id === null) return undefined;
  const unknown = { id: '', modified_by: '', created_at: '', deployment: null };
  return { ...unknown, revision: revision ?? 0, deployed_app_variant_revision: id };
}

function cannotList(name: string): UserError {
  return new UserError({
    code: 'WF_UNSUPPORTED',
    message: `This service cannot list the history of ${name}: only what it runs now is known.`,
    nextSteps: [`wf env show ${shellWord(name)}`],
  });
}

function nothingRuns(name: string, revision: number | null, count: number): UserError {
  return userError(
    'WF_NOT_FOUND',
    revision === null
      ? `Nothing is deployed to ${name} yet.`
      : `Environment ${name} has no revision ${revision}. It has ${count === 0 ? 'none yet' : `1 to ${count}`}.`,
    [revision === null ? `wf env deploy ${shellWord(name)} --variant VARIANT` : `wf env revisions ${shellWord(name)}`],
  );
}
