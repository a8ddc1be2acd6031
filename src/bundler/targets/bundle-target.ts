import type { BuildOptions } from 'esbuild';
import { createHash } from 'node:crypto';
import { realpath } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { gzipSync } from 'node:zlib';
import { buildWarning, type BuildWarning, distinctWarnings } from '../../foundation/build-warning.ts';
import { sumOf } from '../../foundation/numbers.ts';
import { type AddedOptions, bundleWithFiles } from '../carry/bundle-with-files.ts';
import { FILES_FOLDER } from '../../foundation/working-folder.ts';
import type { CarriedFile } from '../carry/carried-file.ts';
import { copyWasm } from '../carry/load-wasm.ts';
import type { PackageRules } from '../packages/mark-external.ts';
import { judgePackages, type JudgePackages } from '../packages/judge-packages.ts';
import type { PackageList } from '../../sandbox/packages/package-list.ts';
import { packageFolderOf } from '../files/package-folder.ts';
import { userError } from '../../foundation/errors/wf-error.ts';
import { toBuildWarnings } from '../build/to-build-error.ts';
import { type EsbuildRun, runEsbuild } from '../bundle/run-esbuild.ts';
import { type BundlePaths, entrySpecifier, loadersOf } from '../build/bundle-options.ts';
import { shareTracerProvider } from '../build/share-tracer-provider.ts';
import { guardFiles } from '../build/guard-files.ts';
import { requireEntry } from '../build/require-entry.ts';
import { type FileDoor, openFileDoor } from '../files/file-door.ts';
import { tolerateMissing } from '../packages/tolerate-missing.ts';
import { resolveSdk } from '../sdk-package/resolve-sdk.ts';
import { refuseFilesOf, type RefuseFilesOptions, refuseMissingModules } from './refuse-missing-modules.ts';
import { NOWHERE, type PackageCpu, type Target } from './target.ts';

export interface BundleTargetOptions extends Omit<BundlePaths, 'outDir'> {
  readonly app: string;
  /** Patterns of files that the bundle carries. */
  readonly patterns: readonly string[];
  /** Packages that the bundle imports instead of containing them. */
  readonly packages: PackageRules;
  /** The processor to build for; `null`: the platform's usual one. */
  readonly cpu: PackageCpu | null;
  readonly target: Target;
  /** Absolute file of the runtime's part for the platform. */
  readonly runtime: string;
}

export interface TargetBundle {
  /** All files of the result, by path relative to its folder. */
  readonly files: ReadonlyMap<string, Uint8Array>;
  /** SHA-256 of the code, in hex. */
  readonly sha256: string;
  /** Size of the code in bytes. */
  readonly size: number;
  readonly gzipSize: number;
  /** Packages to install next to the code; `null`: none. */
  readonly packages: PackageList | null;
  readonly warnings: readonly BuildWarning[];
}

/**
 * Bundles a workflow with the runtime's part for a platform, and adds the platform's configuration files.
 *
 * @throws {WF_BUILD_FAILED} when a file does not parse, an import is not found, the platform lacks a module, or the
 * code exceeds the platform's size limit
 */
export async function bundleTarget(options: BundleTargetOptions): Promise<TargetBundle> {
  const { target, app } = options;
  const { outputs, carried, packages, warnings } = await bundle({ ...options, root: await realpath(options.root) });
  const code = [...outputs].filter(([path]) => path.endsWith('.mjs')).map(([, contents]) => contents);
  const hash = code.reduce((sum, contents) => sum.update(contents), createHash('sha256'));
  const sha256 = carried.reduce((sum, file) => sum.update(`${file.sha256} ${file.path}\n`), hash).digest('hex');
  const gzipSize = sumOf(code, (contents) => gzipSync(contents).byteLength);
  const layers =
    packages === null ? null : topLevelOf([...outputs.keys(), ...(carried.length > 0 ? [FILES_FOLDER] : [])]);
  const added = Object.entries(target.files({ app, sha256, layers, cpu: options.cpu })).map(
    ([path, text]) => [path, Buffer.from(text)] as const,
  );
  return {
    files: new Map([
      ...outputs,
      ...added,
      ...carried.map(({ path, bytes }) => [`${FILES_FOLDER}/${path}`, bytes] as const),
    ]),
    sha256,
    size: sumOf(code, (contents) => contents.byteLength),
    gzipSize,
    packages,
    warnings: [...warnings, ...judgeSize(target, gzipSize)],
  };
}

function topLevelOf(paths: readonly string[]): string[] {
  return [...new Set(paths.map((path) => path.split('/', 1)[0] ?? ''))].toSorted();
}

interface Built {
  readonly outputs: ReadonlyMap<string, Uint8Array>;
  readonly carried: readonly CarriedFile[];
  readonly packages: PackageList | null;
  readonly warnings: readonly BuildWarning[];
}

async function bundle(options: BundleTargetOptions): Promise<Built> {
  const outdir = join(options.root, NOWHERE);
  const { root, entry, aliases, packages: rules, target } = options;
  const ownFolders = [...new Set(Object.values(aliases).map(packageFolderOf))];
  const door = await openFileDoor({ root, ownFolders });
  await requireEntry(root, entry, door);
  const { hasFiles, platform } = target.limits;
  const judge = judgePackages({ root, rules, ownFolders, refusal: hasFiles ? null : { platform } });
  const given = { judge, door, ownFolders, tolerate: tolerateMissing() };
  const run = async (added: Added, looked: EsbuildRun['looked']) =>
    await runEsbuild(await toOptions(options, outdir, added, given), { ...given, looked }, options);
  const look = async (added: Added) => await run(added, 'looking');
  const { result, files, warnings } = await (hasFiles
    ? bundleWithFiles({ root, patterns: options.patterns, ownFolders, door, look, bundle: run })
    : bundleWithoutFiles(options, { ownFolders, door }, run));
  const judged = await judge.finish(result.metafile);
  const outputs = result.outputFiles
    .map(({ path, contents }) => [relative(outdir, path).split(sep).join('/'), contents] as const)
    .toSorted(([one], [other]) => (one < other ? -1 : 1));
  return {
    outputs: new Map(outputs),
    carried: files,
    packages: judged.packages,
    warnings: distinctWarnings([...toBuildWarnings(result.warnings), ...warnings, ...judged.warnings]),
  };
}

async function bundleWithoutFiles(
  { root, patterns, target }: BundleTargetOptions,
  given: Pick<RefuseFilesOptions, 'ownFolders' | 'door'>,
  run: (added: Added, looked: null) => ReturnType<typeof runEsbuild>,
) {
  const result = await run({ define: {}, plugins: [copyWasm], banner: '' }, null);
  await refuseFilesOf(result.metafile, { root, patterns, platform: target.limits.platform, ...given });
  return { result, files: [], warnings: [] };
}

type Added = Omit<AddedOptions, 'key'>;

async function toOptions(
  options: BundleTargetOptions,
  outdir: string,
  added: Added,
  { judge, door }: { readonly judge: JudgePackages; readonly door: FileDoor },
) {
  const { root, aliases, target } = options;
  const { options: own } = target;
  // esbuild loads meanwhile.
  const [plugins] = await Promise.all([resolveSdk({ root, aliases }), import('esbuild')]);
  return {
    ...toBuildOptions(options, outdir),
    define: { ...own.define, ...added.define },
    banner: { js: `${own.banner?.['js'] ?? ''}${added.banner}` },
    plugins: [
      guardFiles({ ...options, door }),
      shareTracerProvider,
      ...judge.plugins,
      ...toPlugins(options),
      ...added.plugins,
      ...plugins,
    ],
  };
}

function toBuildOptions({ root, entry, app, target, runtime, aliases, loaders }: BundleTargetOptions, outdir: string) {
  const workflow = entrySpecifier(entry);
  return {
    absWorkingDir: root,
    stdin: {
      contents: target.entry({ workflow, runtime, app }),
      resolveDir: root,
      sourcefile: 'wf-target-entry.js',
      loader: 'js',
    },
    outdir,
    entryNames: target.outfile.replace(/\.mjs$/, ''),
    chunkNames: 'chunks/[name]-[hash]',
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    write: false as const,
    format: 'esm',
    charset: 'utf8',
    keepNames: true,
    minify: true,
    legalComments: 'none',
    sourcemap: 'linked',
    sourcesContent: false,
    logLevel: 'silent',
    alias: { ...aliases },
    ...target.options,
    metafile: true as const,
    loader: loadersOf(loaders),
  } satisfies BuildOptions;
}

function toPlugins({ target: { limits, options }, root }: BundleTargetOptions) {
  const isOnNode = options.platform === 'node';
  const isUnlimited = isOnNode && Object.keys({ ...limits.missing, ...limits.limited }).length === 0;
  return isUnlimited ? [] : [refuseMissingModules({ limits, root, isOnNode })];
}

function judgeSize({ limits: { platform, size } }: Target, gzipSize: number): BuildWarning[] {
  if (size === null || gzipSize <= size.warnAbove) return [];
  const message = `The code is ${(gzipSize / 1e6).toFixed(1)} MB gzipped; ${size.reason}.`;
  if (gzipSize <= size.refuseAbove) return [buildWarning('WF_CODE_LARGE', message)];
  throw userError('WF_BUILD_FAILED', `${platform}: ${message}`, ['wf build --target container']);
}
