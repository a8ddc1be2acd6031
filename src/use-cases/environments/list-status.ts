import type { Client } from '../../client/create-client.ts';
import { isUnexplainedFailure, orMissing, orUnsupported } from '../../client/public/is-missing.ts';
import type { EnvironmentOutput } from '../../contract/environments/environment.ts';
import { justificationOf } from '../../contract/environments/gates.ts';
import { recover } from '../../foundation/errors/wf-error.ts';
import type { AppStatus, EnvironmentStatus } from '../../contract/environments/status.ts';
import { withDeployedRevisions } from './name-running.ts';
import { resolveAppId } from '../apps/resolve-app.ts';

export interface ListStatusOptions {
  readonly client: Client;
  /** `null`: all apps that the key reaches. */
  readonly app: string | null;
  /** RFC 3339: changes since then are listed. */
  readonly since: string;
  /** Number of apps; `null`: all. */
  readonly limit: number | null;
}

export interface StatusList {
  readonly records: AsyncIterable<AppStatus>;
  /** Known once all records have been read. */
  readonly outcome: () => {
    readonly shown: number;
    readonly hasMore: boolean;
    /** The service has no status: failures and changes are unknown. */
    readonly isComposed: boolean;
  };
}

/** Apps in a response: each takes the service a few queries. */
const PAGE_SIZE = 50;

/** Lists apps with what their environments run. Where the service has no such list, it is composed of its other lists. */
export async function listStatus({ client, app, since, limit }: ListStatusOptions): Promise<StatusList> {
  const scope = app === null ? {} : { app_id: await resolveAppId({ client, app }) };
  const size = Math.min(PAGE_SIZE, (limit ?? PAGE_SIZE) + 1);
  let [shown, hasMore, isComposed] = [0, false, false];
  async function* records(): AsyncGenerator<AppStatus> {
    const input = { ...scope, since, limit: size };
    const own = client.paginate('listStatus', input)[Symbol.asyncIterator]();
    const first = await orMissing(orUnsupported(own.next(), null));
    isComposed = first === null;
    const rest = first === null ? composeStatus(client, scope) : resumed(first, own);
    for await (const status of rest) {
      hasMore = shown === limit;
      if (hasMore) return;
      shown += 1;
      yield status;
    }
  }
  return { records: records(), outcome: () => ({ shown, hasMore, isComposed }) };
}

/** @yields the first record and the others */
async function* resumed(first: IteratorResult<AppStatus>, rest: AsyncIterator<AppStatus>): AsyncGenerator<AppStatus> {
  for (let next = first; next.done !== true; next = await rest.next()) yield next.value;
}

/** @yields what the lists of a service of others tell about its apps */
async function* composeStatus(client: Client, { app_id: only }: { app_id?: string }): AsyncGenerator<AppStatus> {
  for await (const { app_id, app_name } of client.paginate('listApps', {})) {
    if (only !== undefined && app_id !== only) continue;
    const found = await withDeployedRevisions(client, await client.listAppEnvironments({ app_id }));
    const environments = await Promise.all(found.environments.map((environment) => readStatus(client, environment)));
    yield { app_id, app_name, environments, last_failure: null, changes: null };
  }
}

async function readStatus(client: Client, environment: EnvironmentOutput): Promise<EnvironmentStatus> {
  const { app_id, name: environment_name, revision, deployed_app_variant_revision_id: runs } = environment;
  const read = () => orUnsupported(client.getEnvironmentRevisions({ app_id, environment_name, limit: 1 }), null);
  // Releases of the public service fail for the history of every environment.
  const history = runs === null ? null : await recover(orMissing(read()), isUnexplainedFailure, null);
  const newest = history?.revisions.at(-1);
  return {
    name: environment_name,
    revision,
    deployed_variant_name: environment.deployed_variant_name,
    deployed_variant_revision: newest?.deployed_variant_revision ?? revision,
    deployment: newest?.deployment ?? null,
    bundle: null,
    created_at: newest?.created_at ?? null,
    modified_by: newest?.modified_by ?? null,
    message: newest?.message ?? null,
    ...justificationOf(newest?.evidence ?? null),
    ran_before: null,
  };
}
