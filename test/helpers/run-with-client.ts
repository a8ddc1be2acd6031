import type { BaseCommand } from '../../src/cli/kit/command/base-command.ts';
import type { ExtendedClient } from '../../src/client/create-client.ts';
import type { Settings } from '../../src/project/resolve-settings.ts';
import { fakeClient, type RecordedCall } from './fake-client.ts';
import { runCommand, type CommandRun, type RunOptions } from './run-command.ts';

type CommandClass = new (argv: string[], config: BaseCommand['config']) => BaseCommand;

export interface ClientRun extends CommandRun {
  readonly calls: readonly RecordedCall[];
}

/** Runs a command class with the client of a test. */
export async function runWithClient(
  Class: CommandClass,
  argv: string[],
  methods: Partial<ExtendedClient>,
  options: RunOptions = {},
): Promise<ClientRun> {
  const { client, calls } = fakeClient(methods);
  const session = { client, mode: 'remote' as const, url: 'http://wf.test', close: async () => undefined };
  const run = await runCommand(Class, argv, {
    ...options,
    ports: {
      resolveSettings: async ({ flags = {} }) => settingsOf({ app: setting(flags.app ?? null) }),
      openSession: async () => session,
      ...options.ports,
    },
  });
  return { ...run, calls };
}

/** Creates settings with all defaults. */
export function settingsOf(settings: Partial<Settings> = {}): Settings {
  return {
    baseUrl: setting(null),
    app: setting(null),
    timeoutMs: setting(30_000),
    profile: setting('default'),
    credentialForm: setting('apikey'),
    keyOrigin: null,
    credential: undefined,
    warnings: [],
    project: null,
    dataDir: '/nowhere/data',
    configDir: '/nowhere/config',
    ...settings,
  };
}

/** Creates a setting with a source, by default the default. */
export function setting<T>(value: T, kind: 'default' | 'flag' | 'environment' | 'project' | 'profile' = 'default') {
  return { value, origin: { kind, name: kind } };
}
