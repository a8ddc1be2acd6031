import { writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import Deploy from '../../../../commands/deployments/deploy.ts';
import EvalRun from '../../../../commands/evaluations/run.ts';
import HumanCreate from '../../../../commands/human-evaluations/create.ts';
import HumanDelete from '../../../../commands/human-evaluations/delete.ts';
import HumanList from '../../../../commands/human-evaluations/list.ts';
import HumanResults from '../../../../commands/human-evaluations/results.ts';
import HumanShow from '../../../../commands/human-evaluations/show.ts';
import TestsetsCreate from '../../../../commands/testsets/create.ts';
import VariantsCreate from '../../../../commands/variants/create.ts';
import { openStory } from '../../../helpers/play-story.ts';

const FILES = {
  'package.json': JSON.stringify({ name: 'support', wf: { app: 'support' } }),
  'src/workflow.ts': `import { configSchema, entrypoint, multipleChoice } from 'wfkit';
import * as z from 'zod';

performance.now = () => 1000;
const Config = configSchema({ tone: multipleChoice(['formal', 'casual']).default('formal') });
export default entrypoint({ config: Config, input: z.object({ text: z.string() }) }, ({ config, input }) => config.tone + ' ' + input.text);
`,
  'rows.csv': 'text,correct_answer\na,A\nb,B\n',
  'rows.jsonl': '{"text":"a","correct_answer":"A"}\n{"text":"b","correct_answer":"C","extra":[1,2]}\n',
  'typed.csv': 'text,messages\na,"[1]"\nb,nothing\n',
  'empty.csv': 'text\n',
  'odd.json': '{"text":"a"}',
};

test('people are asked, and their votes are counted', { timeout: 60_000 }, async () => {
  await using story = await openStory(FILES);
  await writeFile(story.path('wide.csv'), 'text,note\na,one\nb,two\n');
  await story.play(
    '--quiet',
    [Deploy],
    [VariantsCreate, 'casual --from default --set tone=casual'],
    [TestsetsCreate, 'rows.csv --name rows'],
  );
  await story.play(
    'pipe',
    [HumanList],
    [HumanCreate, '--testset rows --variants default,casual,default'],
    [HumanCreate, '--testset rows --variants default --inputs nothing'],
  );
  await story.play('--json', [HumanCreate, '--testset rows --variants default --type single_model_test']);
  await story.play('terminal', [HumanList]);
  await story.play('pipe', [HumanCreate, '--testset rows --variants default,casual']);
  await story.play(
    'pipe',
    [HumanList],
    [HumanShow, 'nothing'],
    [HumanResults, 'nothing'],
    [HumanDelete, 'nothing --yes'],
  );
  await story.play('--json', [HumanList]);
  await story.play('--quiet', [EvalRun, '--testset rows --variants casual --evaluators exact_match']);
  await story.play('pipe', [HumanDelete, 'default --yes']);
  await expect(story.transcript).toMatchFileSnapshot('../stories/human-evaluations.txt');
});
