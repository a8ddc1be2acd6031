import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import Build from '../../../commands/develop/build.ts';
import Init from '../../../commands/develop/init.ts';
import Explain from '../../../commands/doctor/explain.ts';
import { openStory } from '../../helpers/play-story.ts';

test('projects begin from a template, and what is wrong is explained', { timeout: 60_000 }, async () => {
  await using story = await openStory({
    'src/workflow.ts': 'export default 3;\n',
    'full/file.txt': '',
    'shop/package.json': '{"name":"shop"}',
  });
  await story.play(
    'pipe',
    [Init, 'made --template basic'],
    [Init, 'made --template basic'],
    [Init, 'full --template basic'],
    [Init, 'other --template nothing'],
    [Init, 'other'],
    [Init, 'shop'],
    [Init, '--into shop --plan'],
    [Init, '--into shop'],
    [Init, '--into shop --yes'],
    [Init, '--into shop --yes'],
  );
  await story.play('--json', [Init, 'named --template rag --name answers'], [Init, '--into full --plan']);
  await story.play('terminal', [Explain], [Explain, 'not-found'], [Explain, 'WF_CONFLICT'], [Explain, 'nothing']);
  await story.play('pipe', [Build]);
  await story.play('--json', [Explain, 'usage']);
  expect(await readFile(story.path('named/wf.config.ts'), 'utf8')).toContain('answers');
  await expect(story.transcript).toMatchFileSnapshot('stories/project.txt');
});
