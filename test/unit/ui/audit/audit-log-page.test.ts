import { expect, test } from 'vitest';
import type { AuditEntry } from '../../../../src/contract/audit/audit-entry.ts';
import { auditLogPage } from '../../../../src/ui/audit/audit-log-page.ts';
import { drawnLines, outlineOf, writtenLines } from '../fixtures.ts';

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

test('programs get the log oldest first, with every column', () => {
  expect(writtenLines(auditLogPage(ENTRIES))).toEqual([
    'WHEN                  WHO  WHAT                    CHANGE               ROLE   BEFORE  AFTER  APP    REQUEST',
    '2026-11-20T11:00:00Z  ada  environment production  deployToEnvironment  admin  rev-1   rev-2  app-1  req-1',
    '2026-11-20T11:00:00Z  ada  artifact abcdef012345   stored 2 KB          admin  rev-1   rev-2  app-1  req-1',
    '2026-11-20T11:00:00Z  ada  key env-1               deployToEnvironment  admin  rev-1   rev-2  app-1  req-1',
    '2026-11-20T11:00:00Z  ada  service                 deployToEnvironment  admin  rev-1   rev-2  app-1  req-1',
  ]);
});

test('people get the newest entry first, and lose the role first', () => {
  expect(drawnLines(auditLogPage(ENTRIES), 140)).toEqual([
    'when        who  what                    change               role   before  after  app    request',
    '1 hour ago  ada  service                 deployToEnvironment  admin  rev-1   rev-2  app-1  req-1',
    '1 hour ago  ada  key env-1               deployToEnvironment  admin  rev-1   rev-2  app-1  req-1',
    '1 hour ago  ada  artifact abcdef012345   stored 2 KB          admin  rev-1   rev-2  app-1  req-1',
    '1 hour ago  ada  environment production  deployToEnvironment  admin  rev-1   rev-2  app-1  req-1',
  ]);
  expect([125, 115, 100, 90, 75, 60].map((width) => drawnLines(auditLogPage([ENTRY]), width)[0])).toEqual([
    'when        who  what                    change               role   before  after  app    request',
    'when        who  what                    change               role   before  after  app    request',
    'when        who  what                    change               role   before  after  app    request',
    'when  who  what                    change               before  after  app    request',
    'when        who  what                    change               before  after',
    'when        who  what                    change',
  ]);
});

test('an empty log says so', () => {
  expect(drawnLines(auditLogPage([]))).toEqual(['No changes yet.']);
});

test('times and ids are shown as such, in both media', () => {
  expect(outlineOf(auditLogPage([]))).toEqual([
    'table (written)',
    '  when | time | 0',
    '  who | text | 0',
    '  what | text | 0',
    '  change | text | 0',
    '  role | text | 5',
    '  before | id | 2',
    '  after | id | 1',
    '  app | id | 3',
    '  request | id | 4',
    '  No changes yet.',
    'table (drawn)',
    '  when | time | 0',
    '  who | text | 0',
    '  what | text | 0',
    '  change | text | 0',
    '  role | text | 5',
    '  before | id | 2',
    '  after | id | 1',
    '  app | id | 3',
    '  request | id | 4',
    '  No changes yet.',
  ]);
});
