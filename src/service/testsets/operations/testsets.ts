import { LIST_PAGE_BYTES } from '../../../foundation/sizes.ts';
import {
  type TestsetRevisionRow,
  insertRevisionRow,
  insertTestsetRows,
  measureTestsetRows,
  readTestsetRows,
  streamTestsetRows,
} from '../queries/testset-rows.ts';
import {
  countTestsets,
  ORDERS_IN_ROW,
  type RevisedTestset,
  TESTSET_ORDERS,
  updateTestsetRecord,
  requireTestset,
  requireTestsetName,
  readTestsets,
  nextRevision,
  insertTestset,
  deleteTestsetRecords,
} from '../queries/testsets.ts';
import { countOf } from '../../../foundation/numbers.ts';
import { v7 as newId } from 'uuid';
import type { TestsetUpdate } from '../../../contract/testsets/testset.ts';
import { invalidField } from '../../operation/invalid-field.ts';
import { requireMatch } from '../../operation/if-match.ts';
import type { Operation } from '../../operation/operation.ts';
import { keyIn, readCommonFilter, readSortedStart, rowsToRead, toPage } from '../../store/page.ts';
import { addLabels, changeMetadata } from '../../labels/change-metadata.ts';
import { toLabels } from '../../labels/queries.ts';
import { collectColumns, chooseTestsetApp } from '../testset-app.ts';
import { isSameName } from '../../../contract/validation/name-rule.ts';
import type { Db } from '../../store/schema.ts';

export const createTestset: Operation<'createTestset'> = {
  audit: { kind: 'testset', verb: 'created' },
  run: async ({ body }, { db, now, principal, record }) => {
    const appId = await chooseTestsetApp(db, body.app_id ?? null, principal);
    const id = await insertTestset(db, { name: body.name, appId, now });
    await insertRevision(db, id, body, { created_by: principal.name, created_at: now });
    const labelled = await addLabels(db, 'testset_labels', id, body.labels);
    record({
      kind: 'testset',
      id,
      name: body.name,
      appId,
      after: id,
      summary: `created, ${countOf(body.csvdata.length, 'row')}${labelled}`,
    });
    return { id, name: body.name, created_at: now };
  },
};

export const listTestsets: Operation<'listTestsets'> = {
  run: async ({ total, ...query }, { db, principal }) => {
    const filter = { ...readCommonFilter(query), name: query.name, among: principal.appIds ?? null };
    const start = readSortedStart(query, TESTSET_ORDERS);
    const rows = await readTestsets(db, { ...filter, start, limit: rowsToRead(query) });
    const page = toPage(rows, query, keyIn<RevisedTestset>(start, 'id', ORDERS_IN_ROW), toEntry);
    return { ...page, total: total === undefined ? undefined : await countTestsets(db, filter) };
  },
};

function toEntry(testset: RevisedTestset) {
  const { id, name, created_at, updated_at, revision, row_count: rows, app_id, archived_at } = testset;
  const labels = toLabels(testset.labels);
  return { id, _id: id, name, created_at, updated_at, revision, rows, app_id, labels, archived_at };
}

export const getTestset: Operation<'getTestset'> = {
  run: async ({ testset_id, revision }, { db }) => {
    const testset = await requireTestset(db, testset_id, revision);
    const { rows } = await readTestsetRows(db, testset.revision_id, { after: -1, limit: MAX_ROWS_AT_ONCE });
    const { first, rest } = splitTestset(testset);
    return { ...first, csvdata: rows.map(({ row }) => row), ...rest };
  },
  parts: async ({ testset_id, revision }, { db }) => {
    const testset = await requireTestset(db, testset_id, revision);
    const isShort = testset.row_count <= MAX_ROWS_AT_ONCE;
    if (isShort && (await measureTestsetRows(db, testset.revision_id)) <= LIST_PAGE_BYTES.most) return null;
    return writeTestset(splitTestset(testset), streamTestsetRows(db, testset.revision_id));
  },
};

/** More are written as they are stored, one by one. */
const MAX_ROWS_AT_ONCE = 1000;

/** The fields of a test set before and after its rows. */
function splitTestset({ id, name, revision, app_id, archived_at, ...row }: RevisedTestset) {
  const { created_at, updated_at } = row;
  const labels = toLabels(row.labels);
  return { first: { id, name }, rest: { created_at, updated_at, revision, app_id, labels, archived_at } };
}

async function* writeTestset(
  { first, rest }: ReturnType<typeof splitTestset>,
  pages: AsyncIterable<readonly { readonly cells: string }[]>,
): AsyncGenerator<string> {
  yield `${JSON.stringify(first).slice(0, -1)},"csvdata":[`;
  let before = '';
  for await (const page of pages) {
    for (const { cells } of page) {
      yield `${before}${cells}`;
      before = ',';
    }
  }
  yield `],${JSON.stringify(rest).slice(1)}`;
}

export const updateTestset: Operation<'updateTestset'> = {
  audit: { kind: 'testset', verb: 'changed' },
  run: async ({ testset_id, body }, { db, now, principal, ifMatch, record }) => {
    const { id, name: before, app_id: appId, revision } = await requireTestset(db, testset_id);
    requireMatch(ifMatch, `Test set ${JSON.stringify(before)}`, revision);
    const isRenamed = !isSameName(before, body.name);
    const name = isRenamed ? await requireTestsetName(db, body.name, { appId, exceptId: id }) : before;
    await updateTestsetRecord(db, id, { name, updated_at: now });
    await insertRevision(db, id, body, { created_by: principal.name, created_at: now });
    const rows = countOf(body.csvdata.length, 'row');
    record({ kind: 'testset', id, name, appId, summary: `changed to ${rows}` });
    return { status: 'success', message: `Test set ${name} now has ${rows}.`, id, _id: id };
  },
};

export const updateTestsetMetadata: Operation<'updateTestsetMetadata'> = {
  audit: { kind: 'testset', verb: 'changed' },
  run: async ({ testset_id, body }, context) => {
    const { id, name, app_id: appId, archived_at: archivedAt } = await requireTestset(context.db, testset_id);
    const change = { kind: 'testset', id, name, appId } as const;
    return await changeMetadata({ id, kind: 'testset', archivedAt, change }, body, context);
  },
};

export const deleteTestsets: Operation<'deleteTestsets'> = {
  audit: { kind: 'testset', verb: 'deleted' },
  run: async ({ body }, { db, record }) => {
    const ids = [...new Set(body.testset_ids)];
    if (ids.length === 0) record(null);
    if (ids.length === 0) return [];
    for (const id of ids) {
      const { name, app_id: appId } = await requireTestset(db, id);
      record({ kind: 'testset', id, name, appId, before: id, summary: 'deleted' });
    }
    await deleteTestsetRecords(db, ids);
    return ids;
  },
};

async function insertRevision(
  db: Db,
  testset_id: string,
  { name, csvdata }: TestsetUpdate,
  made: Pick<TestsetRevisionRow, 'created_by' | 'created_at'>,
): Promise<void> {
  const id = newId();
  const columns = await collectColumns(csvdata);
  const row = {
    id,
    testset_id,
    revision: await nextRevision(db, testset_id),
    name,
    row_count: csvdata.length,
    columns: JSON.stringify(columns),
    content_tag: null,
    app_id: null,
    ...made,
  };
  await insertRevisionRow(db, row);
  await insertTestsetRows(db, id, csvdata);
}

/** @throws {WF_INVALID_INPUT} without any row to evaluate */
export function requireRows(count: number, name: string): void {
  if (count > 0) return;
  throw invalidField(
    ['body', 'testset_id'],
    'The test set has no rows',
    'too_short',
    `Test set ${JSON.stringify(name)} has no rows.`,
  );
}
