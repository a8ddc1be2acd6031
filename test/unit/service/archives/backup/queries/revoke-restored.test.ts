import { expect, test } from 'vitest';
import { revokeRestored } from '../../../../../../src/service/archives/backup/queries/revoke-restored.ts';
import { readAuditEntries, toAuditEntry } from '../../../../../../src/service/audit/queries.ts';
import { insertBare } from '../../../../../helpers/insert-bare.ts';
import { openBare } from '../../../../../helpers/open-bare.ts';

test('a restore revokes sessions, codes and keys that machines made, not those of people', async () => {
  const { db } = await openBare();
  await db.deleteFrom('keys').execute();
  await insertBare(db, 'keys', [
    { id: '1', prefix: 'p1', name: 'ann' },
    { id: '2', prefix: 'p2', name: 'session', session_of: '1' },
    { id: '3', prefix: 'p3', name: 'local' },
    // A person may call a key so.
    { id: '4', prefix: 'p4', name: 'local' },
    { id: '5', prefix: 'p5', name: 'other' },
    { id: '6', prefix: 'p6', name: 'local' },
  ]);
  const made = (id: string, record_id: string | null, key_id: string, action = 'createKey') => ({
    id,
    record_id,
    key_id,
    action,
    created_at: '1',
  });
  await insertBare(db, 'audit_log', [
    made('a', 'p3', 'wf'),
    made('b', 'p4', 'k'),
    made('c', 'p5', 'wf'),
    made('d', null, 'wf'),
    made('e', 'p6', 'wf', 'deleteKey'),
  ]);
  await insertBare(db, 'page_codes', [{ sha256: 'x' }, { sha256: 'y' }]);

  expect(await revokeRestored(db, 'now')).toEqual({ sessions: 1, codes: 2, local_keys: 1 });

  expect((await db.selectFrom('keys').select('id').orderBy('id').execute()).map(({ id }) => id)).toEqual([
    '1',
    '4',
    '5',
    '6',
  ]);
  expect(await db.selectFrom('page_codes').selectAll().execute()).toEqual([]);
  const noted = await readAuditEntries(
    db,
    { appId: undefined, among: null, since: undefined, isUnexported: false, after: '' },
    9,
  );
  expect(noted.filter(({ action }) => action === 'restore').map((row) => [row.key_id, toAuditEntry(row)])).toEqual([
    [
      'wf',
      {
        id: expect.any(String),
        created_at: 'now',
        request_id: 'wf',
        key_name: 'wf',
        role: 'operator',
        action: 'restore',
        kind: 'key',
        record: null,
        name: 'local',
        app: null,
        before: null,
        after: null,
        summary: 'backup restored; revoked 1 sessions and 1 local keys',
      },
    ],
  ]);
});
