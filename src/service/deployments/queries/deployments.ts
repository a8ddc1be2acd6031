import { v7 as newId } from 'uuid';
import type { Deployment } from '../../../contract/deployments/deployment.ts';
import type { Database, Db } from '../../store/schema.ts';
import {
  type DeploymentRow,
  evaluatorsOf,
  findDeployment,
  routesOf,
  selectDeployments,
} from '../../variants/queries/deployments.ts';

export interface DeploymentFilter {
  readonly appId: string;
  readonly baseName: string | undefined;
}

/** Reads an app's deployments by their ids, in order. */
export async function readDeployments(
  db: Db,
  { appId, baseName }: DeploymentFilter,
  { after, limit }: { readonly after: string; readonly limit: number },
): Promise<DeploymentRow[]> {
  return await selectDeployments(db)
    .where('deployments.app_id', '=', appId)
    .where('deployments.id', '>', after)
    .where((the) => (baseName === undefined ? the.lit(true) : the('bases.name', '=', baseName)))
    .orderBy('deployments.id')
    .limit(limit)
    .execute();
}

/** Finds an app's newest deployment, of one base or of any. */
export async function findLastDeployment(db: Db, { appId, baseName }: DeploymentFilter): Promise<DeploymentRow | null> {
  const found = await selectDeployments(db)
    .where('deployments.app_id', '=', appId)
    .where((the) => (baseName === undefined ? the.lit(true) : the('bases.name', '=', baseName)))
    .orderBy('deployments.id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return found ?? null;
}

/** Stores a deployment and reads it back with its names. */
export async function insertDeployment(
  db: Db,
  deployment: Omit<Database['deployments'], 'id'>,
): Promise<DeploymentRow> {
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
  return {
    id: row.id,
    app_id: row.app_id,
    base_id: row.base_id,
    base_name: row.base_name,
    artifact_sha256: row.artifact_sha256,
    url: row.url,
    sdk_version: row.sdk_version,
    routes: routesOf(row),
    evaluators: evaluatorsOf(row),
    created_by: row.created_by,
    created_at: row.created_at,
  };
}
