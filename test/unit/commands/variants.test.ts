import { expect, test } from 'vitest';
import AppsCreate from '../../../commands/apps/create.ts';
import AppsDelete from '../../../commands/apps/delete.ts';
import AppsList from '../../../commands/apps/list.ts';
import Log from '../../../commands/audit/log.ts';
import Deploy from '../../../commands/deployments/deploy.ts';
import EnvDeploy from '../../../commands/environments/deploy.ts';
import VariantsCreate from '../../../commands/variants/create.ts';
import VariantsDelete from '../../../commands/variants/delete.ts';
import VariantsDiff from '../../../commands/variants/diff.ts';
import VariantsList from '../../../commands/variants/list.ts';
import VariantsRevert from '../../../commands/variants/revert.ts';
import VariantsRevisions from '../../../commands/variants/revisions.ts';
import VariantsShow from '../../../commands/variants/show.ts';
import VariantsUpdate from '../../../commands/variants/update.ts';
import { openStory } from '../../helpers/play-story.ts';

const FILES = {
  'package.json': JSON.stringify({ name: 'support', wf: { app: 'support' } }),
  'src/workflow.ts': `import { configSchema, entrypoint, multipleChoice } from 'wfkit';
import * as z from 'zod';

const Config = configSchema({
  tone: multipleChoice(['formal', 'casual']).default('formal'),
  words: z.int().gte(1).lte(99).default(5),
  prompt: z.string().default('Answer in one sentence.\\nBe kind.'),
});
export default entrypoint({ config: Config, input: z.object({ text: z.string() }) }, ({ input }) => input.text);
`,
  'params.json': '{"tone":"casual","words":7}',
  'broken.json': '{"tone":',
};

test('variants are created, changed, compared and deleted', { timeout: 60_000 }, async () => {
  await using story = await openStory(FILES);
  await story.play('pipe', [AppsList], [AppsCreate, 'spare'], [AppsCreate, 'spare'], [VariantsList]);
  await story.play('--quiet', [Deploy, '--env production']);
  await story.play(
    'pipe',
    [VariantsCreate, 'casual --from default --set tone=casual'],
    [VariantsCreate, 'casual --from default'],
    [VariantsCreate, 'loud --set tone=loud'],
    [VariantsCreate, 'long --from nothing'],
    [VariantsCreate, 'long --base nothing'],
    [VariantsCreate, 'long --set wrds=3'],
    [VariantsCreate, 'filed --params params.json'],
    [VariantsCreate, 'long --params broken.json'],
    [VariantsUpdate, 'casual --set words=100'],
    [VariantsUpdate, 'casual --set words=9'],
    [VariantsUpdate, 'casual --set words=9'],
    [VariantsUpdate, 'casual --unset words'],
    [VariantsUpdate, 'casual --params params.json --set prompt=Hi'],
    [VariantsUpdate, 'casual'],
    [VariantsRevert, 'casual --to 9'],
    [VariantsRevert, 'casual --to 2'],
  );
  await story.play(
    'terminal',
    [VariantsList],
    [VariantsShow, 'casual'],
    [VariantsRevisions, 'casual'],
    [VariantsDiff, 'default casual'],
  );
  await story.play(
    '--quiet',
    [EnvDeploy, 'production --variant casual'],
    [VariantsUpdate, 'casual --set prompt=Answer'],
  );
  await story.play(
    'pipe',
    [VariantsRevisions, 'casual'],
    [VariantsDiff, 'production casual'],
    [VariantsDiff, 'casual@1 casual@9'],
    [VariantsShow, 'casual@2'],
    [VariantsShow, 'cas'],
  );
  await story.play(
    '--json',
    [VariantsDiff, 'casual@2 casual'],
    [VariantsShow, 'casual'],
    [VariantsList],
    [VariantsRevisions, 'filed'],
    [VariantsRevert, 'filed --to 1'],
  );
  await story.play(
    'pipe',
    [VariantsDiff, 'default default'],
    [VariantsDelete, 'casual --yes'],
    [VariantsDelete, 'filed'],
    [VariantsDelete, 'filed --yes'],
    [AppsDelete, 'spare --yes'],
  );
  await story.play('terminal', [VariantsDiff, 'casual@2 casual'], [AppsList]);
  await story.play('pipe', [Log, '--lines 5'], [Log, '--since 1h'], [Log, '--since yesterday']);
  await expect(story.transcript).toMatchFileSnapshot('stories/variants.txt');
});
