import { posix, win32 } from 'node:path';

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
