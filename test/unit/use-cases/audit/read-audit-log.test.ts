import { expect, test } from 'vitest';
import { readAuditLog } from '../../../../src/use-cases/audit/read-audit-log.ts';
import { fakeClient } from '../../../helpers/fake-client.ts';

const DELETED = '01932c5e-1111-7000-8000-000000000009';
const ENTRIES = [{ id: 'e-1' }, { id: 'e-2' }] as never;

function world() {
  return fakeClient({
    listAuditEntries: async () => ENTRIES,
    listApps: async () => [{ app_id: 'a-1', app_name: 'support' }],
  });
}

test('the last changes are read in one request', async () => {
  const { client, calls } = world();
  expect(await readAuditLog({ client, app: null, since: null, lines: 20 })).toEqual(ENTRIES);
  expect(calls).toEqual([{ name: 'listAuditEntries', input: { tail: 20 } }]);
});

test('changes since a time are read page by page', async () => {
  const { client, calls } = world();
  const since = '2026-01-01T00:00:00Z';
  expect(await readAuditLog({ client, app: 'support', since, lines: 20 })).toEqual(ENTRIES);
  expect(calls.at(-1)).toEqual({ name: 'listAuditEntries', input: { app_id: 'a-1', since, limit: 1000 } });
});

test('the log of a deleted app is found by its full id', async () => {
  const { client, calls } = world();
  await readAuditLog({ client, app: DELETED, since: null, lines: 1 });
  expect(calls).toEqual([{ name: 'listAuditEntries', input: { app_id: DELETED, tail: 1 } }]);
});

test('a service of another make has no audit log', async () => {
  const { client } = fakeClient({ extensions: async () => null });
  await expect(readAuditLog({ client, app: null, since: null, lines: 1 })).rejects.toMatchObject({
    message: 'This service lacks an audit log, an extension of wf.',
  });
});
