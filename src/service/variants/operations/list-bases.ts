import type { Operation } from '../../operation/operation.ts';
import { readCursor, rowsToRead, toPage } from '../../store/page.ts';
import { requireApp } from '../../apps/queries.ts';

export const listBases: Operation<'listBases'> = {
  access: 'read',
  run: async ({ app_id, base_name, ...paging }, { db }) => {
    const app = await requireApp(db, app_id);
    const rows = await db
      .selectFrom('bases')
      .select(['id', 'name'])
      .where('app_id', '=', app.id)
      .where('name', '>', readCursor(paging, ''))
      .$if(base_name !== undefined, (query) => query.where('name', '=', base_name ?? ''))
      .orderBy('name')
      .limit(rowsToRead(paging))
      .execute();
    return toPage(
      rows,
      paging,
      (row) => row.name,
      (row) => ({ base_id: row.id, base_name: row.name }),
    );
  },
};
