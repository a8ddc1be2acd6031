import { expect, test } from 'vitest';
import { type AuditEntry, ExportAuditLog } from '../../../../src/contract/audit/audit-entry.ts';
import { toAuditLine } from '../../../../src/contract/audit/audit-line.ts';
import { messagesOf } from '../../../helpers/messages-of.ts';

const SHA256 = 'a'.repeat(64);
const HASH = ['sha256: Input should be a SHA-256 hash in hex'];

test.each([
  [{ entries: 1 }, null],
  [{ entries: 5000 }, null],
  [{ entries: 0 }, ['entries: Too small: expected number to be >=1']],
  [{ entries: 5001 }, ['entries: Too big: expected number to be <=5000']],
  [{ sha256: 'A'.repeat(64) }, HASH],
  [{ sha256: 'a'.repeat(63) }, HASH],
  [{ sha256: 'a'.repeat(65) }, HASH],
])('an export with %j has the problems %j', (given, problems) => {
  expect(messagesOf(ExportAuditLog, { last_id: 'x', entries: 1, sha256: SHA256, ...given })).toEqual(problems);
});

test('an entry is a line of JSON, with its own fields only and in their order', () => {
  const entry: AuditEntry = {
    created_at: '2026-11-20T11:00:00Z',
    id: '1',
    request_id: 'wf',
    key_name: 'ci',
    role: 'author',
    action: 'deployToEnvironment',
    kind: 'environment',
    record: null,
    name: 'live',
    app: null,
    before: null,
    after: '2',
    summary: null,
  };
  expect(toAuditLine({ ...entry, more: 1 } as AuditEntry)).toBe(
    '{"id":"1","created_at":"2026-11-20T11:00:00Z","request_id":"wf","key_name":"ci","role":"author","action":"deployToEnvironment","kind":"environment","record":null,"name":"live","app":null,"before":null,"after":"2","summary":null}\n',
  );
});
