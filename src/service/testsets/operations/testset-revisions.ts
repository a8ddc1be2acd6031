import {
  updateTestsetRecord,
  insertTestset,
  findTestsetByName,
  nextRevision,
  requireTestset,
} from '../queries/testsets.ts';
import {
  type TestsetRevisionRow,
  requireRevisionRow,
  readTestsetRevisions,
  insertRevisionRow,
  growRevision,
  finishRevision,
  deleteAbandonedRevisions,
  insertTestsetRows,
  readTestsetRows,
} from '../queries/testset-rows.ts';
import { v7 as newId } from 'uuid';
import type { TestsetRevision } from '../../../contract/testsets/testset.ts';
import { countOf } from '../../../foundation/numbers.ts';
import { userError } from '../../../foundation/errors/wf-error.ts';
import { requireMatch } from '../../operation/if-match.ts';
import type { Operation, Principal } from '../../operation/operation.ts';
import { type Db, fromJson } from '../../store/schema.ts';
import { toPage, readPageAfter } from '../../store/page.ts';
import { collectColumns, appsToLookIn, chooseTestsetApp } from '../testset-app.ts';

/** How long a revision may stay open before it counts as abandoned. */
const OPEN_MS = 24 * 60 * 60 * 1000;

export const listTestsetRevisions: Operation<'listTestsetRevisions'> = {
  run: async ({ testset_id, ...paging }, { db }) => {
    const testset = await requireTestset(db, testset_id);
    const page = readPageAfter(paging, 0);
    const rows = await readTestsetRevisions(db, testset.id, page);
    return toPage(rows, paging, 'revision', toRevision);
  },
};

export const listTestsetRows: Operation<'listTestsetRows'> = {
  hasLongRecords: true,
  run: async ({ testset_id, revision, ...paging }, { db }) => {
    const { revision_id } = await requireTestset(db, testset_id, revision);
    const place = readPageAfter(paging, -1);
    const rows = await readTestsetRows(db, revision_id, place);
    return toPage(rows, paging, 'position', ({ row }) => row);
  },
};

export const openTestsetRevision: Operation<'openTestsetRevision'> = {
  audit: { kind: 'testset', verb: 'opened' },
  run: async ({ body }, { db, now, principal, record }) => {
    const { name, content_tag = null } = body;
    const appId = await chooseTestsetApp(db, body.app_id ?? null, principal);
    const same = await findSame(db, { name, content_tag, app_id: appId }, principal);
    if (same !== null) return toRevision(same);
    await deleteAbandonedRevisions(db, new Date(Date.parse(now) - OPEN_MS).toISOString());
    const own = { name, content_tag, created_by: principal.name, created_at: now, app_id: appId };
    const row = { id: newId(), testset_id: null, revision: null, row_count: 0, columns: '[]', ...own };
    await insertRevisionRow(db, row);
    record({ kind: 'testset', id: row.id, name, appId, summary: 'opened' });
    return toRevision(row);
  },
};

export const addTestsetRows: Operation<'addTestsetRows'> = {
  audit: { kind: 'testset', verb: 'extended' },
  run: async ({ testset_revision_id, body: { position, rows } }, { db, record }) => {
    const open = await requireOpen(db, testset_revision_id);
    // The sender did not receive the answer and sends the page again.
    if (position + rows.length <= open.row_count) return toRevision(open);
    if (position !== open.row_count) throw gap(position, open.row_count);
    const columns = await collectColumns(rows, fromJson<string[]>(open.columns));
    const grown = { row_count: open.row_count + rows.length, columns: JSON.stringify(columns) };
    if (!(await growRevision(db, open, grown))) throw gap(position, open.row_count);
    await insertTestsetRows(db, open.id, rows, position);
    const appId = open.app_id;
    record({ kind: 'testset', id: open.id, name: open.name, appId, summary: `${countOf(rows.length, 'row')} sent` });
    return toRevision({ ...open, ...grown });
  },
};

export const finishTestsetRevision: Operation<'finishTestsetRevision'> = {
  audit: { kind: 'testset', verb: 'finished' },
  run: async ({ testset_revision_id }, { db, now, principal, ifMatch, record }) => {
    const row = await requireRevisionRow(db, testset_revision_id);
    // A repeated request: the revision is finished already.
    if (row.testset_id !== null) return toRevision(row);
    if (row.row_count === 0) throw userError('WF_INVALID_INPUT', 'A revision of a test set needs at least one row.');
    // Somebody stored the same revision meanwhile; these rows are deleted later, like those of abandoned revisions.
    const same = await findSame(db, row, principal);
    if (same !== null) return toRevision(same);
    const { name, app_id: appId } = row;
    const there = await findTestsetByName(db, name, appsToLookIn(appId, principal));
    requireMatch(ifMatch, `Test set ${JSON.stringify(name)}`, there?.revision ?? 0);
    const testset_id = there?.id ?? (await insertTestset(db, { name, appId, now }));
    const revision = await nextRevision(db, testset_id);
    await updateTestsetRecord(db, testset_id, { updated_at: now });
    const summary = `revision ${revision}, ${countOf(row.row_count, 'row')}`;
    const ownAppId = there === null ? appId : there.app_id;
    record({ kind: 'testset', id: testset_id, name, appId: ownAppId, after: row.id, summary });
    await finishRevision(db, row.id, { testset_id, revision });
    return toRevision({ ...row, testset_id, revision });
  },
};

/** Finds the newest revision of the test set that new rows would go to, if its content has the tag. */
async function findSame(
  db: Db,
  { name, content_tag: tag, app_id }: Pick<TestsetRevisionRow, 'name' | 'content_tag' | 'app_id'>,
  principal: Principal,
): Promise<TestsetRevisionRow | null> {
  const newest = tag === null ? null : await findTestsetByName(db, name, appsToLookIn(app_id, principal));
  const row = newest === null ? null : await requireRevisionRow(db, newest.revision_id);
  return row?.content_tag === tag ? row : null;
}

async function requireOpen(db: Db, id: string): Promise<TestsetRevisionRow> {
  const row = await requireRevisionRow(db, id);
  if (row.testset_id === null) return row;
  throw userError(
    'WF_CONFLICT',
    `Revision ${row.revision} of test set ${JSON.stringify(row.name)} is finished and never changes.`,
  );
}

function gap(position: number, count: number) {
  return userError('WF_CONFLICT', `Rows from position ${position} do not follow the ${count} stored rows.`);
}

function toRevision(row: TestsetRevisionRow): TestsetRevision {
  const { id, testset_id, name, revision, row_count: rows, content_tag, created_by, created_at } = row;
  const columns = fromJson<string[]>(row.columns);
  return { id, testset_id, name, revision, rows, columns, content_tag, created_by, created_at };
}
