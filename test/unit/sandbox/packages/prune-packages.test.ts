import { readdir, utimes } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { prunePackages, touchPackages } from '../../../../src/sandbox/packages/prune-packages.ts';
import { tempProject } from '../../../helpers/temp-project.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const NOW = Date.parse('2026-06-15T12:00:00Z');

test('what was not used for a week is removed, with what is left of unfinished installations', async () => {
  await using project = await tempProject({
    'packages/old/node_modules/sharp/package.json': '{}',
    'packages/recent/node_modules/sharp/package.json': '{}',
    'packages/used/node_modules/sharp/package.json': '{}',
    'packages/installing-old/package.json': '{}',
    'packages/installing-new/package.json': '{}',
  });
  const ages = { old: 7, recent: 6.9, used: 30, 'installing-old': 8, 'installing-new': 0 };
  for (const [name, days] of Object.entries(ages)) {
    const used = new Date(NOW - days * DAY_MS);
    await utimes(project.path(`packages/${name}`), used, used);
  }
  await touchPackages(project.path('packages/used'), new Date(NOW));

  await prunePackages(project.path('packages'), NOW);

  expect((await readdir(project.path('packages'))).toSorted()).toEqual(['installing-new', 'recent', 'used']);
});

test('a folder that is gone cannot be touched, and nobody minds', async () => {
  await using project = await tempProject({});
  await expect(touchPackages(project.path('gone'))).resolves.toBeUndefined();
});
