import { nameForms, requireNewName } from '../../store/names/require-new-name.ts';
import type { NotNull } from 'kysely';
import {
  beginsWith,
  type CommonFilter,
  countRows,
  inOrder,
  isInPage,
  isWanted,
  type SortedStart,
} from '../../store/page.ts';
import { areLabelled, isArchived, selectLabels } from '../../labels/queries.ts';
import { readProjectId } from '../../apps/queries.ts';
import { v7 as newId } from 'uuid';
import { notFound } from '../../../foundation/closest-names.ts';
import { ofAnySize } from '../../store/any-value.ts';
import { CANDIDATES, missingRecord } from '../../store/insert-rows.ts';
import type { Db } from '../../store/schema.ts';

/** A test set at one of its revisions. */
export type RevisedTestset = Awaited<ReturnType<ReturnType<typeof selectRevised>['execute']>>[number];

/** @throws {WF_NOT_FOUND} with similar test sets, or the existing revisions */
export async function requireTestset(db: Db, id: string, revision?: number | null): Promise<RevisedTestset> {
  const query = selectRevised(db).where('testsets.id', '=', id).orderBy('testset_revisions.revision', 'desc').limit(1);
  const wanted = revision == null ? query : query.where('testset_revisions.revision', '=', ofAnySize(revision));
  const found = await wanted.executeTakeFirst();
  if (found !== undefined) return found;
  if (revision != null) throw await missingRevision(db, id, revision);
  const candidates = await db.selectFrom('testsets').select(['id', 'name']).orderBy('id').limit(CANDIDATES).execute();
  throw missingRecord('test set', id, candidates);
}

/** Selects test sets joined with each of their revisions, which all have numbers. */
function selectRevised(db: Db) {
  return db
    .selectFrom('testsets')
    .innerJoin('testset_revisions', 'testset_revisions.testset_id', 'testsets.id')
    .select([
      'testsets.id',
      'testsets.name',
      'testsets.created_at',
      'testsets.updated_at',
      'testsets.app_id',
      'testsets.archived_at',
      'testset_revisions.revision',
      'testset_revisions.id as revision_id',
      'testset_revisions.row_count',
      selectLabels('testset_labels', 'testsets.id').as('labels'),
    ])
    .$narrowType<{ revision: NotNull }>();
}

async function missingRevision(db: Db, id: string, revision: number): Promise<Error> {
  const newest = await requireTestset(db, id);
  return notFound({
    kind: 'revision',
    name: `${newest.name}@${revision}`,
    available: [`${newest.name}@${newest.revision}`],
  });
}

/**
 * Finds the newest revision of the oldest test set with a name.
 *
 * @param appIds - apps to look in, in order; `null` stands for the test sets of no app
 */
export async function findTestsetByName(db: Db, name: string, appIds: readonly (string | null)[]) {
  const named = await db
    .selectFrom('testsets')
    .select(['id', 'app_id'])
    .where('name', 'in', nameForms(name))
    .orderBy('id')
    .execute();
  const found = appIds.flatMap((appId) => named.find(({ app_id }) => app_id === appId) ?? [])[0];
  return found === undefined ? null : await requireTestset(db, found.id);
}

export async function nextRevision(db: Db, testsetId: string): Promise<number> {
  const newest = await db
    .selectFrom('testset_revisions')
    .select((expression) => expression.fn.max('revision').as('revision'))
    .where('testset_id', '=', testsetId)
    .executeTakeFirst();
  return (newest?.revision ?? 0) + 1;
}

/** Stores a test set without any revision yet. */
export async function insertTestset(
  db: Db,
  { name: typed, appId, now }: { readonly name: string; readonly appId: string | null; readonly now: string },
): Promise<string> {
  const name = await requireTestsetName(db, typed, { appId, exceptId: null });
  const id = newId();
  const own = { name, created_at: now, updated_at: now, app_id: appId, archived_at: null };
  const row = { id, project_id: await readProjectId(db), ...own };
  await db.insertInto('testsets').values(row).execute();
  return id;
}

/** Test sets may share a name, and must not look as if they did. */
export async function requireTestsetName(
  db: Db,
  name: string,
  { appId, exceptId }: { readonly appId: string | null; readonly exceptId: string | null },
): Promise<string> {
  return await requireNewName(db, name, { kind: 'a test set', table: 'testsets', within: { app_id: appId }, exceptId });
}

export async function updateTestsetRecord(
  db: Db,
  id: string,
  changes: { readonly name?: string; readonly updated_at: string },
): Promise<void> {
  await db.updateTable('testsets').set(changes).where('id', '=', id).execute();
}

export async function deleteTestsetRecords(db: Db, ids: readonly string[]): Promise<void> {
  await db.deleteFrom('testsets').where('id', 'in', ids).execute();
}

/** Columns of test sets by the names that lists are sorted by; the ids of test sets grow with their creation. */
export const TESTSET_ORDERS = { updated: 'testsets.updated_at', name: 'testsets.name' } as const;

/** Those columns in a row of a list. */
export const ORDERS_IN_ROW = { 'testsets.updated_at': 'updated_at', 'testsets.name': 'name' } as const;

export interface TestsetFilter extends CommonFilter {
  readonly name: string | undefined;
  /** Ids of the apps whose test sets to read; `null`: all test sets. */
  readonly among: readonly string[] | null;
}

const COMMON_COLUMNS = { created: 'testsets.created_at', names: ['testsets.name'] };

export async function readTestsets(
  db: Db,
  { start, limit, ...filter }: TestsetFilter & { readonly start: SortedStart; readonly limit: number },
): Promise<RevisedTestset[]> {
  return await filterTestsets(db, filter)
    .where(isInPage(start, 'testsets.id'))
    .orderBy(inOrder(start, 'testsets.id'))
    .limit(limit)
    .execute();
}

export async function countTestsets(db: Db, filter: TestsetFilter): Promise<number> {
  return await countRows(db, filterTestsets(db, filter));
}

function filterTestsets(db: Db, filter: TestsetFilter) {
  const { name, idPrefix, among } = filter;
  return selectRevised(db)
    .where((the) => (idPrefix === undefined ? the.lit(true) : beginsWith('testsets.id', idPrefix)))
    .where((the) => (name === undefined ? the.lit(true) : the('testsets.name', 'in', nameForms(name))))
    .where((the) => (among === null ? the.lit(true) : the('testsets.app_id', 'in', among)))
    .where(isArchived('testsets.archived_at', filter.archived))
    .where(areLabelled('testset_labels', 'testsets.id', filter.labels))
    .where(isWanted(filter, COMMON_COLUMNS))
    .where('testset_revisions.revision', '=', (of) =>
      of
        .selectFrom('testset_revisions as all_revisions')
        .select((expression) => expression.fn.max('all_revisions.revision').as('newest'))
        .whereRef('all_revisions.testset_id', '=', 'testsets.id'),
    );
}
