import { type FoundRows, readWithin } from '../../store/read-within.ts';
import { toStorable } from '../../store/any-value.ts';
import type { PageAfter } from '../../store/page.ts';
import { v7 as newId } from 'uuid';
import type { Deployment, LogStream } from '../../../contract/deployments/deployment.ts';
import type { Database, Db } from '../../store/schema.ts';
import {
  type DeploymentRow,
  evaluatorsOf,
  sourceOf,
  findDeployment,
  routesOf,
  selectDeployments,
} from '../../variants/queries/deployments.ts';
import type { WrittenLine } from '../../hosting/hosting.ts';
import { KEPT_LOG } from '../../../foundation/sizes.ts';

interface DeploymentFilter {
  readonly appId: string;
  readonly baseName: string | undefined;
}

export async function readDeployments(
  db: Db,
  { appId, baseName }: DeploymentFilter,
  { after, limit }: PageAfter<string>,
): Promise<FoundRows<DeploymentRow>> {
  const rows = selectDeployments(db)
    .where('deployments.app_id', '=', appId)
    .where('deployments.id', '>', after)
    .where((the) => (baseName === undefined ? the.lit(true) : the('bases.name', '=', baseName)))
    .orderBy('deployments.id');
  return await readWithin(rows, ['deployments.routes', 'deployments.evaluators', 'deployments.source'], limit);
}

export async function findLastDeployment(db: Db, { appId, baseName }: DeploymentFilter): Promise<DeploymentRow | null> {
  const found = await selectDeployments(db)
    .where('deployments.app_id', '=', appId)
    .where((the) => (baseName === undefined ? the.lit(true) : the('bases.name', '=', baseName)))
    .orderBy('deployments.id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return found ?? null;
}

export async function insertDeployment(db: Db, deployment: Omit<Database['deployments'], 'id'>) {
  const id = newId();
  await db
    .insertInto('deployments')
    .values({ id, ...deployment })
    .execute();
  const stored = await findDeployment(db, id);
  if (stored === null) throw new Error('The inserted deployment was not found');
  return stored;
}

export function toDeployment(row: DeploymentRow): Deployment {
  const { id, app_id, base_id, base_name, artifact_sha256, url, sdk_version, created_by, created_at } = row;
  const code = {
    artifact_sha256,
    url,
    sdk_version,
    routes: routesOf(row),
    evaluators: evaluatorsOf(row),
    source: sourceOf(row),
  };
  return { id, app_id, base_id, base_name, ...code, created_by, created_at };
}

type LogRow = Database['app_logs'];

/** Lines stored per app. */
const MAX_STORED = KEPT_LOG.most;

/** @param now - by the database's clock: readers continue after the last id they have seen */
export async function appendLogs(db: Db, appId: string, lines: readonly WrittenLine[], now: Date = new Date()) {
  const rows = lines.map(({ at, stream, text, origin }, index) => ({
    id: newId({ msecs: now.getTime(), seq: index }),
    app_id: appId,
    created_at: at,
    stream,
    line: toStorable(text),
    request_id: origin?.requestId ?? null,
    variant: origin?.variant ?? null,
    revision: origin?.revision ?? null,
    environment: origin?.environment ?? null,
  }));
  await db.insertInto('app_logs').values(rows).execute();
  const oldest = await db
    .selectFrom('app_logs')
    .select('id')
    .where('app_id', '=', appId)
    .orderBy('id', 'desc')
    .offset(MAX_STORED)
    .limit(1)
    .executeTakeFirst();
  if (oldest === undefined) return;
  await db.deleteFrom('app_logs').where('app_id', '=', appId).where('id', '<=', oldest.id).execute();
}

export function toLogLine({ id, created_at, stream, line, request_id, variant, revision, environment }: LogRow) {
  // Only `appendLogs` writes rows.
  return { id, created_at, stream: stream as LogStream, text: line, request_id, variant, revision, environment };
}

interface LogFilter {
  readonly appId: string;
  readonly after: string;
  readonly requestId?: string | undefined;
}

export async function readLogs(db: Db, filter: LogFilter, limit: number): Promise<FoundRows<LogRow>> {
  return await readWithin(selectLogs(db, filter).orderBy('id'), ['line'], limit);
}

/** Reads an app's newest lines, oldest first. */
export async function readLastLogs(db: Db, filter: LogFilter, count: number): Promise<LogRow[]> {
  return (await selectLogs(db, filter).orderBy('id', 'desc').limit(count).execute()).toReversed();
}

/** Finds the line behind which only the last `count` lines are: of a whole log, they may be 80 MB. */
export async function findTail(db: Db, filter: LogFilter, count: number): Promise<string> {
  const lines = selectLogs(db, filter).clearSelect().select('id').orderBy('id', 'desc');
  return (await lines.offset(count).limit(1).executeTakeFirst())?.id ?? filter.after;
}

function selectLogs(db: Db, { appId, after, requestId }: LogFilter) {
  return db
    .selectFrom('app_logs')
    .selectAll()
    .where('app_id', '=', appId)
    .where('id', '>', after)
    .where((the) => (requestId === undefined ? the.lit(true) : the('request_id', '=', requestId)));
}
