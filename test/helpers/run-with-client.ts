import type { BaseCommand } from '../../src/cli/kit/command/base-command.ts';
import type { Client } from '../../src/client/create-client.ts';
import type { Settings } from '../../src/project/resolve-settings.ts';
import { fakeClient, type RecordedCall } from './fake-client.ts';
import { runCommand, type CommandRun, type RunOptions } from './run-command.ts';

type CommandClass = new (argv: string[], config: BaseCommand['config']) => BaseCommand;

export interface ClientRun extends CommandRun {
  readonly calls: readonly RecordedCall[];
}

/** Runs one command class against a client that answers what the test says. */
export async function runWithClient(
  Class: CommandClass,
  argv: string[],
  methods: Partial<Client>,
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

/** Makes settings as they are where nothing is set. */
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

/** Makes a setting by default, or from where the test says. */
export function setting<T>(value: T, kind: 'default' | 'flag' | 'environment' | 'project' | 'profile' = 'default') {
  return { value, origin: { kind, name: kind } };
}
