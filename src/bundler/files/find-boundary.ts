import { existsSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { findWorkspace } from './find-workspace.ts';
import { isInside } from './package-folder.ts';

/**
 * Finds the folder whose files a build of a project may read: the package that the project is in, or the root of the
 * workspace that names that package. Never the user's own folder, and none that all users can write to.
 *
 * @param root - real path of the project's folder
 */
export function findBoundary(root: string): string {
  const home = findPackage(root) ?? root;
  const workspace = findWorkspace(home);
  return workspace === null || isShared(workspace) ? home : workspace;
}

function findPackage(folder: string): string | null {
  if (existsSync(join(folder, 'package.json'))) return folder;
  const parent = dirname(folder);
  return parent === folder || isShared(parent) ? null : findPackage(parent);
}

const WRITABLE_BY_ALL = 0o002;

function isShared(folder: string): boolean {
  return isInside(folder, homedir()) || (statSync(folder).mode & WRITABLE_BY_ALL) !== 0;
}
