import type { BaseCommand } from '../../src/cli/kit/command/base-command.ts';
import type { Client } from '../../src/client/create-client.ts';
import { clientOf } from './client-of.ts';
import { runCommand, type CommandRun, type RunOptions } from './run-command.ts';
import { setting, settingsOf } from './settings-of.ts';
import type { World } from './service-world.ts';

export type CommandClass = new (argv: string[], config: BaseCommand['config']) => BaseCommand;

export interface ServiceRunOptions extends RunOptions {
  /** @defaultValue the operator's client of the world's service */
  readonly client?: Client;
}

/** Runs a command class against the service of a world. Its settings are those of the command line. */
export async function runWithService(
  world: Pick<World, 'running'>,
  Class: CommandClass,
  argv: readonly string[],
  { client = clientOf(world.running), ...options }: ServiceRunOptions = {},
): Promise<CommandRun> {
  const session = { client, mode: 'remote' as const, url: 'http://wf.test', close: async () => undefined };
  return await runCommand(Class, [...argv], {
    ...options,
    ports: {
      resolveSettings: async ({ flags = {} }) => settingsOf({ app: setting(flags.app ?? null) }),
      openSession: async () => session,
      ...options.ports,
    },
  });
}
