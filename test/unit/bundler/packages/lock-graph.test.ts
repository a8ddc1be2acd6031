import { expect, test } from 'vitest';
import { tempProject } from '../../../helpers/temp-project.ts';
import { listPackages, readLock } from '../../../../src/bundler/packages/list-packages.ts';
import { readBunLock } from '../../../../src/bundler/packages/read-bun-lock.ts';
import { readNpmLock } from '../../../../src/bundler/packages/read-npm-lock.ts';

/** One package of two platforms, a dependency with a peer, one under another name, and one in two versions. */
const PNPM = `lockfileVersion: '9.0'
importers:
  .:
    dependencies:
      image: {specifier: 1.0.0, version: 1.0.0(colour@2.0.0)}
packages:
  '@img/linux-x64@1.0.0': {resolution: {integrity: sha512-linux}, cpu: [x64], os: [linux], libc: [glibc]}
  '@img/darwin-arm64@1.0.0': {resolution: {integrity: sha512-darwin}, cpu: [arm64], os: [darwin]}
  colour@2.0.0: {resolution: {integrity: sha512-colour}}
  image@1.0.0: {resolution: {integrity: sha512-image}, peerDependencies: {colour: '>=1'}}
  text@1.0.0: {resolution: {integrity: sha512-text1}}
  text@2.0.0: {resolution: {integrity: sha512-text2}}
snapshots:
  '@img/linux-x64@1.0.0': {optional: true}
  '@img/darwin-arm64@1.0.0': {optional: true}
  colour@2.0.0:
    dependencies: {text: 2.0.0}
  image@1.0.0(colour@2.0.0):
    dependencies: {colour: 2.0.0, text: 1.0.0, words: text@2.0.0}
    optionalDependencies: {'@img/linux-x64': 1.0.0, '@img/darwin-arm64': 1.0.0}
  text@1.0.0: {}
  text@2.0.0: {}
`;
const BUN = `{
  "lockfileVersion": 1,
  "packages": {
    "@img/darwin-arm64": ["@img/darwin-arm64@1.0.0", "", { "os": "darwin", "cpu": "arm64" }, "sha512-darwin"],

    "@img/linux-x64": ["@img/linux-x64@1.0.0", "", { "os": "linux", "cpu": "x64", "libc": "glibc" }, "sha512-linux"],

    "colour": ["colour@2.0.0", "", { "dependencies": { "text": "^2.0.0" } }, "sha512-colour"],

    "image": ["image@1.0.0", "", { "dependencies": { "text": "1.0.0", "words": "npm:text@2.0.0" }, "optionalDependencies": { "@img/linux-x64": "1.0.0", "@img/darwin-arm64": "1.0.0" }, "peerDependencies": { "colour": ">=1", "unused": "*" }, "optionalPeers": ["unused"] }, "sha512-image"],

    "text": ["text@1.0.0", "", {}, "sha512-text1"],

    "words": ["text@2.0.0", "", {}, "sha512-text2"],

    "colour/text": ["text@2.0.0", "", {}, "sha512-text2"],
  }
}
`;
const PACKAGES = {
  'node_modules/@img/darwin-arm64': {
    version: '1.0.0',
    integrity: 'sha512-darwin',
    os: ['darwin'],
    cpu: ['arm64'],
    optional: true,
  },
  'node_modules/@img/linux-x64': {
    version: '1.0.0',
    integrity: 'sha512-linux',
    os: ['linux'],
    cpu: ['x64'],
    libc: ['glibc'],
    optional: true,
  },
  'node_modules/colour': { version: '2.0.0', integrity: 'sha512-colour', dependencies: { text: '2.0.0' } },
  'node_modules/colour/node_modules/text': { version: '2.0.0', integrity: 'sha512-text2' },
  'node_modules/image': {
    version: '1.0.0',
    integrity: 'sha512-image',
    dependencies: { colour: '2.0.0', text: '1.0.0', words: '2.0.0' },
    optionalDependencies: { '@img/darwin-arm64': '1.0.0', '@img/linux-x64': '1.0.0' },
  },
  'node_modules/text': { version: '1.0.0', integrity: 'sha512-text1' },
  'node_modules/words': { name: 'text', version: '2.0.0', integrity: 'sha512-text2' },
};

const list = async (files: Record<string, string>, version = '1.0.0') => {
  await using project = await tempProject({
    ...files,
    'node_modules/image/package.json': JSON.stringify({ name: 'image', version }),
  });
  const [folder, importer] = [project.path('node_modules/image'), project.path('workflow.ts')];
  return await listPackages(project.root, [{ name: 'image', scripts: false, folder, importer }]);
};

test.each([
  ['pnpm-lock.yaml', PNPM],
  ['bun.lock', BUN],
])('%s lists exact versions with their hashes and platforms', async (file, text) => {
  expect(await list({ [file]: text })).toEqual({ format: 1, external: ['image'], scripts: [], packages: PACKAGES });
});

test.each([
  ['pnpm-lock.yaml', PNPM],
  ['bun.lock', BUN],
])('%s that lacks the installed version is refused', async (file, text) => {
  await expect(list({ [file]: text }, '1.0.1')).rejects.toMatchObject({
    message: `The lock file ${file} lacks image, which "external" in the project file names.`,
  });
});

test.each([
  ['pnpm-lock.yaml', PNPM.replace('{integrity: sha512-image}', '{tarball: https://example.com/image.tgz}')],
  ['bun.lock', BUN.replace(/\["image@1\.0\.0", "",/, '["image@1.0.0",').replace(', "sha512-image"', '')],
])('a package of %s from elsewhere is refused', async (file, text) => {
  await expect(list({ [file]: text })).rejects.toMatchObject({
    message: expect.stringContaining('wf installs only packages of a registry, whose hash the lock file has.'),
  });
});

test.each<[Record<string, string>, string]>([
  [{ 'pnpm-lock.yaml': "lockfileVersion: '6.0'\n" }, 'was written by pnpm 8 or earlier'],
  [{ 'yarn.lock': '' }, 'was written by Yarn'],
  [{ 'bun.lockb': '' }, 'is binary'],
  [{ 'package-lock.json': '{"dependencies":{}}' }, 'was written by npm 6 or earlier'],
])('the lock file %o cannot be read', async (files, message) => {
  await using project = await tempProject(files);

  await expect(readLock(project.root, ['sharp'])).rejects.toMatchObject({
    message: expect.stringContaining(message),
    nextSteps: ['npm install --package-lock-only --ignore-scripts'],
  });
});

test("npm's lock file wins over another next to it", async () => {
  await using project = await tempProject({ 'package-lock.json': '{"packages":{}}', 'yarn.lock': '' });

  expect((await readLock(project.root, ['sharp'])).file).toBe('package-lock.json');
});

const NPM = {
  '': { dependencies: { a: '1' } },
  'node_modules/a': {
    version: '1.0.0',
    dependencies: { b: '1' },
  },
  'node_modules/a/node_modules/b': { version: '1.1.0', libc: ['musl'] },
  'node_modules/b': { version: '2.0.0' },
  'node_modules/@s/e': { name: 'f', version: '3.0.0' },
  'node_modules/g': { link: true, resolved: 'packages/g' },
  'node_modules/h': { link: true },
  'node_modules/a/node_modules/i': { version: '1.0.0', inBundle: true },
  'packages/g': { version: '0.0.1' },
  'packages/g/node_modules/b': { version: '9.0.0' },
};
const npm = readNpmLock(JSON.stringify({ packages: NPM }), '/p/package-lock.json');

test.each([
  ['/p/node_modules/a/node_modules/b', 'b', 'node_modules/a/node_modules/b'],
  ['/p/node_modules/b', 'b', 'node_modules/b'],
  ['/store/b', 'b', 'node_modules/b'],
  ['/store/z', 'z', null],
])('of package-lock.json, the package at %s is %s at %j', (folder, name, key) => {
  expect(npm?.keyOf(folder, name)).toBe(key);
});

test.each([
  ['node_modules/a', 'b', 'node_modules/a/node_modules/b'],
  ['node_modules/a/node_modules/b', 'a', 'node_modules/a'],
  ['node_modules/@s/e', 'b', 'node_modules/b'],
  ['packages/g', 'b', 'packages/g/node_modules/b'],
  ['packages/g', 'a', 'node_modules/a'],
  ['', 'b', 'node_modules/b'],
  ['node_modules/a', 'g', 'packages/g'],
  ['node_modules/a', 'h', null],
  ['node_modules/a', 'i', null],
  ['node_modules/a', 'z', null],
])('of package-lock.json, %j gets the package %s from %j', (key, name, found) => {
  expect(npm?.dependencyOf(key, name)).toBe(found);
});

const bun = readBunLock(`{
  "lockfileVersion": 1,
  "packages": {
    "a": ["a@1.0.0", "", { "dependencies": { "b": "1", "c": "1" }, "optionalDependencies": { "c": "1" }, "peerDependencies": { "d": "1", "o": "1" }, "optionalPeers": ["o"], "os": "linux", "cpu": ["x64"], "libc": "glibc" }, "sha512-QQ=="],
    "a/b": ["b@1.1.0", "", {}, "sha512-Qg=="],
    "b": ["b@2.0.0", "", {}, "sha512-Qw=="],
    "@s/e": ["@s/e@3.0.0", "https://registry.example/", {}, "sha512-RA=="],
    "@s/e/b": ["b@4.0.0", "git+ssh://git@example.com/b.git#1", {}],
    "f": ["f@workspace:packages/f"],
  },
}`);

test.each([
  ['a', 'b', 'a/b'],
  ['a/b', 'a', 'a'],
  ['@s/e', 'b', '@s/e/b'],
  ['@s/e/b', '@s/e', '@s/e'],
  ['b', 'z', null],
])('of bun.lock, %j gets the package %s from %j', (key, name, found) => {
  expect(bun.dependencyOf(key, name)).toBe(found);
});
