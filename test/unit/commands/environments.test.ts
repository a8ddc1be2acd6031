import { expect, test } from 'vitest';
import EnvDeploy from '../../../commands/environments/deploy.ts';
import EnvProtect from '../../../commands/environments/protect.ts';
import EnvRollback from '../../../commands/environments/rollback.ts';
import type { BaseCommand } from '../../../src/cli/kit/command/base-command.ts';
import { clientOf } from '../../helpers/client-of.ts';
import { openWorld } from '../../helpers/open-world.ts';
import { runCommand, type RunOptions } from '../../helpers/run-command.ts';
import { setting, settingsOf } from '../../helpers/run-with-client.ts';

type CommandClass = new (argv: string[], config: BaseCommand['config']) => BaseCommand;

const SCREEN = { terminal: { columns: 100, rows: 24 } };

/** A service whose environment `production` runs a second variant as revision 2, and commands that use it. */
async function openProduction() {
  const world = await openWorld();
  const deploy = (variant_id: string) =>
    world.call('deployToEnvironment', { body: { environment_name: 'production', variant_id } });
  const variantId = await world.makeVariant();
  await deploy(variantId);
  const { fetch } = world.running.service;
  let before = async (_: Request): Promise<void> => undefined;
  const service = {
    ...world.running.service,
    fetch: async (request: Request) => {
      await before(request);
      return await fetch(request);
    },
  };
  const client = clientOf({ ...world.running, service });
  const session = { client, mode: 'remote' as const, url: 'http://wf.test', close: async () => undefined };
  return {
    deploy,
    variantId,
    /** Runs a command, after which it returns what it said and the revision of the environment. */
    run: async (Class: CommandClass, argv: readonly string[], options: RunOptions = {}) => {
      const ports = {
        resolveSettings: async () => settingsOf({ app: setting('support') }),
        openSession: async () => session,
      };
      const { exitCode, stderr } = await runCommand(Class, ['production', ...argv], { ...options, ports });
      const { revision } = await world.call('getEnvironmentRevisions', {
        app_id: world.appId,
        environment_name: 'production',
      });
      return { exitCode, stderr, revision };
    },
    /** Does something just before each later request that matches. */
    beforeRequests: (path: RegExp, act: () => Promise<unknown>) => {
      before = async ({ method, url }) => {
        if (method === 'POST' && path.test(url)) await act();
      };
    },
    [Symbol.asyncDispose]: () => world[Symbol.asyncDispose](),
  };
}

const CHANGES = [
  ['env deploy', EnvDeploy, ['--variant', 'default'], 'production runs name-1@1. Make it run default@1?', 3],
  ['env rollback', EnvRollback, ['--to', '1'], 'production runs name-1@1. Go back to default@1, as in revision 1?', 3],
  ['env protect', EnvProtect, ['--off'], 'Let production accept any variant, without a gate?', 2],
] as const;

test.each(CHANGES)('at a terminal wf %s asks, and changes nothing on no', async (_, Class, argv, question) => {
  await using production = await openProduction();
  const run = await production.run(Class, argv, { ...SCREEN, typed: 'n\n' });
  expect(run).toMatchObject({ exitCode: 130, revision: 2, stderr: expect.stringContaining(question) });
});

test.each(CHANGES)('wf %s goes on after yes, with --yes and in a pipe', async (_, Class, argv, question, revision) => {
  for (const [options, words, asked] of [
    [{ ...SCREEN, typed: 'y\n' }, argv, question],
    [SCREEN, [...argv, '--yes'], ''],
    [{}, argv, ''],
  ] as const) {
    await using production = await openProduction();
    const run = await production.run(Class, words, options);
    expect(run).toMatchObject({ exitCode: 0, revision, stderr: expect.stringContaining(asked) });
    if (asked === '') expect(run.stderr).toBe('');
  }
});

test.each([CHANGES[0], CHANGES[1]])(
  'wf %s changes nothing if somebody else deployed after it read the environment',
  async (_, Class, argv) => {
    await using production = await openProduction();
    production.beforeRequests(/environments/, () => production.deploy(production.variantId));
    const run = await production.run(Class, argv);
    expect(run).toMatchObject({ exitCode: 5, stderr: expect.stringContaining('somebody else changed it first') });
  },
);
