import { expect, test } from 'vitest';
import type { AuditEntry } from '../../../../src/contract/audit/audit-entry.ts';
import { auditLogView } from '../../../../src/ui/audit/audit-log-view.ts';
import { drawnLines } from '../fixtures.ts';

const ENTRY: AuditEntry = {
  id: 'a-1',
  created_at: '2026-11-20T11:00:00Z',
  request_id: 'req-1',
  key_name: 'ada',
  role: 'admin',
  action: 'deployToEnvironment',
  kind: 'environment',
  record: 'env-1',
  name: 'production',
  app: 'app-1',
  before: 'rev-1',
  after: 'rev-2',
  summary: null,
};
const ENTRIES = [
  ENTRY,
  { ...ENTRY, kind: 'artifact', name: null, record: 'abcdef0123456789', summary: 'stored 2 KB' },
  { ...ENTRY, kind: 'key', name: null },
  { ...ENTRY, kind: 'service', name: null, record: null },
];

test('people get the newest entry first, and lose the role first', () => {
  expect(drawnLines(auditLogView(ENTRIES), 90).slice(0, 5)).toEqual([
    'when  who  what                    change               before  after  app    request',
    '1 h   ada  service                 deployToEnvironment  rev-1   rev-2  app-1  req-1',
    '1 h   ada  key env-1               deployToEnvironment  rev-1   rev-2  app-1  req-1',
    '1 h   ada  artifact abcdef012345   stored 2 KB          rev-1   rev-2  app-1  req-1',
    '1 h   ada  environment production  deployToEnvironment  rev-1   rev-2  app-1  req-1',
  ]);
  expect(drawnLines(auditLogView([ENTRY]), 60)[0]).toBe('when        who  what                    change');
  expect(drawnLines(auditLogView([]))).toEqual(['No changes yet.']);
});
