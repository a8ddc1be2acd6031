import { expect, test } from 'vitest';
import EnvDeploy from '../../../commands/environments/deploy.ts';
import EnvProtect from '../../../commands/environments/protect.ts';
import EnvRollback from '../../../commands/environments/rollback.ts';
import { clientOf } from '../../helpers/client-of.ts';
import { openWorld } from '../../helpers/open-world.ts';
import type { RunOptions } from '../../helpers/run-command.ts';
import { runWithService, type CommandClass } from '../../helpers/run-with-service.ts';

const SCREEN = { terminal: { columns: 100, rows: 24 } };

/** A service whose environment `production` runs a second variant as revision 2, and commands that use it. */
async function openProduction() {
  const world = await openWorld();
  const deploy = (variant_id: string) =>
    world.call('deployToEnvironment', { body: { environment_name: 'production', variant_id } });
  const variantId = await world.makeVariant();
  await deploy(variantId);
  const another = await world.makeVariant();
  let before: (request: Request) => Promise<unknown> = async () => undefined;
  const service = {
    ...world.running.service,
    fetch: async (request: Request) => {
      await before(request);
      return await world.running.service.fetch(request);
    },
  };
  const client = clientOf({ ...world.running, service });
  return {
    /** Runs a command, and reads the revision that the environment has after it. */
    run: async (Class: CommandClass, argv: readonly string[], options: RunOptions = {}) => {
      const words = ['production', '--app', 'support', ...argv];
      const { exitCode, stderr } = await runWithService(world, Class, words, { ...options, client });
      const production = { app_id: world.appId, environment_name: 'production' };
      return { exitCode, stderr, revision: (await world.call('getEnvironmentRevisions', production)).revision };
    },
    /** Deploys something else just before each change of an environment. */
    beBusy: () => {
      before = async ({ method, url }) => {
        if (method === 'POST' && url.includes('environments')) await deploy(another);
      };
    },
    [Symbol.asyncDispose]: () => world[Symbol.asyncDispose](),
  };
}

const CHANGES = [
  ['deploy', EnvDeploy, ['--variant', 'default'], 'production runs name-1@1. Make it run default@1?', 3],
  ['rollback', EnvRollback, ['--to', '1'], 'production runs name-1@1.\nproduction: 2 → 1 (default@1).\nGo back?', 3],
  ['protect', EnvProtect, ['--off'], 'Let production accept any variant, without a gate?', 2],
] as const;

test.each(CHANGES)('at a terminal wf env %s asks, and changes nothing on no', async (_, Class, argv, question) => {
  await using production = await openProduction();
  const run = await production.run(Class, argv, { ...SCREEN, typed: 'n\n' });
  expect(run).toMatchObject({ exitCode: 130, revision: 2, stderr: expect.stringContaining(question) });
});

test.each(CHANGES)(
  'wf env %s goes on after yes, with --yes and in a pipe',
  async (_, Class, argv, question, revision) => {
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
  },
);

test.each(CHANGES.slice(0, 2))('wf env %s refuses if somebody else deployed in between', async (_, Class, argv) => {
  await using production = await openProduction();
  production.beBusy();
  const run = await production.run(Class, argv);
  expect(run).toMatchObject({ exitCode: 5, stderr: expect.stringContaining('somebody else changed it first') });
});
