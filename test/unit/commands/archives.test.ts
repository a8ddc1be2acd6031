import { readFile, writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import AppsCreate from '../../../commands/apps/create.ts';
import AppsDelete from '../../../commands/apps/delete.ts';
import AppsList from '../../../commands/apps/list.ts';
import Export from '../../../commands/archives/export.ts';
import Import from '../../../commands/archives/import.ts';
import Move from '../../../commands/archives/move.ts';
import Deploy from '../../../commands/deployments/deploy.ts';
import EnvDeploy from '../../../commands/environments/deploy.ts';
import EnvRevisions from '../../../commands/environments/revisions.ts';
import EnvVarsSet from '../../../commands/environments/variables/set.ts';
import EvalRun from '../../../commands/evaluations/run.ts';
import EvalShow from '../../../commands/evaluations/show.ts';
import TestsetsCreate from '../../../commands/testsets/create.ts';
import VariantsCreate from '../../../commands/variants/create.ts';
import VariantsList from '../../../commands/variants/list.ts';
import { openStory } from '../../helpers/play-story.ts';

const FILES = {
  'package.json': JSON.stringify({ name: 'support', wf: { app: 'support' } }),
  'src/workflow.ts': `import { configSchema, entrypoint, multipleChoice } from 'wfkit';
import * as z from 'zod';

performance.now = () => 1000;
const Config = configSchema({ tone: multipleChoice(['formal', 'casual']).default('formal') });
export default entrypoint({ config: Config, input: z.object({ text: z.string() }) }, ({ input }) => input.text);
`,
  'evaluators/shorter.ts': `import { evaluator } from 'wfkit';
export const shorter = evaluator({ description: 'True when the answer is short.' }, ({ output }) => String(output).length <= 2);
`,
  'rows.csv': 'text,correct_answer\na,a\nb,B\n',
};

test('an app is exported, deleted and imported with its history', { timeout: 60_000 }, async () => {
  await using story = await openStory(FILES);
  await story.play(
    '--quiet',
    [Deploy, '--env production'],
    [VariantsCreate, 'casual --from default --set tone=casual'],
  );
  await story.play(
    '--quiet',
    [EnvDeploy, 'production --variant casual'],
    [EnvVarsSet, 'GREETING=hello'],
    [TestsetsCreate, 'rows.csv --name rows'],
  );
  await story.play(
    '--quiet',
    [EvalRun, '--testset rows --variants casual --evaluators exact_match,shorter'],
    [AppsCreate, 'empty'],
  );
  await story.play('--json', [Export], [Import, 'support.tar.gz --plan']);
  await story.play(
    'terminal',
    [Export, 'copies/all.tar.gz'],
    [Export, 'all.tar.gz'],
    [Export, '--app empty'],
    [Import, 'all.tar.gz --plan'],
    [Import, 'all.tar.gz'],
  );
  await story.play(
    'pipe',
    [AppsDelete, 'support --yes'],
    [VariantsList],
    [Import, 'all.tar.gz'],
    [AppsList],
    [VariantsList],
    [EnvRevisions, 'production'],
    [EvalShow, 'casual'],
  );
  await story.play('--json', [Import, 'nothing.tar.gz'], [AppsDelete, 'empty --yes'], [Import, 'empty.tar.gz']);
  const whole = await readFile(story.path('support.tar.gz'));
  await writeFile(story.path('cut.tar.gz'), whole.subarray(0, whole.length / 2));
  await writeFile(story.path('text.tar.gz'), 'not an archive');
  await story.play('pipe', [Import, 'cut.tar.gz'], [Import, 'text.tar.gz --plan']);
  await expect(story.transcript).toMatchFileSnapshot('stories/archives.txt');
});

test('data moves to another kind of database only', { timeout: 60_000 }, async () => {
  await using story = await openStory(FILES);
  await story.play('pipe', [Move, '--to sqlite:moved.db']);
  await story.play('--quiet', [AppsCreate, 'support'], [TestsetsCreate, 'rows.csv --name rows']);
  await story.play(
    'pipe',
    [Move, '--to sqlite:moved.db'],
    [Move, '--to nonsense'],
    [Move, '--data-dir other --to nonsense'],
  );
  await story.play('--json', [Move, '--to postgres://nobody@127.0.0.1:9/wf']);
  await expect(story.transcript).toMatchFileSnapshot('stories/move.txt');
});
