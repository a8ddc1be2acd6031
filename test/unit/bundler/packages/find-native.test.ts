import type { Metafile } from 'esbuild';
import { expect, test } from 'vitest';
import { findNative } from '../../../../src/bundler/packages/find-native.ts';
import { tempProject } from '../../../helpers/temp-project.ts';

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
