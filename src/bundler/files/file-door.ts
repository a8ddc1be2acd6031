import { statSync } from 'node:fs';
import { basename, dirname, relative, sep } from 'node:path';
import { findPackageMap } from './find-package-map.ts';
import { findBoundary } from './find-boundary.ts';
import { packageFoldersIn, realPathOf } from './linked-packages.ts';
import { isInside } from './package-folder.ts';
import { isSecretFile, LEFT_OUT } from './secret-file.ts';

/** Why a build does not read a file. */
export type FileRefusal = 'outside' | 'secret' | 'left-out' | 'special';

/** Decides for each file whether a build reads it. */
export interface FileDoor {
  /**
   * Links are followed before it decides. A file that does not exist is not refused.
   *
   * @param file - absolute path of a file, or of a folder of files
   * @returns `null`: the build may read it
   */
  refuse(file: string): FileRefusal | null;
}

export interface FileDoorOptions {
  /** Real path of the project's folder. */
  readonly root: string;
  /** Folders of the running package. */
  readonly ownFolders: readonly string[];
}

/**
 * Opens the one door for files that a build reads, whatever names them: they belong to the project, to the workspace
 * around it, or to a package that one of the files read so far can import.
 */
export async function openFileDoor({ root, ownFolders }: FileDoorOptions): Promise<FileDoor> {
  const map = await findPackageMap(root);
  const packages = createPackageSearch([root, ...ownFolders]);
  let boundary: string | undefined;
  const homeOf = (file: string): string | null => {
    boundary ??= findBoundary(root);
    return isInside(boundary, file) ? boundary : packages.find(file);
  };
  const judge = (file: string): FileRefusal | null => {
    if (isSecretFile(file)) return 'secret';
    if (isInside(root, file)) return stepsBelow(root, file).some(isLeftOut) ? 'left-out' : null;
    if (ownFolders.some((folder) => isInside(folder, file))) return null;
    // The archives of Yarn, which only esbuild can read.
    if (map?.isOwn === true && /\.zip[\\/]node_modules[\\/]/.test(file)) return null;
    const home = homeOf(file);
    return home === null || stepsBelow(home, file).some(isHidden) ? 'outside' : null;
  };
  return {
    refuse(file) {
      const real = realPathOf(file) ?? file;
      const refusal = isSecretFile(file) ? 'secret' : (judge(real) ?? (isSpecial(real) ? 'special' : null));
      if (refusal === null) packages.add(dirname(real));
      return refusal;
    },
  };
}

/** Finds the package that a file belongs to, among those that modules in the added folders can import. */
function createPackageSearch(folders: readonly string[]) {
  const added = new Set(folders);
  const searched = new Set<string>();
  const found = new Set<string>();
  /** Not searched yet: a build of thousands of files must not look at all of them for each. */
  let fresh = [...added];
  const search = (): void => {
    for (const folder of fresh.flatMap(withAbove)) {
      if (searched.has(folder)) continue;
      searched.add(folder);
      for (const one of packageFoldersIn(folder)) found.add(one);
    }
    fresh = [];
  };
  return {
    add: (folder: string): void => {
      if (added.has(folder)) return;
      added.add(folder);
      fresh.push(folder);
    },
    find(file: string): string | null {
      const lookUp = () => withAbove(dirname(file)).find((folder) => found.has(folder)) ?? null;
      search();
      const known = lookUp();
      if (known !== null) return known;
      // It may have been installed since.
      searched.clear();
      fresh = [...added];
      search();
      return lookUp();
    },
  };
}

/** Lists a folder and those above it, as Node looks for packages. */
export function withAbove(folder: string): string[] {
  const parent = dirname(folder);
  return parent === folder ? [folder] : [folder, ...withAbove(parent)];
}

/** Lists the steps from a folder to a file; none inside an installed package, which has its own files. */
function stepsBelow(folder: string, file: string): string[] {
  const steps = relative(folder, file).split(sep);
  return basename(folder) === MODULES || steps.includes(MODULES) ? [] : steps;
}

const MODULES = 'node_modules';

function isLeftOut(step: string): boolean {
  return LEFT_OUT.includes(step);
}

/** Files around the project that have a dot concern programs, and often a person: keys, tokens, history. */
function isHidden(step: string): boolean {
  return step.startsWith('.');
}

/** A device or a pipe may never end. */
function isSpecial(file: string): boolean {
  const found = statSync(file, { throwIfNoEntry: false });
  return found !== undefined && !found.isFile() && !found.isDirectory();
}
