import { expect, test } from 'vitest';
import Deploy from '../../../commands/deployments/deploy.ts';
import EvaluatorsCreate from '../../../commands/evaluators/create.ts';
import EvaluatorsDelete from '../../../commands/evaluators/delete.ts';
import EvaluatorsList from '../../../commands/evaluators/list.ts';
import EvaluatorsShow from '../../../commands/evaluators/show.ts';
import { openStory } from '../../helpers/play-story.ts';
import { JUDGED_PROJECT } from '../../helpers/judged-project.ts';

test('evaluators are listed, described and stored with settings', { timeout: 60_000 }, async () => {
  await using story = await openStory(JUDGED_PROJECT);
  await story.play('--quiet', [Deploy]);
  await story.play('pipe', [EvaluatorsList], [EvaluatorsShow, 'shorter'], [EvaluatorsShow, 'regx']);
  await story.play('terminal', [EvaluatorsList], [EvaluatorsShow, 'regex_test'], [EvaluatorsList, '--stored']);
  await story.play(
    'pipe',
    [EvaluatorsCreate, 'close --evaluator levenshtein_distance --set threshold=2'],
    [EvaluatorsCreate, 'close --evaluator levenshtein_distance --set threshold=2'],
    [EvaluatorsCreate, 'wrong --evaluator regex_test'],
    [EvaluatorsCreate, 'wrong --evaluator regex_test --set nothing=1'],
    [EvaluatorsCreate, ['wrong', '--evaluator', 'regex_test', '--set', 'regex_pattern=[a--b]']],
    [EvaluatorsCreate, ['dashes', '--evaluator', 'regex_test', '--set', 'regex_pattern=a\\-b']],
    [EvaluatorsCreate, 'wrong --evaluator shorter --set most=many'],
  );
  await story.play(
    '--json',
    [EvaluatorsCreate, 'brief --evaluator shorter --set most=1'],
    [EvaluatorsList, '--stored'],
  );
  await story.play(
    'terminal',
    [EvaluatorsList, '--stored'],
    [EvaluatorsDelete, 'close --yes'],
    [EvaluatorsDelete, 'close --yes'],
  );
  await story.play('--json', [EvaluatorsShow, 'shorter'], [EvaluatorsDelete, 'brief --yes']);
  await expect(story.transcript).toMatchFileSnapshot('stories/evaluators.txt');
});
