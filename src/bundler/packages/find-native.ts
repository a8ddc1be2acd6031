import type { Metafile } from 'esbuild';
import { join, resolve } from 'node:path';
import { installedFolderOf, isInside } from '../files/package-folder.ts';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';

/** A native package in a bundle. */
export interface NativePackage {
  readonly name: string;
  readonly folder: string;
  /** Whether the package that imports it can do without. */
  readonly isOptional: boolean;
  /** Packages from the one that the author's code imports to this one. */
  readonly chain: readonly string[];
  /** The author's module that imports the first of them, absolute. */
  readonly importer: string;
}

export interface FindNativeOptions {
  readonly root: string;
  readonly metafile: Pick<Metafile, 'inputs' | 'outputs'>;
  /** Folders of the running package. */
  readonly ownFolders: readonly string[];
}

const IN_PACKAGE = /[\\/]node_modules[\\/]/;

/** Finds the packages with native code whose modules are in a bundle. */
export async function findNative({ root, metafile, ownFolders }: FindNativeOptions): Promise<NativePackage[]> {
  const folders = new Map<string, string>();
  for (const file of listInputs(root, metafile)) {
    if (!IN_PACKAGE.test(file)) continue;
    const folder = installedFolderOf(file);
    if (ownFolders.includes(folder)) continue;
    if (!folders.has(folder) || file.endsWith('.node')) folders.set(folder, file);
  }
  const read = await Promise.all(
    [...folders].map(async ([folder, file]) => ({ folder, file, manifest: await readManifest(folder) })),
  );
  const native = read.filter(({ folder, file, manifest }) => file.endsWith('.node') || isNative(folder, manifest));
  const importers = native.length === 0 ? new Map<string, string>() : invert(root, metafile);
  const manifests = new Map(read.map(({ folder, manifest }) => [folder, manifest]));
  const found = native.map(({ folder, manifest }) =>
    describe({ folder, manifest, importers, manifests, root, metafile }),
  );
  // The native parts of a native package are its own concern.
  const names = new Set(found.map(({ name }) => name));
  return found.filter(({ chain }) => !chain.slice(0, -1).some((name) => names.has(name)));
}

/** Lists the absolute files whose code is in the output. */
function listInputs(root: string, { outputs }: FindNativeOptions['metafile']): string[] {
  const inputs = Object.values(outputs).flatMap((output) => Object.keys(output.inputs));
  return [...new Set(inputs)].map((input) => resolve(root, input));
}

/** Maps each module to the one that imports it on the shortest way from the entry. */
function invert(root: string, { inputs, outputs }: FindNativeOptions['metafile']): Map<string, string> {
  const importers = new Map<string, string>();
  const entries = Object.values(outputs).flatMap(({ entryPoint }) => entryPoint ?? []);
  const queue = [...entries];
  for (const file of queue) {
    for (const { path } of inputs[file]?.imports ?? []) {
      const target = resolve(root, path);
      if (importers.has(target) || entries.includes(path)) continue;
      importers.set(target, resolve(root, file));
      queue.push(path);
    }
  }
  return importers;
}

interface Found extends Pick<FindNativeOptions, 'root' | 'metafile'> {
  readonly folder: string;
  readonly manifest: PackageManifest;
  readonly importers: ReadonlyMap<string, string>;
  readonly manifests: ReadonlyMap<string, PackageManifest>;
}

function describe({ folder, manifest, importers, manifests, root, metafile }: Found): NativePackage {
  const name = manifest.name ?? folder;
  const files = Object.keys(metafile.inputs).map((input) => resolve(root, input));
  const start = files.find((file) => installedFolderIn(file) === folder && comesFromOutside(file, folder, importers));
  const chain = [name];
  let parent: string | null = null;
  let file = importers.get(start ?? '') ?? '';
  while (IN_PACKAGE.test(file)) {
    const importing = installedFolderOf(file);
    if (importing !== folder) parent ??= importing;
    const importingName = manifests.get(importing)?.name ?? importing;
    if (chain[0] !== importingName) chain.unshift(importingName);
    file = importers.get(file) ?? '';
  }
  const { optionalDependencies = {}, peerDependenciesMeta = {} } = manifests.get(parent ?? '') ?? {};
  const isOptional = Object.hasOwn(optionalDependencies, name) || peerDependenciesMeta[name]?.optional === true;
  return { name, folder, isOptional, chain, importer: file };
}

function installedFolderIn(file: string): string | null {
  return IN_PACKAGE.test(file) ? installedFolderOf(file) : null;
}

function comesFromOutside(file: string, folder: string, importers: ReadonlyMap<string, string>): boolean {
  const importer = importers.get(file);
  return importer !== undefined && !isInside(folder, importer);
}

/** The parts of a `package.json` that concern native code. */
export interface PackageManifest {
  readonly name?: string;
  readonly version?: string;
  readonly gypfile?: boolean;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>;
}

/** Packages with native code that nothing else gives away: they find it by a path that they compute. */
const KNOWN = new Set(['onnxruntime-node', '@tensorflow/tfjs-node', 'libsql', 'sharp', 'canvas', 'duckdb', 'usearch']);

/** Only packages with native code load it with one of these. */
const LOADERS = [
  'bindings',
  'node-gyp-build',
  'node-gyp-build-optional-packages',
  '@mapbox/node-pre-gyp',
  'node-pre-gyp',
  'prebuild-install',
  'pkg-prebuilds',
  '@neon-rs/load',
];

/** The name of a package for one platform, as in `@img/sharp-linux-x64`. */
const OF_PLATFORM = /[-/](?:linux|darwin|win32|linuxmusl)-(?:x64|arm64)(?:-|$)/;

/** Reads the manifest of a package; an empty one where there is none. */
export async function readManifest(folder: string): Promise<PackageManifest> {
  const text = await readFile(join(folder, 'package.json'), 'utf8').catch(() => '{}');
  // Every installed manifest parses; npm refuses another.
  return JSON.parse(text) as PackageManifest;
}

/** Answers whether a package runs native code: it cannot be bundled. */
export function isNative(folder: string, manifest: PackageManifest): boolean {
  const { name = '', gypfile = false, dependencies = {}, optionalDependencies = {} } = manifest;
  return (
    gypfile ||
    KNOWN.has(name) ||
    LOADERS.some((loader) => Object.hasOwn(dependencies, loader)) ||
    Object.keys(optionalDependencies).some((one) => OF_PLATFORM.test(one)) ||
    existsSync(join(folder, 'binding.gyp'))
  );
}
