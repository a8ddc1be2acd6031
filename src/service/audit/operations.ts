import type { Operation } from '../operation/operation.ts';
import { unreached } from '../reach/require-reach.ts';
import { readCursor, rowsToRead, toPage } from '../store/page.ts';
import { markExported, readAuditEntries, readExported, readLastAuditEntries, toAuditEntry } from './queries.ts';
import { createHash } from 'node:crypto';
import { v7 as newId } from 'uuid';
import { toAuditLine } from '../../contract/audit/audit-entry.ts';
import { userError } from '../../foundation/errors/wf-error.ts';

export const listAuditEntries: Operation<'listAuditEntries'> = {
  canFollow: true,
  run: async ({ app_id: appId, tail, unexported, ...input }, { db, principal: { appIds: among = null } }) => {
    // Does not look up the app: a deleted app's changes can still be read by its id.
    if (appId !== undefined && among?.includes(appId) === false) throw unreached({ kind: 'app', id: appId });
    const filter = { ...input, appId, among, isUnexported: unexported !== undefined, after: readCursor(input, '') };
    if (tail !== undefined)
      return { items: (await readLastAuditEntries(db, filter, tail)).map(toAuditEntry), next: null };
    return toPage(await readAuditEntries(db, filter, rowsToRead(input)), input, 'id', toAuditEntry);
  },
};

/**
 * Notes an export after comparing its hash with the entries themselves: what may be pruned later is exactly what the
 * caller has. An entry that was committed late, with an id below the last one, makes them differ.
 */
export const exportAuditLog: Operation<'exportAuditLog'> = {
  audit: { kind: 'service', verb: 'exported' },
  run: async ({ body }, { db, now, record }) => {
    const id = newId();
    await markExported(db, id, body.last_id);
    const lines = (await readExported(db, id)).map((row) => toAuditLine(toAuditEntry(row)));
    const hash = createHash('sha256');
    for (const line of lines) hash.update(line);
    const sha256 = hash.digest('hex');
    if (lines.length !== body.entries || sha256 !== body.sha256)
      throw userError(
        'WF_CONFLICT',
        `The export has ${body.entries} entries that no other export contains; the audit log has ${lines.length} up to the last of them, or they differ. Nothing was noted.`,
      );
    record({
      kind: 'service',
      id,
      name: 'audit log',
      after: body.last_id,
      summary: `exported ${lines.length} ${lines.length === 1 ? 'entry' : 'entries'}, sha256 ${sha256}`,
    });
    return { id, last_id: body.last_id, entries: lines.length, sha256, created_at: now };
  },
};
