import { ListedName } from '../../../contract/validation/fields.ts';
import { inNameForms, nameForms, requireNewName } from '../../store/names/require-new-name.ts';
import type { CodeSource } from '../../../contract/environments/code-source.ts';
import type { EvaluatorCode, RouteSchema } from '../../../contract/deployments/route-schema.ts';
import type { HostedDeployment } from '../../hosting/hosting.ts';
import { defineQuery } from '../../store/define-query.ts';
import { type Database, type Db, fromJson } from '../../store/schema.ts';
import { notFound } from '../../../foundation/closest-names.ts';
import { v7 as newId } from 'uuid';
import { CANDIDATES, missingRecord, readBatches } from '../../store/insert-rows.ts';

export function selectDeployments(db: Db) {
  return db
    .selectFrom('deployments')
    .innerJoin('bases', 'bases.id', 'deployments.base_id')
    .innerJoin('apps', 'apps.id', 'deployments.app_id')
    .leftJoin('app_variable_versions', 'app_variable_versions.app_id', 'deployments.app_id')
    .selectAll('deployments')
    .select(['bases.name as base_name', 'apps.name as app_name', 'app_variable_versions.version as variables_version']);
}

export type DeploymentRow = Awaited<ReturnType<ReturnType<typeof selectDeployments>['execute']>>[number];

/** Finds the deployment that serves a base's variants: its newest. */
export async function findNewestDeployment(db: Db, baseId: string): Promise<DeploymentRow | null> {
  const [found] = await selectNewest(db, { baseId });
  return found ?? null;
}

const selectNewest = defineQuery((db, { baseId }: { readonly baseId: string }) =>
  selectDeployments(db).where('deployments.base_id', '=', baseId).orderBy('deployments.id', 'desc').limit(1),
);

export async function findDeployment(db: Db, id: string): Promise<DeploymentRow | null> {
  const [found] = await selectById(db, { id });
  return found ?? null;
}

const selectById = defineQuery((db, { id }: { readonly id: string }) =>
  selectDeployments(db).where('deployments.id', '=', id),
);

export function routesOf(row: { readonly routes: string }): RouteSchema[] {
  return fromJson<RouteSchema[]>(row.routes);
}

/** Returns the routes of deployments by id; none for `null`, and for code that is gone. */
export type RoutesById = (id: string | null) => readonly RouteSchema[];

/** Reads the routes of deployments; each is parsed once. */
export async function readRoutes(db: Db, ids: readonly (string | null)[]): Promise<RoutesById> {
  const wanted = [...new Set(ids.filter((id) => id !== null))];
  const deployments = db.selectFrom('deployments').select(['id', 'routes']);
  const rows = await readBatches(wanted, (batch) => deployments.where('id', 'in', batch).execute());
  const routes = new Map(rows.map((row) => [row.id, routesOf(row)]));
  return (id) => (id === null ? [] : (routes.get(id) ?? []));
}

export function evaluatorsOf(row: { readonly evaluators: string | null }): EvaluatorCode | null {
  return row.evaluators === null ? null : fromJson<EvaluatorCode>(row.evaluators);
}

/** Reads the commit that deployed code was built from; `null`: unknown. */
export function sourceOf({ source }: { readonly source: string | null }): CodeSource | null {
  return source === null ? null : fromJson<CodeSource>(source);
}

/** Lists the evaluators deployed with an app: those of the newest code of each base. */
export async function listEvaluatorCode(db: Db, appId: string): Promise<EvaluatorCode[]> {
  const newest = await db
    .selectFrom('bases')
    .innerJoin('deployments', 'deployments.id', 'bases.newest_deployment_id')
    .select('deployments.evaluators')
    .where('bases.app_id', '=', appId)
    .orderBy('bases.id')
    .execute();
  return newest.flatMap((row) => evaluatorsOf(row) ?? []);
}

export function toHostedDeployment(row: DeploymentRow): HostedDeployment {
  const { id, app_id, app_name, artifact_sha256, url, variables_version } = row;
  return { id, app_id, app_name, artifact_sha256, url, variables_version: variables_version ?? 0 };
}

export type BaseRow = Database['bases'];

/** @throws {WF_NOT_FOUND} with similar bases */
export async function requireBase(db: Db, id: string): Promise<BaseRow> {
  const base = await db.selectFrom('bases').selectAll().where('id', '=', id).executeTakeFirst();
  if (base !== undefined) return base;
  const candidates = await db.selectFrom('bases').select(['id', 'name']).orderBy('id').limit(CANDIDATES).execute();
  throw missingRecord('base', id, candidates);
}

export async function findBase(db: Db, appId: string, name: string): Promise<BaseRow | null> {
  const ofApp = db.selectFrom('bases').selectAll().where('app_id', '=', appId);
  return await inNameForms(name, (form) => ofApp.where('name', '=', form).executeTakeFirst());
}

export async function insertBase(db: Db, appId: string, typed: string, now: string): Promise<BaseRow> {
  const name = await requireNewName(db, typed, {
    kind: 'a base',
    table: 'bases',
    within: { app_id: appId },
    rule: ListedName,
  });
  const row: BaseRow = { id: newId(), app_id: appId, name, created_at: now, newest_deployment_id: null };
  await db.insertInto('bases').values(row).execute();
  return row;
}

interface BaseFilter {
  readonly name: string | undefined;
  readonly after: string;
  readonly limit: number;
}

export async function readBases(db: Db, appId: string, { name, after, limit }: BaseFilter): Promise<BaseRow[]> {
  return await db
    .selectFrom('bases')
    .selectAll()
    .where('app_id', '=', appId)
    .where('name', '>', after)
    .where((the) => (name === undefined ? the.lit(true) : the('name', 'in', nameForms(name))))
    .orderBy('name')
    .limit(limit)
    .execute();
}

/** @throws {WF_NOT_FOUND} with the bases of the app */
export async function requireBaseNamed(db: Db, appId: string, name: string): Promise<void> {
  const bases = await db.selectFrom('bases').select('name').where('app_id', '=', appId).orderBy('name').execute();
  const available = bases.map((base) => base.name);
  if (!nameForms(name).some((form) => available.includes(form))) throw notFound({ kind: 'base', name, available });
}
