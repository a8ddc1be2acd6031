import path, { posix, win32 } from 'node:path';

/** Properties of the machine that settings and folders depend on. */
export interface Machine {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: NodeJS.Platform;
  /** The user's home folder. */
  readonly home: string;
}

/** Describes the machine this process runs on. */
export function thisMachine(env: Machine['env'] = process.env): Machine {
  const { platform } = process;
  // The same as `os.homedir()`, whose module is slow to load.
  const home = platform === 'win32' ? env['USERPROFILE'] : env['HOME'];
  // A relative one would make a folder wherever a command runs.
  const isUsable = home !== undefined && (platform === 'win32' ? win32 : posix).isAbsolute(home);
  return { env, platform, home: isUsable ? home : userHome() };
}

/** The home folder of the user's account; without an account, as in some containers, nothing can be stored. */
function userHome(): string {
  const { homedir, userInfo } = process.getBuiltinModule('node:os');
  try {
    return userInfo().homedir;
  } catch {
    return homedir();
  }
}

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
