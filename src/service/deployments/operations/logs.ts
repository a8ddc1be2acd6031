import type { Operation } from '../../operation/operation.ts';
import { readCursor, rowsToRead, toPage } from '../../store/page.ts';
import { requireApp } from '../../apps/queries.ts';
import { toLogLine } from '../queries/logs.ts';

export const listLogs: Operation<'listLogs'> = {
  access: 'read',
  canFollow: true,
  topicOf: ({ app_id }) => `logs:${app_id}`,
  run: async ({ app_id, tail, ...paging }, { db }) => {
    const app = await requireApp(db, app_id);
    const lines = db
      .selectFrom('app_logs')
      .selectAll()
      .where('app_id', '=', app.id)
      .where('id', '>', readCursor(paging, ''));
    if (tail !== undefined) {
      const rows = await lines.orderBy('id', 'desc').limit(tail).execute();
      return toPage(rows.toReversed(), {}, (row) => row.id, toLogLine);
    }
    const rows = await lines.orderBy('id').limit(rowsToRead(paging)).execute();
    return toPage(rows, paging, (row) => row.id, toLogLine);
  },
};
