import type { Metafile } from 'esbuild';
import { expect, test } from 'vitest';
import { tempProject } from '../../../helpers/temp-project.ts';
import {
  findNative,
  isNative,
  type NativePackage,
  type PackageManifest,
} from '../../../../src/bundler/packages/find-native.ts';
import { findImport, refuseNative } from '../../../../src/bundler/packages/judge-packages.ts';

const ENTRY = 'src/workflow.ts';
const at = (name: string, file = 'index.js') => `node_modules/${name}/${file}`;

/** Describes a build of these modules, each with what it imports. */
function metafileOf(modules: Readonly<Record<string, readonly string[]>>, bundled = Object.keys(modules)) {
  const inputs = Object.fromEntries(
    Object.entries(modules).map(([path, imports]) => [path, { imports: imports.map((one) => ({ path: one })) }]),
  );
  const output = { entryPoint: ENTRY, inputs: Object.fromEntries(bundled.map((path) => [path, {}])) };
  // What is read of it.
  return { inputs, outputs: { 'out.mjs': output, 'out.mjs.map': { inputs: {} } } } as unknown as Metafile;
}

async function find(
  manifests: Readonly<Record<string, object>>,
  modules: Readonly<Record<string, readonly string[]>>,
  { bundled, own = [] }: { readonly bundled?: string[]; readonly own?: readonly string[] } = {},
) {
  const files = Object.entries(manifests).map(([name, manifest]) => [
    `node_modules/${name}/package.json`,
    JSON.stringify({ name, ...manifest }),
  ]);
  await using project = await tempProject(Object.fromEntries(files));
  const ownFolders = own.map((name) => project.path(`node_modules/${name}`));
  const found = await findNative({ root: project.root, metafile: metafileOf(modules, bundled), ownFolders });
  return found.map(({ folder, importer, ...one }) => ({
    ...one,
    folder: folder.slice(project.root.length + 1),
    importer: importer.slice(project.root.length + 1),
  }));
}

test('a native package is found with the module of the author that imports it', async () => {
  const modules = {
    [ENTRY]: ['src/other.ts', at('plain')],
    'src/other.ts': [at('sharp')],
    [at('plain')]: [],
    [at('sharp')]: [],
  };
  expect(await find({ plain: {}, sharp: {} }, modules)).toEqual([
    { name: 'sharp', folder: 'node_modules/sharp', isOptional: false, chain: ['sharp'], importer: 'src/other.ts' },
  ]);
});

test('the packages on the way to it are named, and whether the last can do without', async () => {
  const modules = {
    [ENTRY]: [at('first')],
    [at('first')]: [at('first', 'lib.js')],
    [at('first', 'lib.js')]: [at('second')],
    [at('second')]: [at('sharp')],
    [at('sharp')]: [],
  };
  const found = { name: 'sharp', folder: 'node_modules/sharp', chain: ['first', 'second', 'sharp'], importer: ENTRY };
  expect(await find({ first: {}, second: {}, sharp: {} }, modules)).toEqual([{ ...found, isOptional: false }]);
  for (const second of [
    { optionalDependencies: { sharp: '*' } },
    { peerDependenciesMeta: { sharp: { optional: true } } },
  ]) {
    expect(await find({ first: {}, second, sharp: {} }, modules)).toEqual([{ ...found, isOptional: true }]);
  }
  const first = { optionalDependencies: { sharp: '*' } };
  const second = { peerDependenciesMeta: { sharp: { optional: false } } };
  expect(await find({ first, second, sharp: {} }, modules)).toEqual([{ ...found, isOptional: false }]);
});

test('a file of native code makes its package native', async () => {
  const addon = at('quiet', 'addon.node');
  const modules = { [ENTRY]: [at('quiet')], [at('quiet')]: [addon], [addon]: [] };
  expect((await find({ quiet: {} }, modules)).map(({ name, chain }) => [name, chain])).toEqual([['quiet', ['quiet']]]);
});

test('the native parts of a native package are its own concern', async () => {
  const modules = { [ENTRY]: [at('sharp')], [at('sharp')]: [at('canvas')], [at('canvas')]: [] };
  expect((await find({ sharp: {}, canvas: {} }, modules)).map(({ name }) => name)).toEqual(['sharp']);
});

test('what is not in the output, and what is our own, does not count', async () => {
  const modules = { [ENTRY]: [at('sharp'), at('canvas')], [at('sharp')]: [], [at('canvas')]: [] };
  expect(await find({ sharp: {}, canvas: {} }, modules, { bundled: [ENTRY, at('canvas')], own: ['canvas'] })).toEqual(
    [],
  );
});

test('a package without a name is called like its folder', async () => {
  const addon = at('nameless', 'addon.node');
  const modules = { [ENTRY]: [addon], [addon]: [] };
  const [found] = await find({ nameless: { name: undefined } }, modules);
  expect(found?.name).toMatch(/node_modules.nameless$/);
});

test.each<[PackageManifest, boolean]>([
  [{ name: 'plain' }, false],
  [{ gypfile: true }, true],
  [{ dependencies: { lodash: '1' } }, false],
  [{ optionalDependencies: { '@x/y-linux-x64-gnu': '1' } }, true],
  [{ optionalDependencies: { 'y-darwin-arm64': '1' } }, true],
  [{ optionalDependencies: { fsevents: '1', 'linux-x64ish': '1' } }, false],
])('%o runs native code: %s', (manifest, expected) => {
  expect(isNative('/nowhere', manifest)).toBe(expected);
});

test.each([
  'bindings',
  'node-gyp-build',
  'node-gyp-build-optional-packages',
  '@mapbox/node-pre-gyp',
  'node-pre-gyp',
  'prebuild-install',
  'pkg-prebuilds',
  '@neon-rs/load',
])('what depends on %s runs native code', (loader) => {
  expect(isNative('/nowhere', { dependencies: { [loader]: '1' } })).toBe(true);
});

test.each(['onnxruntime-node', '@tensorflow/tfjs-node', 'libsql', 'sharp', 'canvas', 'duckdb', 'usearch'])(
  '%s is known to run native code',
  (name) => {
    expect(isNative('/nowhere', { name })).toBe(true);
  },
);

test('a build file of node-gyp gives native code away', async () => {
  await using project = await tempProject({ 'binding.gyp': '{}' });

  expect(isNative(project.root, { name: 'plain' })).toBe(true);
});

const FILE = "// Not 'sharper'.\nimport a from 'other';\n  const b = await import(`sharp/lib`);\n";

const native = (name: string, more: Partial<NativePackage> = {}): NativePackage => ({
  name,
  folder: `/x/node_modules/${name}`,
  isOptional: false,
  chain: [name],
  importer: '',
  ...more,
});

test('the refusal of a native package names the line of its import, and how to leave it out', async () => {
  await using project = await tempProject({ 'src/workflow.ts': FILE });
  const importer = project.path('src/workflow.ts');
  const error = refuseNative(project.root, [native('sharp', { importer })], null);
  expect(error).toMatchObject({
    code: 'WF_BUILD_FAILED',
    location: {
      sentence: 'The package sharp runs native code, which cannot be part of a bundle.',
      file: 'src/workflow.ts',
      line: 3,
      column: 26,
      frame: expect.stringContaining('await import(`sharp/lib`)'),
    },
    nextSteps: ['Name it in the project file: "external": ["sharp"]', 'wf help deploying'],
    details: { native: [{ name: 'sharp', imported_through: ['sharp'] }] },
  });
  expect(error.message).not.toContain('So do');
});

test('the refusal of several native packages names them all, and the way to the first', async () => {
  await using project = await tempProject({ 'src/workflow.ts': FILE });
  const first = native('sharp', { chain: ['other', 'middle', 'sharp'], importer: project.path('src/workflow.ts') });
  const error = refuseNative(project.root, [first, native('canvas'), native('sharp'), native('duckdb')], null);
  expect(error).toMatchObject({
    location: {
      sentence:
        'The package sharp runs native code, which cannot be part of a bundle. It is imported through other and middle.',
      line: 2,
      column: 15,
    },
    nextSteps: ['Name them in the project file: "external": ["sharp","canvas","duckdb"]', 'wf help deploying'],
  });
  expect(error.message).toContain('So do canvas, duckdb.');
});

test('a platform that runs no native code is named, with others that do', () => {
  const error = refuseNative('/project', [native('sharp')], { platform: 'Cloudflare Workers' });
  expect(error).toMatchObject({
    location: {
      sentence: 'The package sharp runs native code, which Cloudflare Workers do not run.',
      file: null,
      line: null,
      column: null,
      frame: null,
    },
    nextSteps: ['wf build --target container', 'wf build --target node'],
  });
});

test('the refusal of an import that is not in the text has a file only', async () => {
  await using project = await tempProject({ 'src/workflow.ts': 'import x from "./x.ts";\n' });
  const importer = project.path('src/workflow.ts');
  expect(refuseNative(project.root, [native('@scope/x.y', { importer })], null)).toMatchObject({
    location: { file: 'src/workflow.ts', line: null, column: null, frame: null },
  });
  expect(findImport(importer, 'x')).toBeNull();
});

test.each([
  ["require('@scope/x.y')", 9],
  ['import "@scope/x.y/sub"', 8],
])('the import %s of a package with a scope is found', async (text, column) => {
  await using project = await tempProject({ 'a.ts': text, 'b.ts': text.replace('x.y', 'xzy') });
  expect(findImport(project.path('a.ts'), '@scope/x.y')).toEqual({ line: 1, column, text });
  expect(findImport(project.path('b.ts'), '@scope/x.y')).toBeNull();
});
