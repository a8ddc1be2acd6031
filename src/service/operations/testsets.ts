import { v7 as newId } from 'uuid';
import { UserError } from '../../errors/wf-error.ts';
import type { Operation } from '../operation.ts';
import { readCursor, rowsToRead, toPage } from '../store/page.ts';
import { readProjectId } from '../store/queries/apps.ts';
import { insertTestsetRows, readTestsetRows, requireTestset } from '../store/queries/testsets.ts';

export const createTestset: Operation<'createTestset'> = {
  access: 'write',
  run: async ({ body }, { db, now }) => {
    const id = newId();
    const row = { id, project_id: await readProjectId(db), name: body.name, created_at: now, updated_at: now };
    await db.insertInto('testsets').values(row).execute();
    await insertTestsetRows(db, id, body.csvdata);
    return { id, name: body.name, created_at: now };
  },
};

export const listTestsets: Operation<'listTestsets'> = {
  access: 'read',
  run: async (paging, { db }) => {
    const rows = await db
      .selectFrom('testsets')
      .select(['id', 'name', 'created_at', 'updated_at'])
      .where('id', '>', readCursor(paging, ''))
      .orderBy('id')
      .limit(rowsToRead(paging))
      .execute();
    return toPage(
      rows,
      paging,
      (row) => row.id,
      (row) => row,
    );
  },
};

export const getTestset: Operation<'getTestset'> = {
  access: 'read',
  run: async ({ testset_id }, { db }) => {
    const { id, name, created_at, updated_at } = await requireTestset(db, testset_id);
    return { id, name, csvdata: await readTestsetRows(db, id), created_at, updated_at };
  },
};

export const updateTestset: Operation<'updateTestset'> = {
  access: 'write',
  run: async ({ testset_id, body }, { db, now }) => {
    const { id } = await requireTestset(db, testset_id);
    await db.updateTable('testsets').set({ name: body.name, updated_at: now }).where('id', '=', id).execute();
    await db.deleteFrom('testset_rows').where('testset_id', '=', id).execute();
    await insertTestsetRows(db, id, body.csvdata);
    const rows = body.csvdata.length;
    return { status: 'success', message: `Test set ${body.name} holds ${rows} row${rows === 1 ? '' : 's'} now.`, id };
  },
};

export const deleteTestsets: Operation<'deleteTestsets'> = {
  access: 'write',
  run: async ({ body }, { db }) => {
    const ids = [...new Set(body.testset_ids)];
    if (ids.length === 0) return [];
    for (const id of ids) await requireTestset(db, id);
    await db.deleteFrom('testsets').where('id', 'in', ids).execute();
    return ids;
  },
};

/** @throws {WF_INVALID_INPUT} when there is no row to evaluate */
export function requireRows(count: number, name: string): void {
  if (count > 0) return;
  throw new UserError({
    code: 'WF_INVALID_INPUT',
    message: `Test set ${JSON.stringify(name)} has no rows.`,
    details: [{ loc: ['body', 'testset_id'], msg: 'The test set has no rows', type: 'too_short' }],
  });
}
