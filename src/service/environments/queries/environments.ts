import { ofAnySize } from '../../store/any-value.ts';
import type { PageAfter } from '../../store/page.ts';
import { requireApp } from '../../apps/queries.ts';
import { unarchiveVariant } from '../../labels/queries.ts';
import { v7 as newId } from 'uuid';
import type {
  EnvironmentOutput,
  EnvironmentProtection,
  EnvironmentRevision,
  GateEvidence,
} from '../../../contract/environments/environment.ts';
import { SCOPE } from '../../../contract/workspaces/workspace.ts';
import { newestRevisionOf } from '../../variants/queries/variant-lists.ts';
import { notFound } from '../../../foundation/closest-names.ts';
import { sourceOf } from '../../variants/queries/deployments.ts';
import { userError } from '../../../foundation/errors/wf-error.ts';
import { type Database, type Db, fromJson } from '../../store/schema.ts';

function selectEnvironments(db: Db) {
  return db
    .selectFrom('environments')
    .innerJoin('apps', 'apps.id', 'environments.app_id')
    .leftJoin('environment_revisions', (join) =>
      join
        .onRef('environment_revisions.environment_id', '=', 'environments.id')
        .on('environment_revisions.revision', '=', newestRevisionOf('environments.id')),
    )
    .leftJoin('variant_revisions', 'variant_revisions.id', 'environment_revisions.variant_revision_id')
    .leftJoin('variants', 'variants.id', 'variant_revisions.variant_id')
    .leftJoin('deployments', 'deployments.id', 'environment_revisions.deployment_id')
    .select([
      'environments.id',
      'environments.name',
      'environments.app_id',
      'environments.position',
      'environments.protection',
      'environments.variables_id',
      'apps.project_id',
      'environment_revisions.id as revision_id',
      'environment_revisions.revision',
      'environment_revisions.variant_revision_id',
      'environment_revisions.deployment_id',
      'environment_revisions.created_at as deployed_at',
      'environment_revisions.modified_by as deployed_by',
      'variants.id as variant_id',
      'variants.name as variant_name',
      'variant_revisions.revision as variant_revision',
      'deployments.source',
    ]);
}

export type EnvironmentRow = Awaited<ReturnType<ReturnType<typeof selectEnvironments>['execute']>>[number];

/** @throws {WF_NOT_FOUND} with the environments of the app */
export async function requireEnvironment(db: Db, appId: string, name: string): Promise<EnvironmentRow> {
  const found = await selectEnvironments(db)
    .where('environments.app_id', '=', appId)
    .where('environments.name', '=', name)
    .executeTakeFirst();
  if (found !== undefined) return found;
  const names = await db
    .selectFrom('environments')
    .select('name')
    .where('app_id', '=', appId)
    .orderBy('position')
    .execute();
  throw notFound({ kind: 'environment', name, available: names.map((row) => row.name) });
}

/** @throws {WF_NOT_FOUND} with similar apps, or the environments of the app */
export async function requireEnvironmentOf(db: Db, appId: string, name: string): Promise<EnvironmentRow> {
  return await requireEnvironment(db, (await requireApp(db, appId)).id, name);
}

/** @throws {WF_NOT_FOUND} with the existing revisions */
export async function requireEnvironmentRevision(
  db: Db,
  environment: Pick<EnvironmentRow, 'id' | 'name' | 'revision'>,
  revision: number,
): Promise<Database['environment_revisions']> {
  const found = await db
    .selectFrom('environment_revisions')
    .selectAll()
    .where('environment_id', '=', environment.id)
    .where('revision', '=', ofAnySize(revision))
    .executeTakeFirst();
  if (found !== undefined) return found;
  const there = environment.revision === null ? 'none yet' : `1 to ${environment.revision}`;
  throw userError(
    'WF_NOT_FOUND',
    `Environment ${JSON.stringify(environment.name)} has no revision ${revision}. It has ${there}.`,
  );
}

export function toEnvironmentOutput(row: EnvironmentRow): EnvironmentOutput {
  const { name, app_id, project_id, revision } = row;
  const deployed = {
    deployed_app_variant_id: row.variant_id,
    deployed_variant_name: row.variant_name,
    deployed_app_variant_revision_id: row.variant_revision_id,
    deployed_variant_revision: row.variant_revision,
    deployed_at: row.deployed_at,
    deployed_by: row.deployed_by,
  };
  return {
    name,
    app_id,
    project_id,
    ...deployed,
    revision,
    protection: protectionOf(row),
    source: sourceOf(row),
    ...SCOPE,
  };
}

/** Reads the gate that an environment's revisions must pass; `null`: none. */
export function protectionOf({ protection }: Pick<EnvironmentRow, 'protection'>): EnvironmentProtection | null {
  return protection === null ? null : fromJson<EnvironmentProtection>(protection);
}

export function toEnvironmentRevision(row: RevisionRow): EnvironmentRevision {
  const { id, revision, modified_by, created_at, message, restored_from, variables_id } = row;
  const deployed = {
    deployed_app_variant_revision: row.variant_revision_id,
    deployed_variant_name: row.variant_name,
    deployed_variant_revision: row.variant_revision,
    deployment: row.deployment_id,
    source: sourceOf(row),
    variables_id,
  };
  return { id, revision, modified_by, ...deployed, created_at, message, restored_from, evidence: evidenceOf(row) };
}

/** Reads the evidence of the gate a revision passed; `null` without a gate. */
export function evidenceOf({ evidence }: Pick<Database['environment_revisions'], 'evidence'>): GateEvidence | null {
  return evidence === null ? null : fromJson<GateEvidence>(evidence);
}

export interface EnvironmentDeploy {
  readonly variantRevisionId: string;
  readonly deploymentId: string | null;
  readonly message: string | null;
  readonly restoredFrom?: number;
  readonly evidence: GateEvidence | null;
  /** Its set of variables. @defaultValue the environment's current set */
  readonly variablesId?: string | null;
  readonly principal: { readonly name: string };
  readonly now: string;
}

/** Appends a revision to an environment's history. @returns its id and number */
export async function appendEnvironmentRevision(db: Db, environment: EnvironmentRow, deploy: EnvironmentDeploy) {
  const { variantRevisionId, deploymentId, message, restoredFrom, evidence, principal, now } = deploy;
  const variablesId = deploy.variablesId === undefined ? environment.variables_id : deploy.variablesId;
  const row: Database['environment_revisions'] = {
    id: newId(),
    environment_id: environment.id,
    revision: (environment.revision ?? 0) + 1,
    variant_revision_id: variantRevisionId,
    deployment_id: deploymentId,
    modified_by: principal.name,
    created_at: now,
    message,
    restored_from: restoredFrom ?? null,
    evidence: evidence === null ? null : JSON.stringify(evidence),
    evaluation_id: evidence?.evaluation_id ?? null,
    baseline_evaluation_id: evidence?.baseline_evaluation_id ?? null,
    variables_id: variablesId,
  };
  await db.insertInto('environment_revisions').values(row).execute();
  await unarchiveVariant(db, variantRevisionId);
  if (variablesId !== environment.variables_id) await setVariablesId(db, environment.id, variablesId);
  return { id: row.id, revision: row.revision };
}

export async function setVariablesId(db: Db, environmentId: string, variablesId: string | null): Promise<void> {
  await db.updateTable('environments').set({ variables_id: variablesId }).where('id', '=', environmentId).execute();
}

/** A revision of an environment with the variant that it deployed; `null`: the variant was deleted. */
type RevisionRow = Database['environment_revisions'] & {
  readonly variant_name: string | null;
  readonly variant_revision: number | null;
  /** JSON, of its deployment. */
  readonly source: string | null;
};

export async function listRevisionsOf(db: Db, environmentId: string, limit: number = Number.MAX_SAFE_INTEGER) {
  const newest = await db
    .selectFrom('environment_revisions')
    .leftJoin('variant_revisions', 'variant_revisions.id', 'environment_revisions.variant_revision_id')
    .leftJoin('variants', 'variants.id', 'variant_revisions.variant_id')
    .leftJoin('deployments', 'deployments.id', 'environment_revisions.deployment_id')
    .selectAll('environment_revisions')
    .select(['variants.name as variant_name', 'variant_revisions.revision as variant_revision', 'deployments.source'])
    .where('environment_revisions.environment_id', '=', environmentId)
    .orderBy('environment_revisions.revision', 'desc')
    .limit(limit)
    .execute();
  return newest.toReversed();
}

export async function setProtection(
  db: Db,
  environment: Pick<EnvironmentRow, 'id'>,
  protection: EnvironmentProtection | null,
): Promise<void> {
  const changes = { protection: protection === null ? null : JSON.stringify(protection) };
  await db.updateTable('environments').set(changes).where('id', '=', environment.id).execute();
}

export async function locateEnvironmentRevision(db: Db, id: string) {
  const found = await selectRevisionById(db, id).executeTakeFirst();
  return found === undefined ? null : { appId: found.app_id, name: found.environment_name, revision: found.revision };
}

export async function readEnvironments(db: Db, appId: string, { after, limit }: PageAfter<number>) {
  return await selectEnvironments(db)
    .where('environments.app_id', '=', appId)
    .where('environments.position', '>', after)
    .orderBy('environments.position')
    .limit(limit)
    .execute();
}

/** @throws {WF_NOT_FOUND} for an unknown id, and for one of another app than these; `null`: all */
export async function requireEnvironmentRevisionById(db: Db, id: string, appIds: readonly string[] | null) {
  const found = await selectRevisionById(db, id).executeTakeFirst();
  if (found !== undefined && appIds?.includes(found.app_id) !== false) return found;
  throw userError('WF_NOT_FOUND', `No environment revision has the id ${JSON.stringify(id)}.`);
}

function selectRevisionById(db: Db, id: string) {
  return db
    .selectFrom('environment_revisions')
    .innerJoin('environments', 'environments.id', 'environment_revisions.environment_id')
    .select(['environments.name as environment_name', 'environments.app_id'])
    .select(['environment_revisions.revision', 'environment_revisions.variant_revision_id'])
    .select('environment_revisions.deployment_id')
    .where('environment_revisions.id', '=', id);
}
