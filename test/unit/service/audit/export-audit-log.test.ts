import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { toAuditLine } from '../../../../src/contract/audit/audit-line.ts';
import { exportAuditLog } from '../../../../src/service/audit/export-audit-log.ts';
import { listAuditEntries } from '../../../../src/service/audit/operations.ts';
import { insertBare } from '../../../helpers/insert-bare.ts';
import { NOW, openOperations } from '../../../helpers/open-operations.ts';

/** An audit log of three entries: of an app, of another, and of none. */
async function openLog() {
  const opened = await openOperations();
  const entry = { created_at: NOW, kind: 'app', summary: 'created' };
  await insertBare(opened.db, 'audit_log', [
    { ...entry, id: 'e1', app_id: 'a' },
    { ...entry, id: 'e2', app_id: 'b', created_at: '2026-11-20T13:00:00.000Z' },
    { ...entry, id: 'e3', app_id: null },
  ]);
  const list = async (query: object = {}, context = opened.context) => await listAuditEntries.run(query, context);
  /** What a client exports: the entries that no export contains, up to one of them. */
  const bodyOf = async (last_id: string) => {
    const entries = (await list({ unexported: 'true' })).items.filter(({ id }) => id <= last_id);
    const sha256 = createHash('sha256').update(entries.map(toAuditLine).join('')).digest('hex');
    return { last_id, entries: entries.length, sha256 };
  };
  const run = async (body: Awaited<ReturnType<typeof bodyOf>>) => await exportAuditLog.run({ body }, opened.context);
  return { ...opened, list, bodyOf, run };
}

test('an export is noted with its hash, and its entries are in no other', async () => {
  const { bodyOf, run, list, takeLogged } = await openLog();
  const body = await bodyOf('e1');
  const made = await run(body);
  expect(made).toEqual({ id: expect.stringMatching(/^[\da-f-]{36}$/), ...body, created_at: NOW });
  const log = { kind: 'service', id: made.id, name: 'audit log', after: 'e1' };
  expect(takeLogged()).toEqual([{ ...log, summary: `exported 1 entry, sha256 ${body.sha256}` }]);
  expect((await list({ unexported: 'true' })).items.map(({ id }) => id)).toEqual(['e2', 'e3']);
  const rest = await bodyOf('e3');
  await run(rest);
  expect(takeLogged()[0]?.summary).toBe(`exported 2 entries, sha256 ${rest.sha256}`);
});

test('an export that differs from the log is refused', async () => {
  const { bodyOf, run, takeLogged } = await openLog();
  const body = await bodyOf('e2');
  const refusal = (exported: number) => ({
    code: 'WF_CONFLICT',
    message: `The export has ${exported} entries that no other export contains; the audit log has 2 up to the last of them, or they differ. Nothing was noted.`,
  });
  await expect(run({ ...body, entries: 1 })).rejects.toMatchObject(refusal(1));
  const again = await openLog();
  await expect(again.run({ ...(await again.bodyOf('e2')), sha256: '0' })).rejects.toMatchObject(refusal(2));
  expect([...takeLogged(), ...again.takeLogged()]).toEqual([]);
});

test('entries are listed oldest first, by page, or only the last of them', async () => {
  const { list } = await openLog();
  const { items, next } = await list({ limit: 2 });
  expect(items.map(({ id }) => id)).toEqual(['e1', 'e2']);
  expect((await list({ cursor: next ?? '' })).items.map(({ id }) => id)).toEqual(['e3']);
  expect((await list({ tail: 2 })).items.map(({ id }) => id)).toEqual(['e2', 'e3']);
  expect((await list({ app_id: 'b' })).items.map(({ id }) => id)).toEqual(['e2']);
  expect((await list({ since: '2026-11-20T14:00:00+01:00' })).items.map(({ id }) => id)).toEqual(['e2']);
});

test('a key of some apps sees only their entries', async () => {
  const { list, contextOf } = await openLog();
  const key = contextOf({ principal: { id: 'k', name: 'ann', role: 'operator', appIds: ['a', 'gone'] } });
  expect((await list({}, key)).items.map(({ id }) => id)).toEqual(['e1']);
  expect((await list({ app_id: 'gone' }, key)).items).toEqual([]);
  await expect(list({ app_id: 'b' }, key)).rejects.toMatchObject({
    code: 'WF_NOT_FOUND',
    message: 'The apps of this key have no app "b".',
  });
});
