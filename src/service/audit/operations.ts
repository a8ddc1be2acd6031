import type { Operation } from '../operation/operation.ts';
import { unreached } from '../reach/require-reach.ts';
import { readCursor, rowsToRead, toPage } from '../store/page.ts';
import { readAuditEntries, readLastAuditEntries, toAuditEntry } from './queries.ts';

export const listAuditEntries: Operation<'listAuditEntries'> = {
  access: 'read',
  canFollow: true,
  run: async ({ app_id: appId, since, tail, unexported, ...paging }, { db, principal: { appIds: among = null } }) => {
    // Does not look up the app: a deleted app's changes can still be read by its id.
    if (appId !== undefined && among?.includes(appId) === false) throw unreached({ kind: 'app', id: appId });
    const filter = { appId, among, since, isUnexported: unexported !== undefined, after: readCursor(paging, '') };
    if (tail !== undefined) {
      return toPage(await readLastAuditEntries(db, filter, tail), {}, (row) => row.id, toAuditEntry);
    }
    return toPage(await readAuditEntries(db, filter, rowsToRead(paging)), paging, (row) => row.id, toAuditEntry);
  },
};
