import { readLastLogs, readLogs, toLogLine } from '../queries/logs.ts';
import type { Operation } from '../../operation/operation.ts';
import { readCursor, rowsToRead, toPage } from '../../store/page.ts';
import { requireApp } from '../../apps/queries.ts';

export const listLogs: Operation<'listLogs'> = {
  access: 'read',
  canFollow: true,
  topicOf: ({ app_id }) => `logs:${app_id}`,
  run: async ({ app_id, tail, request_id: requestId, ...paging }, { db }) => {
    const app = await requireApp(db, app_id);
    const filter = { appId: app.id, after: readCursor(paging, ''), requestId };
    if (tail !== undefined) {
      return toPage(await readLastLogs(db, filter, tail), {}, (row) => row.id, toLogLine);
    }
    const rows = await readLogs(db, filter, rowsToRead(paging));
    return toPage(rows, paging, (row) => row.id, toLogLine);
  },
};
