/** What settings and folders depend on besides the project. */
export interface Machine {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly platform: NodeJS.Platform;
  /** The user's home folder. */
  readonly home: string;
}

/** Describes the machine this process runs on. */
export function thisMachine(env: Machine['env'] = process.env): Machine {
  const { platform } = process;
  // What the module would say, which takes longer to load than to ask.
  const home = platform === 'win32' ? env['USERPROFILE'] : env['HOME'];
  return { env, platform, home: home || process.getBuiltinModule('node:os').homedir() };
}
