import { mkdir } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { findPackageManager } from '../../../../src/use-cases/scaffold/find-package-manager.ts';
import { tempProject } from '../../../helpers/temp-project.ts';

const BY_YARN = { npm_config_user_agent: 'yarn/4.18.1 npm/? node/v24.21.0 linux x64' };

test.each([
  ['pnpm-lock.yaml', 'pnpm'],
  ['pnpm-workspace.yaml', 'pnpm'],
  ['yarn.lock', 'yarn'],
  ['bun.lock', 'bun'],
  ['bun.lockb', 'bun'],
  ['package-lock.json', 'npm'],
  ['npm-shrinkwrap.json', 'npm'],
])('a folder with %s, and those below it, are of %s', async (file, manager) => {
  await using home = await tempProject({ [`code/${file}`]: '' });

  expect(findPackageManager(home.path('code'), BY_YARN, home.root)).toBe(manager);
  expect(findPackageManager(home.path('code/packages/new'), BY_YARN, home.root)).toBe(manager);
});

test('package.json names the package manager before lock files do', async () => {
  await using home = await tempProject({
    'code/package.json': '{"packageManager":"bun@1.4.5"}',
    'code/package-lock.json': '{}',
  });

  expect(findPackageManager(home.path('code'), {}, home.root)).toBe('bun');
});

test('a package manager that we do not know, and a malformed package.json, say nothing', async () => {
  await using home = await tempProject({ 'one/package.json': '{"packageManager":"cargo@1"}', 'two/package.json': '{' });

  expect(findPackageManager(home.path('one'), {}, home.root)).toBe('npm');
  expect(findPackageManager(home.path('two'), {}, home.root)).toBe('npm');
});

test('without a lock file, it is the one that runs wf, otherwise npm', async () => {
  await using home = await tempProject({ 'yarn.lock': '' });
  await mkdir(home.path('code'));

  expect(findPackageManager(home.path('code'), { npm_config_user_agent: 'pnpm/12.21.0 npm/?' }, home.root)).toBe(
    'pnpm',
  );
  expect(findPackageManager(home.path('code'), { npm_config_user_agent: 'deno/2' }, home.root)).toBe('npm');
});
