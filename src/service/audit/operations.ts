import type { Operation } from '../operation/operation.ts';
import { readCursor, rowsToRead, toPage } from '../store/page.ts';
import { toAuditEntry } from './queries.ts';

export const listAuditEntries: Operation<'listAuditEntries'> = {
  access: 'read',
  canFollow: true,
  run: async ({ app_id, since, tail, ...paging }, { db }) => {
    const entries = db
      .selectFrom('audit_log')
      .selectAll()
      .where('id', '>', readCursor(paging, ''))
      // A deleted app's changes can still be asked for by its id.
      .$if(app_id !== undefined, (query) => query.where('app_id', '=', app_id ?? ''))
      .$if(since !== undefined, (query) => query.where('created_at', '>=', new Date(since ?? '').toISOString()));
    if (tail !== undefined) {
      const rows = await entries.orderBy('id', 'desc').limit(tail).execute();
      return toPage(rows.toReversed(), {}, (row) => row.id, toAuditEntry);
    }
    const rows = await entries.orderBy('id').limit(rowsToRead(paging)).execute();
    return toPage(rows, paging, (row) => row.id, toAuditEntry);
  },
};
