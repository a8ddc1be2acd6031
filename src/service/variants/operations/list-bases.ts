import { readBases } from '../queries/bases.ts';
import type { Operation } from '../../operation/operation.ts';
import { readCursor, rowsToRead, toPage } from '../../store/page.ts';
import { requireApp } from '../../apps/queries.ts';

export const listBases: Operation<'listBases'> = {
  access: 'read',
  run: async ({ app_id, base_name, ...paging }, { db }) => {
    const app = await requireApp(db, app_id);
    const page = { after: readCursor(paging, ''), limit: rowsToRead(paging) };
    const rows = await readBases(db, app.id, { name: base_name, ...page });
    return toPage(
      rows,
      paging,
      (row) => row.name,
      (row) => ({ base_id: row.id, base_name: row.name }),
    );
  },
};
