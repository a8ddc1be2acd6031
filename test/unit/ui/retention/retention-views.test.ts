import { expect, test } from 'vitest';
import { prunedView, usageView } from '../../../../src/ui/retention/retention-views.ts';
import { drawnLines, writtenLines } from '../fixtures.ts';

const ENTRIES = [
  { app_id: 'a1', app_name: 'support', kind: 'human_evaluations', rows: 12_000, bytes: 3_500_000 },
  { app_id: 'a2', app_name: null, kind: 'logs', rows: 1, bytes: 80 },
  { app_id: null, app_name: null, kind: 'audit_log', rows: 5, bytes: 900 },
];

test('what is stored is listed by app and kind, then the whole database', () => {
  expect(writtenLines(usageView({ entries: ENTRIES, database: { bytes: 5_000_000, free_bytes: 1000 } }))).toEqual([
    'APP      KIND                ROWS  SIZE',
    'support  human evaluations  12000  3.3 MB',
    'a2       logs                   1  80 B',
    '-        audit log              5  900 B',
    '',
    'The database takes 4.8 MB, 1000 B of it free.',
  ]);
});

test('the size of the database is left out where a key may not see it, and free space where it is unknown', () => {
  expect(drawnLines(usageView({ entries: [], database: null }))).toEqual(['Nothing is stored.']);
  const unknown = usageView({ entries: [], database: { bytes: 2048, free_bytes: null } });
  expect(drawnLines(unknown).at(-1)).toBe('The database takes 2 KB.');
});

const PRUNED = {
  before: '2026-10-24T09:00:00Z',
  kinds: [{ kind: 'human_evaluations', count: 3, bytes: 4096 }],
  busy_app_ids: [],
};

test('a prune lists what it deleted, and a plan what it would delete', () => {
  const table = ['KIND               COUNT  SIZE', 'human evaluations      3  4 KB'];
  expect(writtenLines(prunedView({ ...PRUNED, plan: false }, false))).toEqual([
    'Older than 2026-10-24T09:00:00Z, and deleted:',
    '',
    ...table,
  ]);
  expect(writtenLines(prunedView({ ...PRUNED, plan: true }, false))).toEqual([
    'Older than 2026-10-24T09:00:00Z, and would be deleted:',
    '',
    ...table,
  ]);
});

test('a prune names the apps whose evaluations stay', () => {
  const lines = drawnLines(prunedView({ ...PRUNED, plan: false, kinds: [], busy_app_ids: ['a1', 'a2'] }, true));
  expect(lines[0]).toBe('Older than its rule says, else than 2026-10-24T09:00:00Z, and deleted:');
  expect(lines).toContain('Nothing.');
  expect(lines.at(-1)).toBe('An evaluation is running in these apps; their old evaluations stay: a1, a2');
});
