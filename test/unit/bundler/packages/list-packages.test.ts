import { afterAll, beforeAll, expect, test } from 'vitest';
import { mkdir, writeFile } from 'node:fs/promises';
import { listPackages } from '../../../../src/bundler/packages/list-packages.ts';
import { type TempProject, tempProject } from '../../../helpers/temp-project.ts';

const hash = (name: string) => `sha512-${Buffer.from(name).toString('base64')}`;
const entry = (version: string, fields: object = {}) => ({ version, integrity: hash(version), ...fields });

let project: TempProject;

beforeAll(async () => {
  project = await tempProject();
});
afterAll(async () => await project[Symbol.asyncDispose]());

async function list(
  packages: object,
  names: readonly { name: string; folder?: string; importer?: string; scripts?: boolean }[],
) {
  await writeFile(project.path('package-lock.json'), JSON.stringify({ lockfileVersion: 3, packages }));
  const imported = names.map(
    ({ name, folder = `node_modules/${name}`, importer = 'workflow.ts', scripts = false }) => ({
      name,
      scripts,
      folder: project.path(folder),
      importer: project.path(importer),
    }),
  );
  return await listPackages(project.root, imported);
}

test('a bundle without external packages needs no lock file', async () => {
  expect(await listPackages('/nowhere', [])).toBeNull();
});

test('packages come with what they depend on, exactly as locked, and nothing else', async () => {
  const packages = {
    '': { dependencies: { image: '^1.0.0', other: '^1.0.0' } },
    'node_modules/image': entry('1.2.3', {
      resolved: 'https://registry.example/image.tgz',
      dependencies: { colour: '^2.0.0' },
      optionalDependencies: { 'image-linux-x64': '1.2.3', 'image-win32-x64': '1.2.3' },
      peerDependencies: { peer: '*', absent: '*' },
    }),
    'node_modules/colour': entry('2.1.0', { dependencies: { name: '1' } }),
    'node_modules/name': entry('9.0.0'),
    'node_modules/colour/node_modules/name': entry('1.5.0'),
    'node_modules/peer': entry('3.0.0', { dependencies: { name: '9' } }),
    'node_modules/image-linux-x64': entry('1.2.3', { os: ['linux'], cpu: ['x64'], libc: 'glibc', optional: true }),
    'node_modules/other': entry('1.0.0'),
  };

  expect(await list(packages, [{ name: 'image', scripts: true }])).toEqual({
    format: 1,
    external: ['image'],
    scripts: ['image'],
    packages: {
      'node_modules/colour': entry('2.1.0', { dependencies: { name: '1.5.0' } }),
      'node_modules/image': entry('1.2.3', {
        dependencies: { peer: '3.0.0', colour: '2.1.0' },
        optionalDependencies: { 'image-linux-x64': '1.2.3' },
      }),
      'node_modules/image-linux-x64': entry('1.2.3', { os: ['linux'], cpu: ['x64'], libc: ['glibc'], optional: true }),
      'node_modules/name': entry('9.0.0'),
      'node_modules/peer': entry('3.0.0', { dependencies: { name: '9.0.0' } }),
      'node_modules/colour/node_modules/name': entry('1.5.0'),
    },
  });
});

test('packages are listed by their folders', async () => {
  const packages = {
    'node_modules/c': entry('1.0.0', { dependencies: { a: '1', d: '1' } }),
    'node_modules/a': entry('1.0.0'),
    'node_modules/d': entry('1.0.0'),
    'node_modules/b': entry('1.0.0'),
  };
  const listed = await list(packages, [{ name: 'c' }, { name: 'b', scripts: true }, { name: 'c', scripts: true }]);
  expect([Object.keys(listed?.packages ?? {}), listed?.external, listed?.scripts]).toEqual([
    ['node_modules/a', 'node_modules/b', 'node_modules/c', 'node_modules/d'],
    ['b', 'c'],
    ['b', 'c'],
  ]);
});

test('a package under another name keeps both names', async () => {
  const packages = {
    'node_modules/a': entry('1.0.0', { dependencies: { 'b-old': 'npm:b@1' } }),
    'node_modules/b-old': { name: 'b', ...entry('1.1.0') },
  };

  expect((await list(packages, [{ name: 'a' }]))?.packages['node_modules/b-old']).toEqual({
    name: 'b',
    ...entry('1.1.0'),
  });
});

test('a member of a workspace uses the lock file above it', async () => {
  await mkdir(project.path('packages/shop'), { recursive: true });
  const packages = {
    'packages/shop/node_modules/image': entry('2.0.0', { dependencies: { colour: '1' } }),
    'node_modules/image': entry('1.0.0'),
    'node_modules/colour': entry('1.0.0'),
  };
  await writeFile(project.path('package-lock.json'), JSON.stringify({ packages }));
  const imported = { name: 'image', scripts: false, importer: project.path('packages/shop/w.ts') };
  const folder = project.path('packages/shop/node_modules/image');

  expect((await listPackages(project.path('packages/shop'), [{ ...imported, folder }]))?.packages).toEqual({
    'node_modules/colour': entry('1.0.0'),
    'node_modules/image': entry('2.0.0', { dependencies: { colour: '1.0.0' } }),
  });
});

test.each<[string, object, Parameters<typeof list>[1], string, readonly string[]]>([
  [
    'a lock file that lacks it',
    {},
    [{ name: 'image' }],
    'The lock file package-lock.json lacks image, which "external" in the project file names.',
    ['npm install'],
  ],
  [
    'two versions that are imported',
    { 'node_modules/image': entry('1.0.0'), 'node_modules/b/node_modules/image': entry('2.0.0') },
    [
      { name: 'image' },
      { name: 'image', folder: 'node_modules/b/node_modules/image', importer: 'node_modules/b/index.js' },
    ],
    'Two versions of image are imported: 1.0.0 by workflow.ts, 2.0.0 by node_modules/b/index.js. A bundle imports one of them.',
    ['npm ls image', 'Set one version of image under "overrides" in package.json'],
  ],
  [
    'two versions of one binary',
    {
      'node_modules/a': entry('1.0.0', { optionalDependencies: { 'n-linux-x64': '1' } }),
      'node_modules/b': entry('1.0.0', { optionalDependencies: { 'n-linux-x64': '2' } }),
      'node_modules/n-linux-x64': entry('1.0.0', { os: ['linux'] }),
      'node_modules/b/node_modules/n-linux-x64': entry('2.0.0', { os: ['linux'] }),
    },
    [{ name: 'a' }, { name: 'b' }],
    'Two versions of the native package n-linux-x64 would be installed: 1.0.0 and 2.0.0. They cannot run in one process.',
    ['npm ls n-linux-x64', 'Set one version under "overrides" in package.json'],
  ],
  [
    'a package from elsewhere',
    { 'node_modules/a': { version: '1.0.0', resolved: 'git+ssh://git@example.com/a.git#1' } },
    [{ name: 'a' }],
    'package-lock.json has a from git+ssh://git@example.com/a.git#1: wf installs only packages of a registry, whose hash the lock file has.',
    ['npm install a'],
  ],
  [
    'a package without an address',
    { 'node_modules/a': { version: '1.0.0' } },
    [{ name: 'a' }],
    'package-lock.json has a without an address of a registry: wf installs only packages of a registry, whose hash the lock file has.',
    ['npm install a'],
  ],
])('%s is refused', async (_case, packages, names, message, nextSteps) => {
  await expect(list(packages, names)).rejects.toMatchObject({ code: 'WF_BUILD_FAILED', message, nextSteps });
});
