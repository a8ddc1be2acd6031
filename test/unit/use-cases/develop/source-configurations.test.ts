import { expect, test } from 'vitest';
import Run from '../../../../commands/develop/run.ts';
import { openWorld } from '../../../helpers/open-world.ts';
import { runWithService } from '../../../helpers/run-with-service.ts';
import { setting, settingsOf } from '../../../helpers/settings-of.ts';
import { linkPackages, tempProject } from '../../../helpers/temp-project.ts';

const SOURCE = `
import { ConfigManager, configSchema, entrypoint, routingContextManager } from 'wfkit';
import * as z from 'zod';
const name = z.string().optional();
const config = configSchema({ words: z.int().default(5), own: z.boolean().default(true) });
const refer = (slug?: string) => (slug === undefined ? null : { slug });
export default entrypoint({ config, input: z.object({ named: name, stage: name, of: name }) }, async ({ input }) =>
  await routingContextManager(
    { variant: refer(input.named), environment: refer(input.stage), application: refer(input.of) },
    () => ConfigManager.getFromRoute(),
  ));
`;

test('a workflow run from source reads what the service stores, and refuses what it does not know', async () => {
  await using world = await openWorld();
  await world.call('updateVariantParameters', { variant_id: world.variantId, body: { parameters: { words: 60 } } });
  await using project = await tempProject({ 'src/workflow.ts': SOURCE });
  await linkPackages(project.root, ['zod']);
  const found = { root: project.root, file: project.path('wf.config.json'), config: {} };
  const settings = settingsOf({ project: found, app: setting('support', 'project'), dataDir: project.path('.wf') });
  const run = async (...inputs: string[]) => {
    const argv = ['/', ...inputs.flatMap((input) => ['--input', input])];
    const ports = { resolveSettings: async () => settings };
    return await runWithService(world, Run, argv, { cwd: project.root, ports });
  };
  expect(JSON.parse((await run('named=default')).stdout)).toEqual({ words: 60, own: true });
  expect((await run('named=nope')).stderr).toContain('Error: No variant is called "nope". Available: default.');
  expect((await run('stage=nowhere')).stderr).toContain('Error: No environment is called "nowhere".');
  expect((await run('named=default', 'of=other')).stderr).toContain(
    'Error: A workflow of app "support" cannot read the configuration of "other".',
  );
});
