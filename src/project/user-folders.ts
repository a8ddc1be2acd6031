import path from 'node:path';
import type { Machine } from './machine.ts';

/**
 * Returns the folder of the user's settings and keys: `$XDG_CONFIG_HOME/wf`, `~/.config/wf`, or `%APPDATA%\wf`.
 *
 * @source design §2, settings; XDG Base Directory Specification 0.8
 */
export function configFolder(machine: Machine): string {
  return userFolder(machine, 'Roaming', 'XDG_CONFIG_HOME', ['.config']);
}

/** Returns the folder of the user's data outside any project: the platform's, or `$XDG_DATA_HOME/wf`. */
export function userDataFolder(machine: Machine): string {
  const fallback = machine.platform === 'darwin' ? ['Library', 'Application Support'] : ['.local', 'share'];
  return userFolder(machine, 'Local', 'XDG_DATA_HOME', fallback);
}

/** Returns the folder of the user's caches: the platform's, or `$XDG_CACHE_HOME/wf`. */
export function userCacheFolder(machine: Machine): string {
  const fallback = machine.platform === 'darwin' ? ['Library', 'Caches'] : ['.cache'];
  const folder = userFolder(machine, 'Local', 'XDG_CACHE_HOME', fallback);
  return machine.platform === 'win32' ? path.win32.join(folder, 'cache') : folder;
}

const WINDOWS_VARIABLES = { Roaming: 'APPDATA', Local: 'LOCALAPPDATA' } as const;

/** @param fallback - below the home folder, where the variable is not set to an absolute path, as XDG requires */
function userFolder(
  { env, platform, home }: Machine,
  windows: keyof typeof WINDOWS_VARIABLES,
  xdg: string,
  fallback: readonly string[],
): string {
  const isWindows = platform === 'win32';
  // Of the given platform, so that tests on one cover the others.
  const paths = isWindows ? path.win32 : path.posix;
  const folder = env[isWindows ? WINDOWS_VARIABLES[windows] : xdg];
  const parent = folder !== undefined && paths.isAbsolute(folder) ? folder : null;
  return paths.join(parent ?? paths.join(home, ...(isWindows ? ['AppData', windows] : fallback)), 'wf');
}
