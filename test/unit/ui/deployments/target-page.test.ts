import { expect, test } from 'vitest';
import { targetPage } from '../../../../src/ui/deployments/target-page.ts';
import { writtenLines } from '../fixtures.ts';

test('a build for a platform lists its files but not source maps, and the next commands', () => {
  const page = targetPage({
    manifest: { app: 'support' },
    target: 'node',
    dir: 'out',
    files: ['server.mjs', 'server.mjs.map', 'package.json'],
    size: 2048,
    gzipSize: 1024,
    nextSteps: ['npm start', 'wf deploy'],
  });
  expect(writtenLines(page)).toEqual([
    'app     support',
    'target  node',
    'folder  out',
    'files   server.mjs, package.json',
    'size    2 KB, 1 KB gzipped',
    '',
    'Next: npm start',
    'Next: wf deploy',
  ]);
});
