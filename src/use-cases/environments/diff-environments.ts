import { setValuesOf } from '../../contract/variants/route-parameters.ts';
import type { Client } from '../../client/create-client.ts';
import type { Deployment } from '../../contract/deployments/deployment.ts';
import type { EnvironmentOutput, EnvironmentRevision } from '../../contract/environments/environment.ts';
import { notFound } from '../../foundation/closest-names.ts';
import { UserError } from '../../foundation/errors/wf-error.ts';
import { diffConfigurations, type Configuration } from '../variants/diff-configurations.ts';
import { isNumbered, readHistory } from '../../client/public/environment-history.ts';
import { pinEntry, type PinnedRevision } from '../../client/public/pin-entry.ts';
import { readEnvironmentRevision } from '../variants/read-environment-revision.ts';
import { resolveAppId, type ResolveAppOptions } from '../apps/resolve-app.ts';
import { findPinned } from '../variants/resolve-configuration.ts';
import { shellWord } from '../../foundation/shell-word.ts';
import { environmentLikeRevision, splitRevision } from '../records/look-up-record.ts';
import type { DiffedEnvironment, EnvironmentDiff } from '../../contract/develop/configuration-diff.ts';

export interface DiffEnvironmentsOptions extends ResolveAppOptions {
  /** `ENVIRONMENT` or `ENVIRONMENT@REVISION`. */
  readonly before: string;
  /** The same; `null` compares what `before` ran previously with what it runs now. */
  readonly after: string | null;
}

/**
 * Compares what two environments, or two revisions of one, run: variant, configuration, code and schemas.
 *
 * @throws {WF_NOT_FOUND} when there is no such environment or revision
 */
export async function diffEnvironments(options: DiffEnvironmentsOptions): Promise<EnvironmentDiff> {
  const { client, before: typed, after: other } = options;
  const app_id = await resolveAppId(options);
  const environments = await client.listAppEnvironments({ app_id });
  const countsUp = await isNumbered(client);
  const [first, second] =
    other !== null
      ? [findNamed(typed, environments), findNamed(other, environments)]
      : countsUp || splitRevision(typed) !== null
        ? sinceBefore(typed, environments)
        : await lastChange(client, findNamed(typed, environments).environment);
  const read = async ({ environment, revision, pinned: known }: Named): Promise<Side> => {
    const pinned = known ?? (await readEnvironmentRevision(client, environment, revision));
    return { ...pinned, deployment: await findPinned(client, app_id, pinned.revision.deployment) };
  };
  const [before, after] = [await read(first), await read(second)];
  const { fields, routes } = diffConfigurations(toConfiguration(before), toConfiguration(after));
  const sides = { before: describe(before), after: describe(after) };
  return { ...sides, same_code: sides.before.code === sides.after.code, fields, routes };
}

interface Side extends PinnedRevision {
  /** The code; `null` if the service does not store deployments. */
  readonly deployment: Deployment | null;
}

interface Named {
  readonly environment: EnvironmentOutput;
  readonly revision: number | null;
  /** What it ran, if that is known. */
  readonly pinned?: PinnedRevision;
}

/** The last two entries of a history whose numbers do not count up, as on a public service. */
async function lastChange(client: Client, environment: EnvironmentOutput): Promise<[Named, Named]> {
  const { current, previous } = await readHistory(client, environment);
  const pin = async (entry: EnvironmentRevision | undefined) =>
    entry === undefined ? null : await pinEntry(client, environment, entry);
  const [before, after] = [await pin(previous), await pin(current)];
  if (before === null || after === null) throw nothingBefore(environment, after === null ? 0 : 1);
  const named = { environment, revision: null };
  return [
    { ...named, pinned: before },
    { ...named, pinned: after },
  ];
}

function findNamed(typed: string, environments: readonly EnvironmentOutput[]): Named {
  const exact = environments.find(({ name }) => name === typed);
  const split = splitRevision(typed);
  if (exact !== undefined && split !== null) throw environmentLikeRevision(typed);
  if (exact !== undefined) return { environment: exact, revision: null };
  const base = split?.name ?? typed;
  const pinned = environments.find(({ name }) => name === base);
  if (pinned !== undefined && split !== null) return { environment: pinned, revision: split.revision };
  const available = environments.map(({ name }) => name);
  throw notFound({ kind: 'environment', name: base, available, nextSteps: ['wf env list'] });
}

/** For a single environment: its last change, or the change that created the named revision. */
function sinceBefore(typed: string, environments: readonly EnvironmentOutput[]): [Named, Named] {
  const { environment, revision } = findNamed(typed, environments);
  const last = revision ?? environment.revision ?? 0;
  if (last > 1)
    return [
      { environment, revision: last - 1 },
      { environment, revision: last },
    ];
  throw nothingBefore(environment, last);
}

function nothingBefore({ name }: EnvironmentOutput, last: number): UserError {
  return new UserError({
    code: 'WF_NOT_FOUND',
    message: `Environment ${name} has nothing before ${last === 0 ? 'now: nothing is deployed to it yet' : 'revision 1'}.`,
    nextSteps: [
      `wf env revisions ${shellWord(name)}`,
      last === 0 ? `wf env deploy ${shellWord(name)} --variant VARIANT` : `wf env diff ${shellWord(name)} OTHER`,
    ],
  });
}

function toConfiguration({ environment, variant, deployment }: Side): Configuration {
  return { label: environment, set: setValuesOf(variant.revision.config), routes: deployment?.routes ?? [] };
}

function describe({ environment, revision, variant, deployment }: Side): DiffedEnvironment {
  return {
    environment,
    revision: revision.revision,
    variant: variant.name,
    variant_revision: variant.revision.revision,
    deployment: revision.deployment,
    code: deployment?.artifact_sha256 ?? deployment?.url ?? null,
    deployed_by: revision.modified_by,
    deployed_at: revision.created_at,
  };
}
