import type { BuildOptions, Plugin } from 'esbuild';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { PACKAGE_NAME } from '../../foundation/package.ts';
import { replaceFile } from '../../foundation/replace-file.ts';

export interface SdkModulesOptions {
  /** The project's folder. */
  readonly root: string;
  /** Folder for the modules; packages are resolved from there. */
  readonly folder: string;
  /** Absolute files of the modules by specifier, as in `wfkit` to `…/dist/sdk.js`. */
  readonly entries: Readonly<Record<string, string>>;
  /** Whether the modules contain the packages that the SDK imports. */
  readonly packages: 'bundle' | 'external';
  /** Plugins that resolve the packages that the SDK imports. */
  readonly plugins: readonly Plugin[];
}

/**
 * Writes the SDK as modules next to the versions of a project's sources. A version then contains only the author's
 * code, a process can load the SDK in advance, and all of them share the project's packages.
 *
 * @returns the URL of each module by its specifier
 */
export async function writeSdkModules(options: SdkModulesOptions): Promise<Readonly<Record<string, string>>> {
  const { folder, entries } = options;
  const { build } = await import('esbuild');
  const { outputFiles } = await build(toBuildOptions(options));
  await mkdir(folder, { recursive: true });
  const present = new Set(await readdir(folder));
  const written = new Map(outputFiles.map(({ path, contents }) => [basename(path), contents]));
  // The name contains the hash of the file, so an existing file is current.
  for (const [name, contents] of written) if (!present.has(name)) await replaceFile(join(folder, name), contents);
  for (const name of present) if (!written.has(name)) await rm(join(folder, name), { force: true });
  return Object.fromEntries(
    Object.keys(entries).map((specifier) => {
      const name = [...written.keys()].find((file) => file.replace(HASHED, '') === moduleName(specifier));
      if (name === undefined) throw new Error(`esbuild wrote no module for ${specifier}.`);
      return [specifier, pathToFileURL(join(folder, name)).href];
    }),
  );
}

const HASHED = /-[A-Z\d]{8}\.mjs$/;

function moduleName(specifier: string): string {
  return specifier.replaceAll('/', '-');
}

function toBuildOptions({ root, folder, entries, packages, plugins }: SdkModulesOptions) {
  return {
    absWorkingDir: root,
    entryPoints: Object.fromEntries(Object.entries(entries).map(([specifier, file]) => [moduleName(specifier), file])),
    entryNames: '[name]-[hash]',
    chunkNames: 'chunk-[hash]',
    outExtension: { '.js': '.mjs' },
    outdir: folder,
    bundle: true,
    splitting: true,
    write: false,
    platform: 'node',
    format: 'esm',
    target: 'node24',
    charset: 'utf8',
    packages,
    logLevel: 'silent',
    plugins: [...plugins],
  } satisfies BuildOptions;
}

/** Replaces the SDK in a version by imports of the written modules. */
export function importSdkModules(modules: Promise<Readonly<Record<string, string>>>): Plugin {
  return {
    name: 'wf-sdk-modules',
    setup(build) {
      build.onResolve({ filter: new RegExp(`^${PACKAGE_NAME}(/|$)`) }, async ({ path }) => {
        const { [path]: address } = await modules;
        return address === undefined ? null : { path: address, external: true };
      });
    },
  };
}
