import path from 'node:path';
import type { Machine } from './machine.ts';

/**
 * Returns the folder of the user's settings and keys: `$XDG_CONFIG_HOME/wf`, `~/.config/wf`, or `%APPDATA%\wf`.
 *
 * @source design §2, settings; XDG Base Directory Specification 0.8
 */
export function configFolder({ env, platform, home }: Machine): string {
  const paths = pathsOf(platform);
  if (platform === 'win32')
    return paths.join(absolute(env['APPDATA'], platform) ?? paths.join(home, 'AppData', 'Roaming'), 'wf');
  return paths.join(absolute(env['XDG_CONFIG_HOME'], platform) ?? paths.join(home, '.config'), 'wf');
}

/** Returns the folder of the user's data outside any project: the platform's, or `$XDG_DATA_HOME/wf`. */
export function userDataFolder({ env, platform, home }: Machine): string {
  const paths = pathsOf(platform);
  if (platform === 'win32')
    return paths.join(absolute(env['LOCALAPPDATA'], platform) ?? paths.join(home, 'AppData', 'Local'), 'wf');
  const fallback = platform === 'darwin' ? ['Library', 'Application Support'] : ['.local', 'share'];
  return paths.join(absolute(env['XDG_DATA_HOME'], platform) ?? paths.join(home, ...fallback), 'wf');
}

/** Returns the folder of the user's caches: the platform's, or `$XDG_CACHE_HOME/wf`. */
export function userCacheFolder({ env, platform, home }: Machine): string {
  const paths = pathsOf(platform);
  if (platform === 'win32')
    return paths.join(absolute(env['LOCALAPPDATA'], platform) ?? paths.join(home, 'AppData', 'Local'), 'wf', 'cache');
  const fallback = platform === 'darwin' ? ['Library', 'Caches'] : ['.cache'];
  return paths.join(absolute(env['XDG_CACHE_HOME'], platform) ?? paths.join(home, ...fallback), 'wf');
}

/** Returns the path functions of a platform, so that tests on one platform cover the others. */
function pathsOf(platform: NodeJS.Platform): path.PlatformPath {
  return platform === 'win32' ? path.win32 : path.posix;
}

/** Ignores relative paths, as the XDG specification requires. */
function absolute(folder: string | undefined, platform: NodeJS.Platform): string | null {
  return folder !== undefined && pathsOf(platform).isAbsolute(folder) ? folder : null;
}
