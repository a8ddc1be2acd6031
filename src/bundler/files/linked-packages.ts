import { type Dirent, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fieldOf } from '../../foundation/record.ts';
import { isInside } from './package-folder.ts';

/** Lists the real folders of packages that a folder's `node_modules` has: itself, and where its links lead. */
export function packageFoldersIn(folder: string): string[] {
  const modules = realModules(join(folder, 'node_modules'));
  return modules === null ? [] : [modules, ...linkedPackages(modules)];
}

/** Returns the real path of a `node_modules`; `null`: there is none, or a link that leads to something else. */
function realModules(folder: string): string | null {
  const real = realPathOf(folder);
  return real !== null && basename(real) === 'node_modules' ? real : null;
}

/**
 * Lists where the links of a `node_modules` lead: members of a workspace, and packages of `npm link` and of pnpm's store.
 * A link that leads to no package of its name is no package: in a cloned folder, it might lead anywhere.
 */
function linkedPackages(modules: string): string[] {
  const entries = readFolder(modules);
  const scopes = entries.filter((entry) => entry.isDirectory() && entry.name.startsWith('@'));
  const links = [
    ...entries.filter((entry) => entry.isSymbolicLink()).map(({ name }) => name),
    ...scopes.flatMap((scope) =>
      readFolder(join(modules, scope.name))
        .filter((entry) => entry.isSymbolicLink())
        .map(({ name }) => `${scope.name}/${name}`),
    ),
  ];
  return links.flatMap((name) => {
    const target = realPathOf(join(modules, name));
    return target === null || isInside(modules, target) || nameOf(target) !== name ? [] : [target];
  });
}

function nameOf(folder: string): unknown {
  try {
    return fieldOf(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')), 'name');
  } catch {
    return undefined;
  }
}

function readFolder(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

/** Returns `null` for what does not exist, such as a dangling link. */
export function realPathOf(path: string): string | null {
  try {
    return realpathSync.native(path);
  } catch {
    return null;
  }
}
