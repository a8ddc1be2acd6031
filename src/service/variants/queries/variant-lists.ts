import { bytesOf, type FoundRows, readFitting } from '../../store/read-within.ts';
import { nameForms } from '../../store/names/require-new-name.ts';
import { type RawBuilder, sql } from 'kysely';
import { notFound } from '../../../foundation/closest-names.ts';
import { areLabelled, isArchived } from '../../labels/queries.ts';
import {
  beginsWith,
  type CommonFilter,
  countRows,
  inOrder,
  isInPage,
  isWanted,
  joinStart,
  readCommonFilter,
  type SortedStart,
  splitStart,
  type SplitStart,
} from '../../store/page.ts';
import { defineQuery } from '../../store/define-query.ts';
import type { Db } from '../../store/schema.ts';
import { selectVariants, type VariantRow } from './variants.ts';

/** Columns of variants by the names that lists are sorted by; the ids of variants grow with their creation. */
export const VARIANT_ORDERS = { updated: 'variants.updated_at', name: 'variants.name', base: 'bases.name' } as const;

/** Those columns in a row of a list. */
export const ORDERS_IN_ROW = {
  'variants.updated_at': 'updated_at',
  'variants.name': 'variant_name',
  'bases.name': 'base_name',
} as const;

interface VariantFilter extends CommonFilter {
  readonly appId: string;
  readonly name: string | undefined;
  /** Id of one of its revisions; `null`: of none, so that nothing matches. */
  readonly revisionId: string | null | undefined;
  readonly baseName: string | undefined;
}

const COMMON_COLUMNS = {
  created: 'variants.created_at',
  names: ['variants.name', 'variants.config_name', 'bases.name'],
};

const ANY = { ...readCommonFilter({}), name: undefined, revisionId: undefined, baseName: undefined };

/** Reads all variants of an app, for answers of the interface that have no pages. */
export async function readAllVariants(db: Db, appId: string): Promise<VariantRow[]> {
  const start = { order: 'asc', column: null, after: null } as const;
  const { shape, values } = splitStart(start);
  return await selectPage(db, { ...values, appId, limit: Number.MAX_SAFE_INTEGER }, { ...ANY, start: shape });
}

export async function readVariants(
  db: Db,
  { start, limit, appId, ...filter }: VariantFilter & { readonly start: SortedStart; readonly limit: number },
): Promise<FoundRows<VariantRow>> {
  const { shape, values } = splitStart(start);
  const page = { ...filter, start: shape };
  const sizes = await selectSizes(db, { ...values, appId, limit }, page);
  const found = await readFitting(sizes, (fitting) => selectPage(db, { ...values, appId, limit: fitting }, page));
  // A record also has the defaults of the code.
  return { ...found, isMeasured: false };
}

type PageValues = SplitStart['values'] & { readonly appId: string; readonly limit: number };

type PageShape = Omit<VariantFilter, 'appId'> & { readonly start: SplitStart['shape'] };

const selectPage = defineQuery((db, values: PageValues, shape: PageShape) => buildPage(db, values, shape));

const selectSizes = defineQuery((db, values: PageValues, shape: PageShape) =>
  buildPage(db, values, shape)
    .clearSelect()
    .select(bytesOf(['variant_revisions.parameters'])),
);

function buildPage(db: Db, values: PageValues, { start, ...filter }: PageShape) {
  const from = joinStart(start, values);
  return filterVariants(db, { ...filter, appId: values.appId })
    .where(isInPage(from, 'variants.id'))
    .orderBy(inOrder(from, 'variants.id'))
    .limit(values.limit);
}

export async function countVariants(db: Db, filter: VariantFilter): Promise<number> {
  return await countRows(db, filterVariants(db, filter));
}

function filterVariants(db: Db, filter: VariantFilter) {
  const { appId, name, revisionId, baseName, idPrefix } = filter;
  return selectVariants(db)
    .where('variants.app_id', '=', appId)
    .where((the) => (name === undefined ? the.lit(true) : the('variants.name', 'in', nameForms(name))))
    .where((the) => (baseName === undefined ? the.lit(true) : the('bases.name', '=', baseName)))
    .where((the) =>
      revisionId === undefined
        ? the.lit(true)
        : the(
            'variants.id',
            '=',
            the
              .selectFrom('variant_revisions as wanted')
              .select('wanted.variant_id')
              .where('wanted.id', '=', revisionId),
          ),
    )
    .where((the) => (idPrefix === undefined ? the.lit(true) : beginsWith('variants.id', idPrefix)))
    .where(isArchived('variants.archived_at', filter.archived))
    .where(areLabelled('variant_labels', 'variants.id', filter.labels))
    .where(isWanted(filter, COMMON_COLUMNS));
}

export interface NamedRevision {
  readonly environment: string;
  readonly revision: number;
}

/** Selects the number of the newest revision of the environment whose id a column has. */
export function newestRevisionOf(column: string): RawBuilder<number> {
  return sql<number>`(select max(newest.revision) from environment_revisions as newest
    where newest.environment_id = ${sql.ref(column)})`;
}

export function selectNamedRevisions(db: Db) {
  return db
    .selectFrom('environment_revisions')
    .innerJoin('environments', 'environments.id', 'environment_revisions.environment_id')
    .select(['environments.name as environment', 'environment_revisions.revision'])
    .orderBy('environment_revisions.id', 'desc')
    .limit(1);
}

/** Finds the newest revision of an environment that runs, or ran, one of the variant's revisions. */
export async function findRevisionOfVariant(db: Db, variantId: string): Promise<NamedRevision | null> {
  const found = await selectNamedRevisions(db)
    .innerJoin('variant_revisions', 'variant_revisions.id', 'environment_revisions.variant_revision_id')
    .where('variant_revisions.variant_id', '=', variantId)
    .executeTakeFirst();
  return found ?? null;
}

/** Finds the revision that an environment runs. @throws {WF_NOT_FOUND} with the environments of the app */
export async function findRunningRevision(db: Db, appId: string, name: string): Promise<string | null> {
  const environments = await db
    .selectFrom('environments')
    .select(['id', 'name'])
    .where('app_id', '=', appId)
    .orderBy('position')
    .execute();
  const environment = environments.find((each) => each.name === name);
  if (environment === undefined)
    throw notFound({ kind: 'environment', name, available: environments.map((each) => each.name) });
  const newest = await db
    .selectFrom('environment_revisions')
    .select('variant_revision_id')
    .where('environment_id', '=', environment.id)
    .orderBy('revision', 'desc')
    .limit(1)
    .executeTakeFirst();
  return newest?.variant_revision_id ?? null;
}

/** Names the environments whose newest revision runs any of the variant's revisions. */
export async function findEnvironmentsRunning(db: Db, variantId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('environment_revisions')
    .innerJoin('environments', 'environments.id', 'environment_revisions.environment_id')
    .innerJoin('variant_revisions', 'variant_revisions.id', 'environment_revisions.variant_revision_id')
    .select('environments.name')
    .where('variant_revisions.variant_id', '=', variantId)
    .where('environment_revisions.revision', '=', newestRevisionOf('environments.id'))
    .orderBy('environments.position')
    .execute();
  return rows.map(({ name }) => name);
}
