import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import TestsetsCheck from '../../../../commands/testsets/check.ts';
import TestsetsCreate from '../../../../commands/testsets/create.ts';
import TestsetsDelete from '../../../../commands/testsets/delete.ts';
import TestsetsExport from '../../../../commands/testsets/export.ts';
import TestsetsList from '../../../../commands/testsets/list.ts';
import TestsetsShow from '../../../../commands/testsets/show.ts';
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
  'europe.csv': 'text;correct_answer\n"Hi, you";1,5\n',
  'pipes.csv': 'a;b|c\n1;2\n',
  'twice.jsonl': '{"text":"a"}\n{"text":"b","text":"c"}\n',
  'exact.jsonl': '{"id":9007199254740993,"limit":1e400,"note":null,"empty":""}\n{"id":1}\n',
};

test('test sets are stored, checked, shown and exported', { timeout: 60_000 }, async () => {
  await using story = await openStory(FILES);
  const [rows, typed] = [story.path('rows.csv'), story.path('typed.csv')];
  await story.play('pipe', [TestsetsList], [TestsetsShow, 'rows'], [TestsetsCheck, [rows]]);
  await story.play(
    'pipe',
    [TestsetsCreate, 'rows.csv --name rows'],
    [TestsetsCreate, 'rows.csv --name rows'],
    [TestsetsCreate, 'rows.jsonl --name rows'],
    [TestsetsCreate, 'rows.jsonl'],
    [TestsetsCreate, 'typed.csv --types messages=json'],
    [TestsetsCreate, 'typed.csv --types messages=nonsense'],
    [TestsetsCreate, 'empty.csv'],
    [TestsetsCreate, 'odd.json'],
    [TestsetsCreate, 'nothing.csv'],
    [TestsetsCreate, 'twice.jsonl'],
    [TestsetsCreate, 'europe.csv --types correct_answer=number'],
    [TestsetsCreate, ['pipes.csv', '--delimiter', ':']],
    [TestsetsCreate, ['odd.json', '--delimiter', ';']],
    [TestsetsCreate, '- --name piped', '{"text":"x"}\n'],
  );
  await story.play(
    'terminal',
    [TestsetsList],
    [TestsetsShow, 'rows'],
    [TestsetsShow, 'rows --rows 1'],
    [TestsetsCheck, 'rows'],
  );
  await story.play(
    '--json',
    [TestsetsShow, 'rows'],
    [TestsetsList],
    [TestsetsCheck, [rows, '--columns', 'missing']],
    [TestsetsCreate, 'rows.csv --name again'],
  );
  await story.play(
    'terminal',
    [TestsetsCheck, [typed, '--answers', 'messages']],
    [TestsetsCheck, [rows, '--discordant', '2']],
    [TestsetsCheck, [rows, '--discordant', '0.5', '--strict']],
  );
  await story.play(
    'pipe',
    [TestsetsExport, 'rows'],
    [TestsetsExport, 'rows --format csv'],
    [TestsetsExport, 'rows --format json'],
    [TestsetsExport, ['rows', '--output', story.path('out.csv')]],
    [TestsetsExport, 'nothing'],
  );
  expect(await readFile(story.path('out.csv'), 'utf8')).toContain('[1,2]');
  await story.play(
    'pipe',
    [TestsetsCheck, [story.path('europe.csv')]],
    [TestsetsCreate, 'europe.csv'],
    [TestsetsExport, 'europe'],
    [TestsetsCreate, ['pipes.csv', '--delimiter', '|']],
    [TestsetsCreate, ['pipes.csv', '--delimiter', ';']],
    [TestsetsExport, 'pipes --format csv'],
    [TestsetsCreate, 'exact.jsonl'],
    [TestsetsExport, 'exact'],
    [TestsetsExport, ['exact', '--format', 'csv', '--output', story.path('exact.csv')]],
    [TestsetsExport, 'exact --format csv'],
    [TestsetsCreate, 'exact.csv --name exact'],
    [TestsetsExport, 'exact'],
  );
  await story.play('pipe', [TestsetsDelete, 'again --yes'], [TestsetsDelete, 'again --yes'], [TestsetsDelete, 'rows']);
  await expect(story.transcript).toMatchFileSnapshot('../stories/testsets.txt');
});
