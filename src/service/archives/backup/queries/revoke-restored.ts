import { appendChanges } from '../../../audit/queries.ts';
import type { Db } from '../../../store/schema.ts';

/** What a restore revoked. */
export interface RevokedAccess {
  /** Sessions of the page. */
  readonly sessions: number;
  /** Codes that sign a page in. */
  readonly codes: number;
  /** Operators' keys that machines made for themselves; each makes another when it starts. */
  readonly local_keys: number;
}

/** Revokes access that belongs to the time and the machine of a backup. People's keys stay. */
export async function revokeRestored(db: Db, now: string): Promise<RevokedAccess> {
  const sessions = await db.deleteFrom('keys').where('session_of', 'is not', null).executeTakeFirst();
  const codes = await db.deleteFrom('page_codes').executeTakeFirst();
  const local = await db
    .deleteFrom('keys')
    .where('name', '=', 'local')
    .where('prefix', 'in', (the) =>
      the
        .selectFrom('audit_log')
        .select('record_id')
        .where('action', '=', 'createKey')
        .where('key_id', '=', 'wf')
        .where('record_id', 'is not', null)
        .$castTo<{ record_id: string }>(),
    )
    .executeTakeFirst();
  const revoked = {
    sessions: Number(sessions.numDeletedRows),
    codes: Number(codes.numDeletedRows),
    local_keys: Number(local.numDeletedRows),
  };
  const summary = `backup restored; revoked ${revoked.sessions} sessions and ${revoked.local_keys} local keys`;
  const principal = { id: 'wf', name: 'wf', role: 'operator' };
  await appendChanges(db, [{ kind: 'key', name: 'local', summary }], {
    principal,
    requestId: 'wf',
    action: 'restore',
    now,
  });
  return revoked;
}
