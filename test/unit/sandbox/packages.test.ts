import { existsSync } from 'node:fs';
import { chmod, mkdir, readdir, readFile, stat, symlink, utimes, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { type PackageSource, startPackageRegistry } from '../../helpers/start-package-registry.ts';
import { tempProject } from '../../helpers/temp-project.ts';
import {
  findNpm,
  findNpmSettings,
  installPackages,
  prunePackages,
  requireListed,
  touchPackages,
} from '../../../src/sandbox/packages/install-packages.ts';
import type { ListedPackage, PackageList, PackagePlatform } from '../../../src/sandbox/packages/package-list.ts';

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

const listed = (fields: Partial<ListedPackage> = {}): ListedPackage => ({
  version: '1.0.0',
  integrity: 'x',
  ...fields,
});

const listOf = (fields: Partial<PackageList>): PackageList => ({
  format: 1,
  external: ['plain', 'native'],
  scripts: [],
  packages: {},
  ...fields,
});

const PLAIN = 'node_modules/plain/package.json';
const NATIVE = 'node_modules/native/package.json';
const BINDING = 'node_modules/native/binding.gyp';

test('packages that are there, with the native code that they need, are accepted', async () => {
  await using project = await tempProject({
    [PLAIN]: '{}',
    [NATIVE]: '{}',
    [BINDING]: '{}',
    'node_modules/native/build/Release/addon.node': '',
  });
  await expect(requireListed(project.root, listOf({}))).resolves.toBeUndefined();
});

test('a package that was not installed is not for this platform', async () => {
  await using project = await tempProject({ [PLAIN]: '{}', 'node_modules/native/index.js': '' });
  await expect(requireListed(project.root, listOf({}))).rejects.toMatchObject({
    code: 'WF_BUILD_FAILED',
    message: `The package native is not for this platform (${process.platform} ${process.arch}).`,
    nextSteps: [],
  });
});

test('native sources without native code need the install script, unless it ran', async () => {
  await using project = await tempProject({ [PLAIN]: '{}', [NATIVE]: '{}', [BINDING]: '{}', 'a.node': '' });
  await expect(requireListed(project.root, listOf({}))).rejects.toMatchObject({
    code: 'WF_BUILD_FAILED',
    message:
      'The package native does not include native code for this platform: its install script downloads or compiles it, and install scripts do not run.',
    nextSteps: ['Allow it in the project file: "external": [{ "name": "native", "scripts": true }]'],
  });
  await expect(requireListed(project.root, listOf({ scripts: ['native'] }))).resolves.toBeUndefined();
});

test('native code may be in one of the packages for single platforms, if it is installed', async () => {
  const packages = {
    'node_modules/native': listed(),
    'node_modules/helper': listed(),
    'node_modules/native-arm': listed({ os: ['darwin'] }),
    'node_modules/native-empty': listed({ os: ['linux'] }),
    'node_modules/native-x64': listed({ os: ['linux'] }),
  };
  const files = { [PLAIN]: '{}', [NATIVE]: '{}', [BINDING]: '{}', 'node_modules/native-empty/index.js': '' };
  await using with64 = await tempProject({ ...files, 'node_modules/native-x64/lib/addon.node': '' });
  await expect(requireListed(with64.root, listOf({ packages }))).resolves.toBeUndefined();

  // A package for every platform cannot bring the code of this one.
  await using without = await tempProject({ ...files, 'node_modules/helper/lib/addon.node': '' });
  await expect(requireListed(without.root, listOf({ packages }))).rejects.toThrow('does not include native code');
});

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

test("npm's script is found through its link on the path, and never among a project's packages", async () => {
  await using project = await tempProject({
    'lib/npm/bin/npm-cli.js': '',
    'node_modules/.bin/npm-cli.js': '',
    'bin/x': '',
  });
  await symlink(project.path('lib/npm/bin/npm-cli.js'), project.path('bin/npm'));
  await symlink(project.path('node_modules/.bin/npm-cli.js'), project.path('node_modules/.bin/npm'));
  await mkdir(project.path('shell'));
  await writeFile(project.path('shell/npm'), '#!/bin/sh\n');
  await chmod(project.path('shell/npm'), 0o755);
  const path = (...folders: string[]) => folders.map((folder) => project.path(folder)).join(delimiter);

  expect(findNpm(path('node_modules/.bin', 'shell', 'bin'))).toBe(project.path('lib/npm/bin/npm-cli.js'));
  expect(findNpm(path('node_modules/.bin', 'shell'))).toBeNull();
});

test.each(['lib/node_modules/npm/bin/npm-cli.js', 'node_modules/npm/bin/npm-cli.js'])(
  'the settings next to %s are named, unless the user names others',
  async (script) => {
    await using machine = await tempProject({ 'etc/npmrc': '' });
    const npm = join(machine.root, script);
    expect(findNpmSettings(npm, {})).toEqual({ npm_config_globalconfig: machine.path('etc/npmrc') });
    expect(findNpmSettings(npm, { NPM_CONFIG_GLOBALCONFIG: '/mine' })).toEqual({});
  },
);

test('a machine without settings, and a script elsewhere, name none', async () => {
  await using machine = await tempProject({ 'etc/other': '' });
  expect(findNpmSettings(machine.path('lib/node_modules/npm/bin/npm-cli.js'), {})).toEqual({});
  expect(findNpmSettings(machine.path('npm-cli.js'), {})).toEqual({});
});
