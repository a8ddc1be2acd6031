import { existsSync, readdirSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isInside } from '../../bundler/files/package-folder.ts';
import { packagePaths } from '../package-paths.ts';
import type { WorkflowProject } from './require-project.ts';
import { sourceFolders } from './source-folders.ts';

/**
 * Lists what the sources may read in `wf dev`: their version with the files that it carries, as a deployed bundle, and the
 * packages, which are not bundled here.
 */
export function listReadable({ root, dataDir }: Pick<WorkflowProject, 'root' | 'dataDir'>): string[] {
  const own = packagePaths();
  const script = dirname(fileURLToPath(own.sourceHostScript));
  const folders = [root, own.root].flatMap(foldersAbove).map((folder) => join(folder, 'node_modules'));
  const modules = [...new Set(folders)].filter((folder) => existsSync(folder));
  return [
    ...new Set([own.root, script, sourceFolders(dataDir).versions, ...modules, ...modules.flatMap(linkedPackages)]),
  ];
}

function foldersAbove(folder: string): string[] {
  const parent = dirname(folder);
  return parent === folder ? [folder] : [folder, ...foldersAbove(parent)];
}

/** A workspace's members are links out of `node_modules`. */
function linkedPackages(modules: string): string[] {
  const entries = readdirSync(modules, { withFileTypes: true });
  const scoped = entries
    .filter((entry) => entry.isDirectory() && entry.name.startsWith('@'))
    .flatMap((entry) => readdirSync(join(modules, entry.name), { withFileTypes: true }));
  return [...entries, ...scoped]
    .filter((entry) => entry.isSymbolicLink())
    .flatMap((entry) => targetOf(join(entry.parentPath, entry.name)))
    .filter((target) => !isInside(modules, target));
}

function targetOf(link: string): string[] {
  try {
    return [realpathSync(link)];
  } catch {
    // A dangling link.
    return [];
  }
}
