import { v7 as newId } from 'uuid';
import type { TestsetRevision } from '../../../contract/testsets/testset.ts';
import { countOf } from '../../../errors/count-of.ts';
import { notFound } from '../../../errors/not-found.ts';
import { UserError } from '../../../errors/wf-error.ts';
import type { Operation } from '../../operation/operation.ts';
import { fromJson } from '../../store/json-column.ts';
import { readCursor, rowsToRead, toPage } from '../../store/page.ts';
import { readProjectId } from '../../apps/queries.ts';
import { insertTestsetRows, readTestsetRows } from '../queries/testset-rows.ts';
import { findTestsetByName, nextRevision, requireTestset, type TestsetRevisionRow } from '../queries/testsets.ts';
import type { Db } from '../../store/schema.ts';

/** How long rows may be coming before what came is taken for left behind. */
const OPEN_MS = 24 * 60 * 60 * 1000;

export const listTestsetRevisions: Operation<'listTestsetRevisions'> = {
  access: 'read',
  run: async ({ testset_id, ...paging }, { db }) => {
    const testset = await requireTestset(db, testset_id);
    const rows = await db
      .selectFrom('testset_revisions')
      .selectAll()
      .where('testset_id', '=', testset.id)
      .where('revision', '>', readCursor(paging, 0))
      .orderBy('revision')
      .limit(rowsToRead(paging))
      .execute();
    return toPage(rows, paging, (row) => row.revision ?? 0, toRevision);
  },
};

export const listTestsetRows: Operation<'listTestsetRows'> = {
  access: 'read',
  run: async ({ testset_id, revision, ...paging }, { db }) => {
    const { revision_id } = await requireTestset(db, testset_id, revision);
    const place = { after: readCursor(paging, -1), limit: rowsToRead(paging) };
    const rows = await readTestsetRows(db, revision_id, place);
    return toPage(
      rows,
      paging,
      ({ position }) => position,
      ({ row }) => row,
    );
  },
};

export const openTestsetRevision: Operation<'openTestsetRevision'> = {
  access: 'write',
  run: async ({ body }, { db, now, principal }) => {
    const { name, content_tag = null } = body;
    const same = await findSame(db, name, content_tag);
    if (same !== null) return toRevision(same);
    await dropLeftBehind(db, now);
    const row: TestsetRevisionRow = {
      id: newId(),
      testset_id: null,
      revision: null,
      name,
      row_count: 0,
      columns: '[]',
      content_tag,
      created_by: principal.name,
      created_at: now,
    };
    await db.insertInto('testset_revisions').values(row).execute();
    return toRevision(row);
  },
};

export const addTestsetRows: Operation<'addTestsetRows'> = {
  access: 'write',
  run: async ({ testset_revision_id, body: { position, rows } }, { db, record }) => {
    const open = await requireOpen(db, testset_revision_id);
    // The sender did not hear the answer and sends the page again.
    if (position + rows.length <= open.row_count) return toRevision(open);
    if (position !== open.row_count) throw gap(position, open.row_count);
    const columns = new Set(fromJson<string[]>(open.columns));
    for (const row of rows) for (const column of Object.keys(row)) columns.add(column);
    const grown = { row_count: open.row_count + rows.length, columns: JSON.stringify([...columns]) };
    const updated = await db
      .updateTable('testset_revisions')
      .set(grown)
      .where('id', '=', open.id)
      .where('row_count', '=', open.row_count)
      .executeTakeFirst();
    if (updated.numUpdatedRows !== 1n) throw gap(position, open.row_count);
    await insertTestsetRows(db, open.id, rows, position);
    record({ kind: 'testset', id: open.id, name: open.name, summary: `${countOf(rows.length, 'row')} sent` });
    return toRevision({ ...open, ...grown });
  },
};

export const finishTestsetRevision: Operation<'finishTestsetRevision'> = {
  access: 'write',
  run: async ({ testset_revision_id }, { db, now, record }) => {
    const row = await requireRow(db, testset_revision_id);
    // Asked twice: it is what was wanted.
    if (row.testset_id !== null) return toRevision(row);
    if (row.row_count === 0) {
      throw new UserError({ code: 'WF_INVALID_INPUT', message: 'A revision of a test set needs at least one row.' });
    }
    // Somebody stored the same meanwhile; the rows of this one go as those that were left behind do.
    const same = await findSame(db, row.name, row.content_tag);
    if (same !== null) return toRevision(same);
    const testset_id = (await findTestsetByName(db, row.name))?.id ?? (await insertTestset(db, row.name, now));
    const revision = await nextRevision(db, testset_id);
    await db.updateTable('testsets').set({ updated_at: now }).where('id', '=', testset_id).execute();
    const summary = `revision ${revision}, ${countOf(row.row_count, 'row')}`;
    record({ kind: 'testset', id: testset_id, name: row.name, after: row.id, summary });
    await db.updateTable('testset_revisions').set({ testset_id, revision }).where('id', '=', row.id).execute();
    return toRevision({ ...row, testset_id, revision });
  },
};

/** Stores a test set without any revision yet. */
export async function insertTestset(db: Db, name: string, now: string): Promise<string> {
  const id = newId();
  const row = { id, project_id: await readProjectId(db), name, created_at: now, updated_at: now };
  await db.insertInto('testsets').values(row).execute();
  return id;
}

/** The newest revision of the test set with a name, when its content has the tag. */
async function findSame(db: Db, name: string, tag: string | null): Promise<TestsetRevisionRow | null> {
  const newest = tag === null ? null : await findTestsetByName(db, name);
  const row = newest === null ? null : await requireRow(db, newest.revision_id);
  return row?.content_tag === tag ? row : null;
}

async function requireRow(db: Db, id: string): Promise<TestsetRevisionRow> {
  const row = await db.selectFrom('testset_revisions').selectAll().where('id', '=', id).executeTakeFirst();
  if (row !== undefined) return row;
  throw notFound({ kind: 'test set revision', name: id, available: [] });
}

async function requireOpen(db: Db, id: string): Promise<TestsetRevisionRow> {
  const row = await requireRow(db, id);
  if (row.testset_id === null) return row;
  throw new UserError({
    code: 'WF_CONFLICT',
    message: `Revision ${row.revision} of test set ${JSON.stringify(row.name)} is finished and never changes.`,
  });
}

function gap(position: number, count: number): UserError {
  return new UserError({
    code: 'WF_CONFLICT',
    message: `Rows from place ${position} on do not follow the ${count} rows that are stored.`,
  });
}

async function dropLeftBehind(db: Db, now: string): Promise<void> {
  const oldest = new Date(Date.parse(now) - OPEN_MS).toISOString();
  await db.deleteFrom('testset_revisions').where('testset_id', 'is', null).where('created_at', '<', oldest).execute();
}

function toRevision({ row_count, columns, ...row }: TestsetRevisionRow): TestsetRevision {
  return { ...row, rows: row_count, columns: fromJson<string[]>(columns) };
}
