import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { isPackageManager, type PackageManager } from './package-manager.ts';
import { readManifest } from './read-manifest.ts';

const LOCK_FILES: readonly (readonly [file: string, manager: PackageManager])[] = [
  ['pnpm-lock.yaml', 'pnpm'],
  ['pnpm-workspace.yaml', 'pnpm'],
  ['yarn.lock', 'yarn'],
  ['bun.lock', 'bun'],
  ['bun.lockb', 'bun'],
  ['package-lock.json', 'npm'],
  ['npm-shrinkwrap.json', 'npm'],
];

/**
 * Finds the package manager of a folder: what the nearest `package.json` or lock file says, here or above; otherwise the
 * one that runs wf, as in `pnpm dlx`; otherwise npm.
 *
 * @param env - package managers describe themselves in `npm_config_user_agent`
 * @param home - the search ends below it: a stray lock file there says nothing about projects
 */
export function findPackageManager(
  folder: string,
  env: Readonly<Record<string, string | undefined>>,
  home: string = homedir(),
): PackageManager {
  return managerAround(folder, home) ?? runningManager(env['npm_config_user_agent']) ?? 'npm';
}

function managerAround(folder: string, home: string): PackageManager | null {
  const found = managerOf(folder);
  const parent = dirname(folder);
  if (found !== null || parent === folder || parent === home) return found;
  return managerAround(parent, home);
}

function managerOf(folder: string): PackageManager | null {
  const [declared] = readManifest(folder)?.packageManager?.split('@') ?? [];
  if (isPackageManager(declared)) return declared;
  return LOCK_FILES.find(([file]) => existsSync(join(folder, file)))?.[1] ?? null;
}

/** `pnpm/12.21.0 npm/? node/v24.21.0 linux x64` → `pnpm` */
function runningManager(userAgent: string | undefined): PackageManager | null {
  const [name] = /^\w+/.exec(userAgent ?? '') ?? [];
  return isPackageManager(name) ? name : null;
}
