import type { BuildContext, BuildOptions, Plugin } from 'esbuild';
import { createRequire, isBuiltin } from 'node:module';
import { realpath } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import type { BuildWarning } from '../../foundation/build-warning.ts';
import { type AddedOptions, bundleWithFiles } from '../carry/bundle-with-files.ts';
import type { CarriedFile } from '../carry/carried-file.ts';
import { isInside, packageFolderOf } from '../files/package-folder.ts';
import { isBuildFailure, toBuildError, toBuildWarnings } from '../build/to-build-error.ts';
import { type OneModuleOptions, type OneModuleResult, buildOneModule } from '../build/build-one-module.ts';
import { bundleOptions, type BundlePaths, ENTRY_STUB } from '../build/bundle-options.ts';
import { findPackageMap, leaveForeignMap, type PackageMap } from '../files/find-package-map.ts';
import { guardFiles } from '../build/guard-files.ts';
import { requireEntry } from '../build/require-entry.ts';
import { openFileDoor } from '../files/file-door.ts';
import { canReplace, findInstalledZod, resolveSdk } from '../sdk-package/resolve-sdk.ts';
import { importSdkModules, writeSdkModules } from '../sdk-package/sdk-modules.ts';
import { existsSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

/** Imports of packages are resolved from `outDir`, wherever the bundle is written. */
export interface SourceBundlerOptions extends BundlePaths {
  /** Patterns of files to carry. */
  readonly patterns: readonly string[];
  /** Folder for the SDK's modules. */
  readonly sdkDir: string;
  /** The sample workflow, written next to the SDK's modules. */
  readonly sampleWorkflow: string;
}

/** The sources of a workflow in one module, usually without the SDK and packages. */
export interface SourceBundle {
  readonly code: Uint8Array;
  readonly map: Uint8Array;
  /** Packages that it imports, as written. */
  readonly packages: readonly string[];
  /** URL of the sample workflow, which imports the same modules. */
  readonly sample: string;
  /** Files that the code reads, for a folder next to it. */
  readonly carried: readonly CarriedFile[];
  /** Absolute paths of all source files, and of those that they read. */
  readonly files: readonly string[];
  readonly warnings: readonly BuildWarning[];
}

/** Bundles the same workflow repeatedly, processing only what has changed. */
export interface SourceBundler extends AsyncDisposable {
  /** @throws {WF_BUILD_FAILED} when a file does not parse or an import is not found */
  bundle(): Promise<SourceBundle>;
}

/**
 * Opens an incremental bundler. It leaves packages out, so that a rebuild takes a few milliseconds, unless only a map of
 * Yarn's Plug'n'Play leads to them.
 */
export async function openSourceBundler(options: SourceBundlerOptions): Promise<SourceBundler> {
  const root = await realpath(options.root);
  const inRoot = (folder: string) => resolve(root, relative(options.root, folder));
  const paths = { ...options, root, outDir: inRoot(options.outDir) };
  const [{ context }, map] = await Promise.all([import('esbuild'), findPackageMap(root)]);
  // Node cannot read packages that only a map leads to: each version contains them then, and its own SDK.
  const packages = map?.isOwn === true ? 'bundle' : 'external';
  const pins = await (packages === 'bundle' ? resolveSdk(paths) : pinSdkPackages({ ...paths, map }));
  const entries = { ...paths.aliases, [SAMPLE]: paths.sampleWorkflow };
  const modules = writeSdkModules({ root, folder: inRoot(options.sdkDir), entries, packages, plugins: pins });
  // The first call of `bundle` reports a failure.
  modules.catch(() => undefined);
  const plugins = packages === 'bundle' ? pins : [importSdkModules(modules), ...pins];
  const ownFolders = [...new Set(Object.values(paths.aliases).map(packageFolderOf))];
  const door = await openFileDoor({ root, ownFolders });
  const guard = guardFiles({ ...paths, door });
  const open = async (added: AddedOptions): Promise<OpenBuild> => {
    const all = [guard, ...added.plugins, ...plugins];
    const build: OneModuleOptions = { ...toBuildOptions(paths, added), packages, plugins: all };
    return { options: build, context: await context(build) };
  };
  const contexts = createContexts(open);
  return {
    async bundle() {
      await requireEntry(root, paths.entry, door);
      const [built, { [SAMPLE]: sample = '' }] = await Promise.all([
        bundleWithFiles({
          root,
          patterns: paths.patterns,
          ownFolders,
          door,
          look: async (added) =>
            await explained(paths, async () => await (await contexts.get(added)).context.rebuild()),
          bundle: async (added, looked) => {
            const { context, options: given } = await contexts.get(added);
            const build = async () => await context.rebuild();
            return await explained(paths, async () => await buildOneModule(given, { ownFolders, looked, build }));
          },
        }),
        modules,
      ]);
      const { files, warnings, ...bundle } = toSourceBundle(built.result, paths);
      const carried = built.files;
      return {
        ...bundle,
        sample,
        carried,
        files: [...files, ...carried.map(({ source }) => source)],
        warnings: [...warnings, ...built.warnings],
      };
    },
    [Symbol.asyncDispose]: contexts.dispose,
  };
}

/** Keeps two incremental builds: the first, and one that knows the place of the modules that use it. */
function createContexts(open: (added: AddedOptions) => Promise<OpenBuild>) {
  const opened = new Map<string, OpenBuild>();
  return {
    async get(added: AddedOptions): Promise<OpenBuild> {
      const known = opened.get(added.key);
      if (known !== undefined) return known;
      const [outdated] = [...opened].filter(([key]) => key !== '');
      if (outdated !== undefined && added.key !== '') {
        opened.delete(outdated[0]);
        await outdated[1].context.dispose();
      }
      const build = await open(added);
      opened.set(added.key, build);
      return build;
    },
    dispose: async (): Promise<void> => {
      await Promise.all([...opened.values()].map(async ({ context }) => await context.dispose()));
    },
  };
}

const SAMPLE = 'sample';

interface OpenBuild {
  readonly options: OneModuleOptions;
  readonly context: BuildContext<{ write: false; metafile: true }>;
}

function toBuildOptions(
  { root, entry, outDir, aliases, loaders }: SourceBundlerOptions,
  { define, banner }: AddedOptions,
) {
  const options = bundleOptions({ root, entry, outDir, aliases, loaders });
  return {
    ...options,
    define,
    banner: { js: options.banner.js + banner },
    minify: false,
    sourcemap: 'linked',
  } satisfies BuildOptions;
}

async function explained<Result>({ aliases, root }: BundlePaths, build: () => Promise<Result>): Promise<Result> {
  try {
    return await build();
  } catch (error) {
    throw isBuildFailure(error) ? toBuildError(error.errors, Object.keys(aliases), root) : error;
  }
}

function toSourceBundle(result: OneModuleResult, { root }: SourceBundlerOptions) {
  const outputs = Object.values(result.metafile.outputs).flatMap(({ imports }) => imports);
  const packages = outputs.filter(({ external }) => external === true).map(({ path }) => path);
  const files = Object.keys(result.metafile.inputs).filter((input) => input !== ENTRY_STUB);
  return {
    code: contentsOf(result, '.mjs'),
    map: contentsOf(result, '.map'),
    packages: [...new Set(packages)].filter((path) => !isBuiltin(path)).toSorted(),
    files: files.map((file) => join(root, file)),
    warnings: toBuildWarnings(result.warnings),
  };
}

function contentsOf(result: OneModuleResult, extension: string): Uint8Array {
  const file = result.outputFiles.find(({ path }) => path.endsWith(extension));
  if (file === undefined) throw new Error(`esbuild wrote no ${extension} file.`);
  return file.contents;
}

interface PinSdkPackagesOptions extends Pick<BundlePaths, 'root' | 'aliases'> {
  /** The map of packages in the project's folder or above. */
  readonly map: PackageMap | null;
}

/**
 * Creates plugins that resolve the SDK's own dependencies for a bundle without packages: to the project's copies, so
 * that there is only one of each, or else to the SDK's own. An installation from a registry needs no plugin.
 */
async function pinSdkPackages({ root, aliases, map }: PinSdkPackagesOptions): Promise<Plugin[]> {
  const sdk = packageFolderOf(Object.values(aliases)[0] ?? root);
  const [projects, own] = await Promise.all([findInstalledZod(root), findInstalledZod(sdk)]);
  const canShare = projects !== null && (own === null || canReplace(projects.version, own.version));
  const plugins = leaveForeignMap(root, map);
  if (projects === null) plugins.push(pinTo(sdk, 'zod', () => true));
  else if (!canShare) plugins.push(pinTo(sdk, 'zod', (importer) => isInside(sdk, importer)));
  return plugins;
}

/** Resolves imports of a package to the copy found from a folder. */
function pinTo(folder: string, name: string, concerns: (importer: string) => boolean): Plugin {
  const { resolve } = createRequire(join(folder, 'package.json'));
  return {
    name: `wf-pin-${name}`,
    setup(build) {
      build.onResolve({ filter: new RegExp(`^${name}(/|$)`) }, ({ path, importer }) =>
        concerns(importer) ? { path: pathToFileURL(toModule(resolve(path))).href, external: true } : null,
      );
    },
  };
}

/** `require` finds the CommonJS form of zod; its module form is next to it. */
function toModule(file: string): string {
  const esm = file.replace(/\.cjs$/, '.js');
  return existsSync(esm) ? esm : file;
}
