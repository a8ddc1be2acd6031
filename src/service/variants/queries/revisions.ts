import { readWithin } from '../../store/read-within.ts';
import { ofAnySize } from '../../store/any-value.ts';
import { readBatches } from '../../store/insert-rows.ts';
import type { PageStart } from '../../store/page.ts';
import { v7 as newId } from 'uuid';
import { wholeParameters } from '../../../contract/deployments/route-fields.ts';
import type { RouteSchema } from '../../../contract/deployments/route-schema.ts';
import type { AppVariantRevision, Parameters } from '../../../contract/variants/variant.ts';
import { userError } from '../../../foundation/errors/wf-error.ts';
import { type Database, type Db, fromJson } from '../../store/schema.ts';

export interface NewRevision {
  readonly variantId: string;
  readonly revision: number;
  /** Only what somebody set. */
  readonly parameters: Parameters;
  readonly principal: { readonly name: string };
  readonly now: string;
}

/** Stores a revision, which never changes afterwards. @returns its id */
export async function insertRevision(db: Db, revision: NewRevision): Promise<string> {
  const row: Database['variant_revisions'] = {
    id: newId(),
    variant_id: revision.variantId,
    revision: revision.revision,
    parameters: JSON.stringify(revision.parameters),
    set_only: 1,
    modified_by: revision.principal.name,
    created_at: revision.now,
  };
  await db.insertInto('variant_revisions').values(row).execute();
  return row.id;
}

export type RevisionRow = Database['variant_revisions'];

/** @throws {WF_NOT_FOUND} with the existing revisions */
export async function requireRevision(
  db: Db,
  variant: { readonly variant_id: string; readonly variant_name: string; readonly revision: number },
  revision: number,
): Promise<RevisionRow> {
  const row = await db
    .selectFrom('variant_revisions')
    .selectAll()
    .where('variant_id', '=', variant.variant_id)
    .where('revision', '=', ofAnySize(revision))
    .executeTakeFirst();
  if (row !== undefined) return row;
  throw userError(
    'WF_NOT_FOUND',
    `Variant ${JSON.stringify(variant.variant_name)} has no revision ${revision}. Its newest is ${variant.revision}.`,
  );
}

/** @param routes - of the code that fills in what the revision does not set */
export function toRevisionRecord(
  row: RevisionRow,
  config_name: string,
  routes: readonly RouteSchema[],
): AppVariantRevision {
  const { id, revision, modified_by, created_at } = row;
  const set_parameters = fromJson<Parameters>(row.parameters);
  const config = { config_name, parameters: wholeParameters(routes, set_parameters), set_parameters };
  return { id, revision, modified_by, config, created_at };
}

/** Reads what a revision sets, by its id; it never changes. */
export async function readSetParameters(db: Db, revisionId: string): Promise<Parameters> {
  const row = await db
    .selectFrom('variant_revisions')
    .select('parameters')
    .where('id', '=', revisionId)
    .executeTakeFirst();
  if (row === undefined)
    throw userError('WF_NOT_FOUND', `No variant revision has the id ${JSON.stringify(revisionId)}.`);
  return fromJson<Parameters>(row.parameters);
}

/** Stores a variant's next revision. @returns its id */
export async function appendRevision(db: Db, revision: NewRevision & { readonly principal: { readonly id: string } }) {
  const id = await insertRevision(db, revision);
  const changes = { updated_at: revision.now, modified_by_id: revision.principal.id };
  await db.updateTable('variants').set(changes).where('id', '=', revision.variantId).execute();
  return id;
}

export async function readRevisions(db: Db, variantId: string, { order, isBehind, key, limit }: PageStart<number>) {
  const rows = selectRevisions(db, variantId).where('revision', isBehind, key).orderBy('revision', order);
  // A record also has the defaults of the code.
  return { ...(await readWithin(rows, ['parameters'], limit)), isMeasured: false };
}

/** Reads all revisions of a variant, for answers of the interface that have no pages. */
export async function readAllRevisions(db: Db, variantId: string): Promise<RevisionRow[]> {
  return await selectRevisions(db, variantId).orderBy('revision').execute();
}

function selectRevisions(db: Db, variantId: string) {
  return db.selectFrom('variant_revisions').selectAll().where('variant_id', '=', variantId);
}

export async function readRevision(db: Db, id: string): Promise<RevisionRow> {
  return await db.selectFrom('variant_revisions').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
}

/** Reads revisions in any order; those that are gone are left out. */
export async function readRevisionsById(db: Db, ids: readonly string[]): Promise<RevisionRow[]> {
  const revisions = db.selectFrom('variant_revisions').selectAll();
  return await readBatches(ids, (batch) => revisions.where('id', 'in', batch).execute());
}

export interface LocatedRevision {
  readonly variantId: string;
  readonly appId: string;
  readonly revision: number;
}

/** Finds a revision by its own id, or the newest one of the variant with that id. */
export async function locateRevision(db: Db, id: string): Promise<LocatedRevision | null> {
  const found = await db
    .selectFrom('variant_revisions')
    .innerJoin('variants', 'variants.id', 'variant_revisions.variant_id')
    .select(['variants.id as variantId', 'variants.app_id as appId', 'variant_revisions.revision'])
    .where((the) => the.or([the('variant_revisions.id', '=', id), the('variants.id', '=', id)]))
    .orderBy('variant_revisions.revision', 'desc')
    .executeTakeFirst();
  return found ?? null;
}

export async function findAppOfRevision(db: Db, id: string): Promise<string | null> {
  const found = await db
    .selectFrom('variant_revisions')
    .innerJoin('variants', 'variants.id', 'variant_revisions.variant_id')
    .select('variants.app_id')
    .where('variant_revisions.id', '=', id)
    .executeTakeFirst();
  return found?.app_id ?? null;
}
