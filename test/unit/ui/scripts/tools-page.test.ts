import { expect, test } from 'vitest';
import { toolsPage } from '../../../../src/ui/scripts/tools-page.ts';
import { drawnLines, outlineOf, writtenLines } from '../fixtures.ts';

const TOOL = { name: 'list_apps', description: 'Lists the apps of the service.', writes: false };

test('tools are listed with what they do', () => {
  expect(writtenLines(toolsPage([TOOL, { ...TOOL, name: 'deploy', writes: true }]))).toEqual([
    'TOOL       WRITES  DOES',
    'list_apps  false   Lists the apps of the service.',
    'deploy     true    Lists the apps of the service.',
  ]);
  expect(drawnLines(toolsPage([TOOL]), 20)[0]).toBe('tool       writes');
  expect(outlineOf(toolsPage([]))).toEqual([
    'table',
    '  tool | text | 0',
    '  writes | text | 0',
    '  does | prose | 1',
    '  There are no tools.',
  ]);
});
