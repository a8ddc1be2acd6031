import type { BuildOptions } from 'esbuild';
import { hash } from 'node:crypto';
import { mkdir, realpath, rm } from 'node:fs/promises';
import { join, relative, resolve, sep } from 'node:path';
import { type AddedOptions, bundleWithFiles } from '../carry/bundle-with-files.ts';
import { type CarriedFile, writeCarriedFiles } from '../carry/carried-file.ts';
import { toBuildWarnings } from '../build/to-build-error.ts';
import type { OneModuleResult } from '../build/build-one-module.ts';
import { bundleOptions, type BundlePaths, ENTRY_STUB } from '../build/bundle-options.ts';
import { shareTracerProvider } from '../build/share-tracer-provider.ts';
import { guardFiles } from '../build/guard-files.ts';
import { requireEntry } from '../build/require-entry.ts';
import { type FileDoor, openFileDoor } from '../files/file-door.ts';
import { type EsbuildRun, runEsbuild } from './run-esbuild.ts';
import type { EvaluatorBundle } from './bundle-evaluators.ts';
import { NO_PACKAGE_RULES, type PackageRules } from '../packages/mark-external.ts';
import { judgePackages, type JudgePackages } from '../packages/judge-packages.ts';
import type { PackageList } from '../../sandbox/packages/package-list.ts';
import { distinctWarnings } from '../../foundation/build-warning.ts';
import { isInside, packageFolderOf } from '../files/package-folder.ts';
import { tolerateMissing } from '../packages/tolerate-missing.ts';
import { resolveSdk } from '../sdk-package/resolve-sdk.ts';
import { replaceFile } from '../../foundation/replace-file.ts';
import { decode, encode, type SourceMapSegment } from '@jridgewell/sourcemap-codec';
import { PROJECT_SCHEME } from '../source-map/find-author-position.ts';

export interface BundleWorkflowOptions extends BundlePaths {
  /** Patterns of files that the bundle carries. @defaultValue only those that the code names */
  readonly files?: readonly string[];
  /** Packages that the bundle imports instead of containing them. @defaultValue none */
  readonly packages?: PackageRules;
  /** Whether to write a source map. @defaultValue `true` */
  readonly sourcemap?: boolean;
}

export interface WorkflowBundle extends EvaluatorBundle {
  /** Absolute path of the source map; `null` without one. */
  readonly map: string | null;
  /** All source files of the bundle, relative to the project, sorted. */
  readonly inputs: readonly string[];
  /** Files that the bundle carries, which stand in a folder next to it, sorted by path. */
  readonly files: readonly CarriedFile[];
  /** Packages that it imports at run time; `null`: none. */
  readonly packages: PackageList | null;
}

/**
 * Bundles a workflow and everything that it imports, including the SDK and the runtime, into one file, and copies the
 * files that it carries. The same sources yield the same bytes, regardless of the project's path.
 *
 * @throws {WF_BUILD_FAILED} when the entry is missing, a file does not parse, an import is not found, a file is refused, or
 * a package with native code would be part of the bundle
 */
export async function bundleWorkflow(options: BundleWorkflowOptions): Promise<WorkflowBundle> {
  const paths = await withoutSymlinks(options);
  const ownFolders = [...new Set(Object.values(paths.aliases).map(packageFolderOf))];
  const { root, entry, packages: rules = NO_PACKAGE_RULES } = paths;
  const door = await openFileDoor({ root, ownFolders });
  await requireEntry(root, entry, door);
  const judge = judgePackages({ root, rules, ownFolders, refusal: null });
  const given = { judge, door, ownFolders, tolerate: tolerateMissing() };
  const run = async (added: AddedOptions, looked: EsbuildRun['looked']) =>
    await runEsbuild(await toOptions(paths, added, given), { ...given, looked }, paths);
  const { result, files, warnings } = await bundleWithFiles({
    root,
    patterns: paths.files ?? [],
    ownFolders,
    door,
    look: async (added) => await run(added, 'looking'),
    bundle: run,
  });
  const judged = await judge.finish(result.metafile);
  const bare = outputOf(result, '.mjs');
  const map = options.sourcemap === false ? null : toPortableSourceMap(outputOf(result, '.map'), paths);
  const code = map === null ? bare : Buffer.concat([bare, projectLines(map, paths)]);
  await writeCarriedFiles(paths.outDir, files);
  const written = await writeBundle(paths.outDir, { code, map });
  return {
    ...written,
    sha256: hash('sha256', code),
    size: code.byteLength,
    inputs: Object.keys(result.metafile.inputs)
      .filter((input) => input !== ENTRY_STUB)
      .toSorted(),
    files,
    packages: judged.packages,
    warnings: distinctWarnings([...toBuildWarnings(result.warnings), ...warnings, ...judged.warnings]),
  };
}

function projectLines(map: Uint8Array, { root, outDir }: BundleWorkflowOptions): Uint8Array {
  return Buffer.from(projectSourceMapComment({ map, root, outDir, stub: ENTRY_STUB }));
}

/** Resolves the project's real path: esbuild refers to files by real paths, so relative paths need a real root. */
async function withoutSymlinks(options: BundleWorkflowOptions): Promise<BundleWorkflowOptions> {
  const root = await realpath(options.root);
  return { ...options, root, outDir: resolve(root, relative(options.root, options.outDir)) };
}

function buildOptions({ sourcemap = true, ...paths }: BundleWorkflowOptions, added: AddedOptions) {
  const options = bundleOptions(paths);
  return {
    ...options,
    define: added.define,
    banner: { js: options.banner.js + added.banner },
    minify: true,
    legalComments: 'none',
    // The whole source map is a separate file; only the author's own lines are inline.
    sourcemap: sourcemap ? 'external' : false,
  } satisfies BuildOptions;
}

async function toOptions(
  paths: BundleWorkflowOptions,
  added: AddedOptions,
  { judge, door }: { readonly judge: JudgePackages; readonly door: FileDoor },
) {
  // esbuild loads meanwhile.
  const [plugins] = await Promise.all([resolveSdk(paths), import('esbuild')]);
  const all = [guardFiles({ ...paths, door }), shareTracerProvider, ...judge.plugins, ...added.plugins, ...plugins];
  return { ...buildOptions(paths, added), plugins: all };
}

function outputOf(result: OneModuleResult, extension: string): Uint8Array {
  const file = result.outputFiles.find(({ path }) => path.endsWith(extension));
  if (file === undefined) throw new Error(`esbuild wrote no ${extension} file.`);
  return file.contents;
}

/**
 * Writes a bundle atomically: each part is written to a temporary file and renamed, so that there is never half a file.
 */
async function writeBundle(
  outDir: string,
  { code, map }: { readonly code: Uint8Array; readonly map: Uint8Array | null },
): Promise<{ code: string; map: string | null }> {
  await mkdir(outDir, { recursive: true });
  const codeFile = join(outDir, 'workflow.mjs');
  const mapFile = `${codeFile}.map`;
  // Write the map first: new code with an old map would refer to wrong lines.
  await (map === null ? rm(mapFile, { force: true }) : replaceFile(mapFile, map));
  await replaceFile(codeFile, code);
  return { code: codeFile, map: map === null ? null : mapFile };
}

/**
 * Replaces the paths of the running `wf` package's sources by `wf:` URLs, so that the source map is the same on every
 * machine.
 */
function toPortableSourceMap(map: Uint8Array, { root, outDir, aliases }: BundlePaths): Uint8Array {
  // esbuild has just written it, in the standard format.
  const parsed = JSON.parse(Buffer.from(map).toString()) as { sources: string[] };
  const packages = [...new Set(Object.values(aliases).map((file) => packageFolderOf(file)))];
  const sources = parsed.sources.map((source) => {
    const file = resolve(outDir, source);
    const home = isInside(root, file) ? undefined : packages.find((folder) => isInside(folder, file));
    return home === undefined ? source : `wf:///${relative(home, file).split(sep).join('/')}`;
  });
  return Buffer.from(JSON.stringify({ ...parsed, sources }));
}

/** The parts of a source map that are used here. */
interface ParsedMap {
  readonly sources: readonly string[];
  readonly names: readonly string[];
  readonly mappings: string;
}

interface ProjectSourceMapOptions {
  /** The bundle's whole source map. */
  readonly map: Uint8Array;
  readonly root: string;
  /** Folder that the sources in the map are relative to. */
  readonly outDir: string;
  /** The generated entry, which is not a file. */
  readonly stub: string;
}

/**
 * Creates the inline source map of the project's own files, for the stacks of deployed workflows. It leaves packages
 * out: they are most of a source map, and larger than the code itself.
 */
export function projectSourceMapComment({ map, root, outDir, stub }: ProjectSourceMapOptions): string {
  // esbuild has just written it, in the standard format.
  const parsed = JSON.parse(Buffer.from(map).toString()) as ParsedMap;
  const sources = parsed.sources.map((source) => toProjectSource(source, { root, outDir, stub }));
  const content = JSON.stringify({ version: 3, ...compact(parsed, sources) });
  return `//# sourceMappingURL=data:application/json;base64,${Buffer.from(content).toString('base64')}\n`;
}

/** Converts a source to its path in the project; `null` for files outside it. */
function toProjectSource(source: string, { root, outDir, stub }: Omit<ProjectSourceMapOptions, 'map'>): string | null {
  // Sources of the running package have a URL instead of a path.
  if (source.includes('://')) return null;
  const path = relative(root, resolve(outDir, source)).split(sep).join('/');
  const file = resolve(outDir, source);
  const isWritten = isInside(root, file) && !isInside(outDir, file) && path !== stub;
  const isOwn = isWritten && !/(^|\/)node_modules\//.test(path);
  return isOwn ? `${PROJECT_SCHEME}${path}` : null;
}

/** Keeps the segments of named sources, and ends each run of them with one segment without a source. */
function compact({ names, mappings }: ParsedMap, sources: readonly (string | null)[]) {
  const sourceIndex = createIndex<string>();
  const nameIndex = createIndex<string>();
  // Readers also search earlier lines, so a run extends until a segment ends it.
  let isOpen = false;
  const lines = decode(mappings).map((segments) => {
    const retained: SourceMapSegment[] = [];
    for (const segment of segments) {
      const source = segment.length === 1 ? null : (sources[segment[1]] ?? null);
      if (segment.length === 1 || source === null) {
        if (isOpen) retained.push([segment[0]]);
        isOpen = false;
        continue;
      }
      isOpen = true;
      const mapped = [segment[0], sourceIndex.of(source), segment[2], segment[3]] as const;
      retained.push(segment.length === 5 ? [...mapped, nameIndex.of(names[segment[4]] ?? '')] : [...mapped]);
    }
    return retained;
  });
  // Node misreads a final segment without a source; an empty line after it prevents that.
  return { sources: sourceIndex.values(), names: nameIndex.values(), mappings: encode([...lines, []]) };
}

/** Numbers values in order of first occurrence. */
function createIndex<Value>() {
  const indexes = new Map<Value, number>();
  return {
    of(value: Value): number {
      const index = indexes.get(value) ?? indexes.size;
      indexes.set(value, index);
      return index;
    },
    values: () => [...indexes.keys()],
  };
}
