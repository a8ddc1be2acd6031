import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

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
