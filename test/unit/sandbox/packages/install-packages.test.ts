import { existsSync } from 'node:fs';
import { readdir, readFile, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { installPackages } from '../../../../src/sandbox/packages/install-packages.ts';
import type { PackageList, PackagePlatform } from '../../../../src/sandbox/packages/package-list.ts';
import { startPackageRegistry, type PackageSource } from '../../../helpers/start-package-registry.ts';
import { tempProject } from '../../../helpers/temp-project.ts';

/** Writes the environment that it sees where the test finds it. */
const SCRIPT = `node -e "require('fs').writeFileSync('seen.json', JSON.stringify(process.env))"`;

const source = (name: string, fields: Partial<PackageSource['manifest']> = {}): PackageSource => ({
  manifest: { name, version: '1.2.3', ...fields },
  files: {},
});

const SOURCES = [
  source('plain', { scripts: { install: SCRIPT } }),
  source('built', { scripts: { install: SCRIPT } }),
  source('for-mars', { os: ['mars'], cpu: ['red'] }),
  source('anywhere', { optionalDependencies: { 'for-mars': '1.2.3' } }),
];

/** A project whose settings name the registry, and the list of its packages. */
async function setUp() {
  const registry = await startPackageRegistry(SOURCES);
  const project = await tempProject({ '.npmrc': `registry=${registry.url}/\n` });
  onTestFinished(async () => {
    await project[Symbol.asyncDispose]();
    await registry[Symbol.asyncDispose]();
  });
  const { packages } = JSON.parse(registry.lock) as { packages: PackageList['packages'] }; // the helper wrote it
  const listOf = (external: readonly string[], scripts: readonly string[] = []): PackageList => ({
    format: 1,
    external,
    scripts,
    packages: Object.fromEntries(external.map((name) => [`node_modules/${name}`, packages[`node_modules/${name}`]!])),
  });
  const optional = { ...packages['node_modules/for-mars']!, optional: true };
  const anywhere = listOf(['anywhere']);
  const forPlatforms = { ...anywhere, packages: { ...anywhere.packages, 'node_modules/for-mars': optional } };
  const folder = project.path('packages');
  let installs = 0;
  const install = async (list: PackageList, platform: PackagePlatform | null = null, isPruned = true) =>
    await installPackages({
      list,
      folder,
      platform,
      settingsFolder: project.root,
      isPruned,
      onInstall: () => {
        installs += 1;
      },
    });
  return { folder, listOf, forPlatforms, install, countInstalls: () => installs };
}

const OLD = new Date(Date.now() - 8 * 24 * 60 * 60 * 1000);

test('packages are installed once; scripts run of those alone that the list names, and see nothing of ours', async () => {
  const { folder, listOf, install, countInstalls } = await setUp();
  process.env['WF_TEST_SECRET'] = 'ours';
  onTestFinished(() => void delete process.env['WF_TEST_SECRET']);
  const list = listOf(['plain', 'built'], ['built']);

  const installed = await install(list);

  expect(existsSync(join(installed, 'node_modules/plain/package.json'))).toBe(true);
  expect(existsSync(join(installed, 'node_modules/plain/seen.json'))).toBe(false);
  const seen = JSON.parse(await readFile(join(installed, 'node_modules/built/seen.json'), 'utf8'));
  expect(seen).toMatchObject({ HOME: process.env['HOME'], npm_package_name: 'built' });
  expect(seen).not.toHaveProperty('WF_TEST_SECRET');
  // The project's settings may hold a token.
  expect((await readdir(installed)).toSorted()).toEqual(['node_modules', 'package-lock.json', 'package.json']);
  const dependencies = { plain: '1.2.3', built: '1.2.3' };
  const root = { name: 'wf-packages', version: '0.0.0', private: true, dependencies };
  expect(JSON.parse(await readFile(join(installed, 'package.json'), 'utf8'))).toEqual({
    ...root,
    allowScripts: { built: true },
  });
  expect(JSON.parse(await readFile(join(installed, 'package-lock.json'), 'utf8'))).toMatchObject({
    ...root,
    lockfileVersion: 3,
    requires: true,
    packages: { '': root, 'node_modules/plain': { version: '1.2.3' } },
  });

  await utimes(installed, OLD, OLD);
  expect(await install(list)).toBe(installed);
  expect(countInstalls()).toBe(1);
  expect((await stat(installed)).mtimeMs).toBeGreaterThan(OLD.getTime());
  expect(await readdir(folder)).toEqual([installed.slice(folder.length + 1)]);
});

test('another platform has a folder of its own, and old ones are removed when people ask for it', async () => {
  const { folder, listOf, forPlatforms, install } = await setUp();
  const mars = { os: 'mars', cpu: 'red', libc: null };
  const onMars = await install(forPlatforms, mars);
  expect(onMars).toMatch(/[\\/][0-9a-f]{32}$/);
  expect(existsSync(join(onMars, 'node_modules/for-mars/package.json'))).toBe(true);

  await utimes(onMars, OLD, OLD);
  const withLibc = await install(forPlatforms, { ...mars, libc: 'glibc' }, false);
  expect((await readdir(folder)).toSorted()).toEqual([onMars, withLibc].map((path) => path.slice(-32)).toSorted());

  const other = await install(listOf(['plain']));
  expect((await readdir(folder)).toSorted()).toEqual([withLibc, other].map((path) => path.slice(-32)).toSorted());
});

test('what npm refuses is told in its words, and leaves nothing', async () => {
  const { folder, listOf, install } = await setUp();
  const list = listOf(['plain', 'for-mars']);
  await expect(install(list)).rejects.toMatchObject({
    code: 'WF_BUILD_FAILED',
    message: expect.stringMatching(/^The packages plain, for-mars cannot be installed:\ncode EBADPLATFORM\n.*for-mars/),
    nextSteps: ['npm install', 'npm config get registry'],
  });
  expect(await readdir(folder)).toEqual([]);
});
