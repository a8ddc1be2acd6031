import type { BuildOptions, Metafile, OutputFile, Plugin } from 'esbuild';
import { glob, readFile, realpath, stat } from 'node:fs/promises';
import { isAbsolute, join, resolve } from 'node:path';
import type { BuildWarning } from '../../foundation/build-warning.ts';
import type { Looked } from '../build/build-one-module.ts';
import { isInside } from '../files/package-folder.ts';
import { type CarriedFile, type FoundFile, readCarriedFile, toCarriedPath } from './carried-file.ts';
import { findReferences, normalizeModule } from './find-references.ts';
import { loadWasm } from './load-wasm.ts';
import { loaderOf, PLACE_NAMES, placeBanner, placeModules, USES_PLACE, USES_PLACE_NAME } from './module-urls.ts';
import type { FileDoor } from '../files/file-door.ts';
import { LEFT_OUT } from '../files/secret-file.ts';
import { refuseFiles, requireFewBytes, requireFewFiles } from './refuse-file.ts';
import { type CarryPlace, resolveReferences } from './resolve-references.ts';

export interface CarryOptions<Result> {
  /** Real path of the project's folder. */
  readonly root: string;
  /** Patterns of files to carry, from the project file. */
  readonly patterns: readonly string[];
  /** Folders of the running package, whose modules use their place for other things. */
  readonly ownFolders: readonly string[];
  readonly door: FileDoor;
  /** Bundles with these options in addition, in any order: the result is only looked at. */
  readonly look: (added: AddedOptions) => Promise<Result>;
  /** Bundles, knowing what the look at the same sources showed. */
  readonly bundle: (added: AddedOptions, looked: Looked<Result>) => Promise<Result>;
}

/** What finding files adds to the options of a bundle. */
export interface AddedOptions {
  readonly define: NonNullable<BuildOptions['define']>;
  readonly plugins: readonly Plugin[];
  /** Code to put before the bundle. */
  readonly banner: string;
  /** The same for the same options. */
  readonly key: string;
}

export interface WithFiles<Result> {
  readonly result: Result;
  /** Sorted by path. */
  readonly files: readonly CarriedFile[];
  readonly warnings: readonly BuildWarning[];
}

interface Bundled {
  readonly outputFiles: readonly OutputFile[];
  readonly metafile: Metafile;
}

/**
 * Bundles, and finds the files that the bundle carries. Code that nowhere uses its place is bundled once, as if there
 * were no files. Other code is bundled a second time, with the place of each module that uses it.
 *
 * @throws {WF_BUILD_FAILED} when files are refused
 */
export async function bundleWithFiles<Result extends Bundled>({
  root,
  patterns,
  ownFolders,
  door,
  look,
  bundle,
}: CarryOptions<Result>): Promise<WithFiles<Result>> {
  const plugins = [loadWasm(root)];
  const bare = { define: PLACE_NAMES, plugins, banner: '', key: '' };
  const [first, named] = await Promise.all([look(bare), expandGlobs({ root, door }, patterns)]);
  if (named.length === 0 && !usesPlace(first))
    return { result: await bundle(bare, { result: first, isSame: true }), files: [], warnings: [] };
  const inputs = listInputs(root, first).filter((file) => !ownFolders.some((folder) => isInside(folder, file)));
  const modules = await readModules(inputs);
  const { files: referenced, warnings } = await resolveReferences({ root, door }, await findAll(modules));
  const imported = inputs.filter((file) => file.endsWith('.wasm'));
  const files = await readAll([...named, ...referenced, ...imported.map((source) => toFound(root, source))]);
  const placed = [...modules.keys()];
  const banner = placeBanner(files.length > 0);
  const added = {
    define: PLACE_NAMES,
    plugins: placed.length === 0 ? plugins : [...plugins, placeModules(root, placed)],
    banner,
    key: JSON.stringify([banner, placed]),
  };
  const result = await bundle(added, { result: first, isSame: false });
  return { result, files, warnings };
}

function usesPlace({ outputFiles }: Bundled): boolean {
  return outputFiles.some(({ path, text }) => path.endsWith('.mjs') && USES_PLACE_NAME.test(text));
}

/** Lists the absolute files that are in the output. */
function listInputs(root: string, { metafile }: Bundled): string[] {
  const inputs = Object.values(metafile.outputs).flatMap((output) => Object.keys(output.inputs));
  return [...new Set(inputs)].toSorted().map((input) => resolve(root, input));
}

/** Reads the modules that use their place, by file. */
async function readModules(inputs: readonly string[]): Promise<Map<string, string>> {
  const files = inputs.filter((input) => /\.[cm]?[jt]sx?$/.test(input));
  const read = await Promise.all(
    // The generated entry is not a file.
    files.map(async (file) => [file, await readFile(file, 'utf8').catch(() => '')] as const),
  );
  return new Map(read.filter(([, source]) => USES_PLACE.test(source)));
}

async function findAll(modules: ReadonlyMap<string, string>) {
  return await Promise.all(
    [...modules].map(async ([file, source]) => {
      const code = await normalizeModule(source, loaderOf(file));
      return { file, source, references: code === null ? [] : findReferences(code) };
    }),
  );
}

function toFound(root: string, source: string): FoundFile {
  return { source, path: toCarriedPath(root, source) };
}

/** @throws {WF_BUILD_FAILED} when two files have one path, or all are too large */
async function readAll(found: readonly FoundFile[]): Promise<CarriedFile[]> {
  const byPath = new Map<string, FoundFile>();
  for (const file of found) {
    const other = byPath.get(file.path);
    if (other !== undefined && other.source !== file.source) throw collides(file, other);
    byPath.set(file.path, file);
  }
  const files = await Promise.all([...byPath.values()].map(readCarriedFile));
  requireFewBytes(files.map(({ path, bytes }) => ({ path, size: bytes.byteLength })));
  return files.toSorted((one, other) => (one.path < other.path ? -1 : 1));
}

function collides(one: FoundFile, other: FoundFile): Error {
  return refuseFiles(
    `The bundle would carry ${other.source} and ${one.source} at the same path, ${one.path}.`,
    'Rename one of them.',
  );
}

/**
 * Finds the files that `files` of the project file names. A pattern that begins with `!` leaves out what it matches.
 *
 * @throws {WF_BUILD_FAILED} when a pattern matches nothing, too much, secrets, or files outside the project
 */
export async function expandGlobs(place: CarryPlace, patterns: readonly string[]): Promise<FoundFile[]> {
  const excluded = patterns.filter((pattern) => pattern.startsWith('!')).map((pattern) => pattern.slice(1));
  const found = new Map<string, FoundFile>();
  for (const pattern of patterns.filter((each) => !each.startsWith('!'))) {
    const files = await expand(place, pattern, excluded);
    if (files.length === 0) throw matchesNothing(pattern);
    for (const file of files) found.set(file.path, file);
    requireFewFiles(found.size, `"files" in the project file names`);
  }
  return [...found.values()];
}

async function expand({ root, door }: CarryPlace, pattern: string, excluded: readonly string[]): Promise<FoundFile[]> {
  if (isAbsolute(pattern) || /(?:^|[\\/])\.\.(?:[\\/]|$)/.test(pattern)) throw outside(`"files" has ${pattern}, which`);
  const found: FoundFile[] = [];
  const leftOut = LEFT_OUT.flatMap((folder) => [folder, `**/${folder}`, `${folder}/**`, `**/${folder}/**`]);
  for await (const path of glob(pattern, { cwd: root, exclude: [...leftOut, ...excluded] })) {
    const file = join(root, path);
    // A link that leads nowhere is not a file.
    if ((await stat(file).catch(() => null))?.isFile() !== true) continue;
    const source = await realpath(file);
    const refusal = door.refuse(file);
    if (refusal === 'secret') throw holdsSecrets(path, pattern);
    if (refusal !== null) throw outside(`${path} is a link that`);
    found.push({ source, path: toCarriedPath(root, file) });
    requireFewFiles(found.length, `"files" in the project file names ${pattern}, which matches`);
  }
  return found;
}

function matchesNothing(pattern: string): Error {
  const isLeftOut = new RegExp(
    `(?:^|/)(?:${LEFT_OUT.map((folder) => folder.replace('.', String.raw`\.`)).join('|')})(?:/|$)`,
  ).test(pattern);
  const reason = isLeftOut ? `, because ${LEFT_OUT.join(', ')} are never carried` : '';
  return refuseFiles(
    `"files" in the project file has ${JSON.stringify(pattern)}, which matches no file${reason}.`,
    'Correct the pattern, or remove it. It is relative to the project file; a * matches no name that begins with a dot.',
  );
}

function outside(subject: string): Error {
  return refuseFiles(
    `${subject} leaves the project: a bundle carries only files of the project.`,
    'Copy the file into the project, or read it from a store at run time.',
  );
}

function holdsSecrets(path: string, pattern: string): Error {
  return refuseFiles(
    `"files" in the project file has ${JSON.stringify(pattern)}, which matches ${path}. Such a file usually holds secrets, and everyone who may read the bundle would get it.`,
    `Add ${JSON.stringify(`!${path}`)} to "files", and set its values as variables: wf env vars set NAME`,
  );
}
