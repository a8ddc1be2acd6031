import { expect, test } from 'vitest';
import type { ListedPackage, PackageList } from '../../../../src/sandbox/packages/package-list.ts';
import { requireListed } from '../../../../src/sandbox/packages/require-listed.ts';
import { tempProject } from '../../../helpers/temp-project.ts';

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
const SOURCES = 'node_modules/native/binding.gyp';

test('packages that are there, with the native code that they need, are accepted', async () => {
  await using project = await tempProject({
    [PLAIN]: '{}',
    [NATIVE]: '{}',
    [SOURCES]: '{}',
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
  await using project = await tempProject({ [PLAIN]: '{}', [NATIVE]: '{}', [SOURCES]: '{}', 'a.node': '' });
  await expect(requireListed(project.root, listOf({}))).rejects.toMatchObject({
    code: 'WF_BUILD_FAILED',
    message:
      'The package native brings no native code for this platform: its install script downloads or compiles it, and install scripts do not run.',
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
  const files = { [PLAIN]: '{}', [NATIVE]: '{}', [SOURCES]: '{}', 'node_modules/native-empty/index.js': '' };
  await using with64 = await tempProject({ ...files, 'node_modules/native-x64/lib/addon.node': '' });
  await expect(requireListed(with64.root, listOf({ packages }))).resolves.toBeUndefined();

  // A package for every platform cannot bring the code of this one.
  await using without = await tempProject({ ...files, 'node_modules/helper/lib/addon.node': '' });
  await expect(requireListed(without.root, listOf({ packages }))).rejects.toThrow('brings no native code');
});
