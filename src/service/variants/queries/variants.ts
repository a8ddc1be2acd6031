import { ListedName } from '../../../contract/validation/fields.ts';
import { inNameForms, requireNewName } from '../../store/names/require-new-name.ts';
import { sql } from 'kysely';
import { v7 as newId } from 'uuid';
import type { RouteSchema } from '../../../contract/deployments/route-schema.ts';
import { wholeParameters } from '../../../contract/deployments/route-fields.ts';
import { SCOPE } from '../../../contract/workspaces/workspace.ts';
import type { AppVariantResponse, Parameters } from '../../../contract/variants/variant.ts';
import { userError } from '../../../foundation/errors/wf-error.ts';
import { type Database, type Db, fromJson } from '../../store/schema.ts';
import { defineQuery } from '../../store/define-query.ts';
import { CANDIDATES, missingRecord } from '../../store/insert-rows.ts';
import { notFound } from '../../../foundation/closest-names.ts';
import { selectLabels, toLabels } from '../../labels/queries.ts';
import { readRoutes } from './deployments.ts';
import { insertRevision, type NewRevision } from './revisions.ts';

/** Selects variants at their newest revision, with their app, their base and its newest deployment. */
export function selectVariants(db: Db) {
  return db
    .selectFrom('variants')
    .innerJoin('apps', 'apps.id', 'variants.app_id')
    .innerJoin('bases', 'bases.id', 'variants.base_id')
    .innerJoin('variant_revisions', (join) =>
      join
        .onRef('variant_revisions.variant_id', '=', 'variants.id')
        .onRef('variant_revisions.revision', '=', 'variants.newest_revision'),
    )
    .leftJoin('deployments', 'deployments.id', 'bases.newest_deployment_id')
    .select([
      'variants.id as variant_id',
      'variants.name as variant_name',
      'variants.app_id',
      'variants.base_id',
      'variants.config_name',
      'variants.created_at',
      'variants.updated_at',
      'variants.modified_by_id',
      'variants.archived_at',
      'apps.name as app_name',
      'apps.project_id',
      'bases.name as base_name',
      'variant_revisions.id as revision_id',
      'variant_revisions.revision',
      'variant_revisions.parameters',
      'deployments.id as deployment_id',
      'deployments.url as deployment_url',
      selectLabels('variant_labels', 'variants.id').as('labels'),
    ]);
}

export type VariantRow = Awaited<ReturnType<ReturnType<typeof selectVariants>['execute']>>[number];

/** @throws {WF_NOT_FOUND} with similar variants */
export async function requireVariant(db: Db, id: string): Promise<VariantRow> {
  const [variant] = await selectVariantById(db, { id });
  if (variant !== undefined) return variant;
  const candidates = await db.selectFrom('variants').select(['id', 'name']).orderBy('id').limit(CANDIDATES).execute();
  throw missingRecord('variant', id, candidates);
}

const selectVariantById = defineQuery((db, { id }: { readonly id: string }) =>
  selectVariants(db).where('variants.id', '=', id),
);

type AddressOf = (appId: string, variantId: string) => string | null;

/** @param routes - of the code that runs it: its defaults are the values that nobody set */
export function toVariantResponse(
  row: VariantRow,
  routes: readonly RouteSchema[],
  addressOf: AddressOf,
): AppVariantResponse {
  const { app_id, app_name, variant_id, variant_name, project_id, base_name, base_id, config_name } = row;
  const { revision, created_at, updated_at, modified_by_id, archived_at } = row;
  const set_parameters = fromJson<Parameters>(row.parameters);
  const parameters = wholeParameters(routes, set_parameters);
  const uri = uriOf(row, addressOf);
  const variant = { app_id, app_name, variant_id, variant_name, project_id, parameters, set_parameters };
  const base = { base_name, base_id, config_name, uri };
  const state = { revision, created_at, updated_at, modified_by_id };
  return { ...variant, ...base, ...state, ...SCOPE, labels: toLabels(row.labels), archived_at };
}

/** Shows a variant with the newest code of its base. */
export async function showVariant(db: Db, row: VariantRow, addressOf: AddressOf): Promise<AppVariantResponse> {
  const routesById = await readRoutes(db, [row.deployment_id]);
  return toVariantResponse(row, routesById(row.deployment_id), addressOf);
}

/** Returns the address of a variant's routes; `null` while no server serves them. */
export function uriOf(
  { app_id, variant_id, deployment_id, deployment_url }: VariantRow,
  addressOf: AddressOf,
): string | null {
  return deployment_id === null ? null : (deployment_url ?? addressOf(app_id, variant_id));
}

export interface NewVariant extends Omit<NewRevision, 'variantId' | 'revision'> {
  readonly appId: string;
  readonly baseId: string;
  readonly name: string;
  readonly configName: string;
  readonly principal: { readonly id: string; readonly name: string };
}

/** @throws {WF_CONFLICT} when the app has a variant, or the base a configuration, of that name */
export async function insertVariant(db: Db, variant: NewVariant): Promise<string> {
  const { appId: app_id, baseId: base_id, principal, now } = variant;
  const rule = { kind: 'a variant', table: 'variants', rule: ListedName } as const;
  const name = await requireNewName(db, variant.name, { ...rule, within: { app_id } });
  const config = { ...rule, kind: 'a configuration', column: 'config_name', within: { base_id } };
  const isOwn = variant.configName !== variant.name;
  const config_name = isOwn ? await requireNewName(db, variant.configName, config) : name;
  await requireFreeNames(db, { ...variant, name, configName: config_name });
  const id = newId();
  const state = {
    created_at: now,
    updated_at: now,
    modified_by_id: principal.id,
    newest_revision: null,
    archived_at: null,
  };
  const row: Database['variants'] = { id, app_id, base_id, name, config_name, ...state };
  await db.insertInto('variants').values(row).execute();
  await insertRevision(db, { variantId: id, revision: 1, ...variant });
  return id;
}

async function requireFreeNames(db: Db, { appId, baseId, name, configName }: NewVariant): Promise<void> {
  const taken = await db
    .selectFrom('variants')
    .select(['name', 'app_id'])
    .where((the) => the.or([the.and({ app_id: appId, name }), the.and({ base_id: baseId, config_name: configName })]))
    .executeTakeFirst();
  if (taken === undefined) return;
  const message =
    taken.name === name
      ? `The app already has a variant called ${JSON.stringify(name)}.`
      : `The base already has a configuration called ${JSON.stringify(configName)}: variant ${JSON.stringify(taken.name)}.`;
  throw userError('WF_CONFLICT', message);
}

/** Finds it by its name, else configuration name, else id. @throws {WF_NOT_FOUND} with similar variants */
export async function requireVariantNamed(db: Db, appId: string, name: string): Promise<VariantRow> {
  const found = await inNameForms(name, async (form) => (await selectVariantNamed(db, { appId, name: form }))[0]);
  if (found !== null) return found;
  const names = await db.selectFrom('variants').select('name').where('app_id', '=', appId).orderBy('id').execute();
  throw notFound({ kind: 'variant', name, available: names.map((row) => row.name) });
}

/** A look-up per index: a condition with "or" would read all variants of the app. */
const selectVariantNamed = defineQuery((db, { appId, name }: { readonly appId: string; readonly name: string }) => {
  const ofApp = (rank: number) =>
    db
      .selectFrom('variants')
      .select(['variants.id', sql.lit(rank).as('rank')])
      .where('variants.app_id', '=', appId);
  const named = ofApp(1)
    .where('variants.name', '=', name)
    .unionAll(ofApp(2).where('variants.config_name', '=', name))
    .unionAll(ofApp(3).where('variants.id', '=', name))
    .orderBy('rank')
    .orderBy('id')
    .limit(1);
  return selectVariants(db).where('variants.id', '=', (the) => the.selectFrom(named.as('named')).select('named.id'));
});

export async function findVariantNamed(db: Db, appId: string, name: string): Promise<VariantRow | null> {
  const named = selectVariants(db).where('variants.app_id', '=', appId);
  return await inNameForms(name, (form) => named.where('variants.name', '=', form).executeTakeFirst());
}

export async function deleteVariantRecords(db: Db, id: string): Promise<void> {
  await db.deleteFrom('variants').where('id', '=', id).execute();
}
