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
  return { env, platform, home: home || process.getBuiltinModule('node:os').homedir() };
}
