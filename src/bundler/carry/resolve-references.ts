import { readdir, realpath, stat } from 'node:fs/promises';
import { dirname, extname, join, relative, resolve, sep } from 'node:path';
import { buildWarning, type BuildWarning } from '../../foundation/build-warning.ts';
import { isInside, packageFolderOf } from '../files/package-folder.ts';
import { type FoundFile, toCarriedPath } from './carried-file.ts';
import type { FileDoor } from '../files/file-door.ts';
import { isSecretFile, LEFT_OUT } from '../files/secret-file.ts';
import { requireFewFiles } from './refuse-file.ts';

/** The project whose bundle carries files. */
export interface CarryPlace {
  /** Real path of the project's folder. */
  readonly root: string;
  readonly door: FileDoor;
}

export interface ReferencingModule {
  /** Absolute, real path. */
  readonly file: string;
  readonly source: string;
  /** Relative paths that it names. */
  readonly references: readonly string[];
}

export interface ResolvedReferences {
  readonly files: readonly FoundFile[];
  /** Why references lead to no carried file. */
  readonly warnings: readonly BuildWarning[];
}

/** Code that a package names is not data: it would be loaded without the modules that it imports. */
const CODE = /^\.(?:[cm]?[jt]sx?|map|node)$/;

/**
 * Finds the files that modules name relative to themselves: a file, or all files of a folder. A module may name files of
 * its own package.
 *
 * @throws {WF_BUILD_FAILED} when a folder has more files than a bundle may carry
 */
export async function resolveReferences(
  { root, door }: CarryPlace,
  modules: readonly ReferencingModule[],
): Promise<ResolvedReferences> {
  const files = new Map<string, FoundFile>();
  const warnings: BuildWarning[] = [];
  for (const { file, source, references } of modules) {
    const isPackages = /[\\/]node_modules[\\/]/.test(file);
    // A package next to the project may name files of its own, too, and nothing around it.
    const home = isInside(root, file) && !isPackages ? null : packageFolderOf(file);
    for (const reference of references) {
      const { found, problem } = await resolveOne({ file, home, reference, isPackages }, door);
      for (const path of found) files.set(path, { source: path, path: toCarriedPath(root, path) });
      // What a package names and lacks, it can do without.
      if (problem !== null && !isPackages) {
        const at = positionOf(root, file, source, reference);
        warnings.push(buildWarning('WF_FILE_NOT_CARRIED', problem, at));
      }
      requireFewFiles(files.size, `The modules of this workflow name`);
    }
  }
  return { files: [...files.values()], warnings };
}

interface Reference {
  readonly file: string;
  /** The package that may name only its own files; `null`: the project. */
  readonly home: string | null;
  readonly reference: string;
  readonly isPackages: boolean;
}

async function resolveOne({ file, home, reference, isPackages }: Reference, door: FileDoor) {
  const named = resolve(dirname(file), reference);
  // The module's own folder, or one above it: a base for paths, not a file to read.
  if (isInside(named, file)) return { found: [], problem: null };
  const target = await realpath(named).catch(() => null);
  if (target === null) return { found: [], problem: `there is no file ${reference}` };
  const refusal = isSecretFile(named) ? 'secret' : door.refuse(target);
  if (refusal === 'secret')
    return { found: [], problem: `${reference} usually holds secrets, so it is not carried; use variables` };
  if (refusal !== null || (home !== null && !isInside(home, target)))
    return { found: [], problem: `${reference} is outside of the project, so it is not carried` };
  const isFolder = (await stat(target)).isDirectory();
  const found = isFolder ? await listFiles(target) : [target];
  return { found: found.filter((path) => !(isPackages && CODE.test(extname(path)))), problem: null };
}

async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  requireFewFiles(entries.length, `The folder ${folder} has`);
  return entries
    .filter((entry) => entry.isFile() && !entry.name.startsWith('.') && !isSecretFile(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter(
      (path) =>
        !relative(folder, path)
          .split(sep)
          .some((step) => LEFT_OUT.includes(step)),
    )
    .toSorted();
}

/** Finds where a reference stands in the source, as well as text allows. */
function positionOf(root: string, file: string, source: string, reference: string) {
  const path = toCarriedPath(root, file);
  const index = source.indexOf(reference);
  return { file: path, line: index === -1 ? null : source.slice(0, index).split('\n').length };
}
