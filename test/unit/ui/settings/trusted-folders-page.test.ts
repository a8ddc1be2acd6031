import { expect, test } from 'vitest';
import { trustedFoldersPage } from '../../../../src/ui/settings/trusted-folders-page.ts';
import { outlineOf } from '../fixtures.ts';

test('trusted folders are listed with the time since', () => {
  const folder = { folder: '/home/ana/support', since: '2026-11-20T11:00:00Z' };
  expect(outlineOf(trustedFoldersPage([folder]))).toEqual([
    'table',
    '  folder | prose | 0',
    '  since | time | 0',
    '  "/home/ana/support", "2026-11-20T11:00:00Z"',
    '  No trusted folders yet. Trust the project here: wf trust',
  ]);
  expect(outlineOf(trustedFoldersPage([])).at(-1)).toBe('  No trusted folders yet. Trust the project here: wf trust');
});
