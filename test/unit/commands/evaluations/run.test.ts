import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import Deploy from '../../../../commands/deployments/deploy.ts';
import EvalCancel from '../../../../commands/evaluations/cancel.ts';
import EvalCompare from '../../../../commands/evaluations/compare.ts';
import EvalDelete from '../../../../commands/evaluations/delete.ts';
import EvalExport from '../../../../commands/evaluations/export.ts';
import EvalList from '../../../../commands/evaluations/list.ts';
import EvalPlan from '../../../../commands/evaluations/plan.ts';
import EvalResume from '../../../../commands/evaluations/resume.ts';
import EvalRows from '../../../../commands/evaluations/rows.ts';
import EvalRun from '../../../../commands/evaluations/run.ts';
import EvalShow from '../../../../commands/evaluations/show.ts';
import EvalWatch from '../../../../commands/evaluations/watch.ts';
import EvaluatorsCreate from '../../../../commands/evaluators/create.ts';
import TestsetsCreate from '../../../../commands/testsets/create.ts';
import VariantsCreate from '../../../../commands/variants/create.ts';
import { openStory } from '../../../helpers/play-story.ts';
import { JUDGED_PROJECT } from '../../../helpers/judged-project.ts';

/** Test sets are named by whole paths: the folder of this process is another one. */
const runOn = (file: string, words: string) => ['--testset', file, ...words.split(' ')];

test('variants are evaluated, compared and gated', { timeout: 60_000 }, async () => {
  await using story = await openStory(JUDGED_PROJECT);
  await story.play(
    '--quiet',
    [Deploy, '--env production'],
    [VariantsCreate, 'casual --from default --set tone=casual'],
  );
  await story.play('--quiet', [EvaluatorsCreate, 'close --evaluator levenshtein_distance --set threshold=2']);
  const [rows, broken, wrong] = [story.path('rows.csv'), story.path('broken.csv'), story.path('wrong.csv')];
  await story.play(
    'pipe',
    [EvalShow, 'default'],
    [EvalList],
    [EvalRun, runOn(rows, '--variants default --evaluators exact_mach')],
    [EvalRun, runOn('nothing', '--variants default --evaluators exact_match')],
    [EvalRun, runOn(wrong, '--variants default --evaluators exact_match')],
    [EvalRun, runOn(rows, '--variants default,formal --evaluators exact_match')],
    [EvalPlan, runOn(rows, '--variants default,casual --evaluators exact_match --repeat 2')],
    [EvalPlan, ['--testset', rows, '--variants', 'default', '--evaluators', String.raw`regex_test:regex_pattern=a\-b`]],
  );
  await story.play('--json', [EvalPlan, runOn(rows, '--variants casual --evaluators close')]);
  await story.play('pipe', [TestsetsCreate, 'rows.csv --name rows']);
  await story.play('pipe', [EvalRun, '--testset rows --variants default --evaluators exact_match,shorter,close']);
  await story.play('pipe', [
    EvalRun,
    '--testset rows --variants casual --evaluators exact_match --gate gate.yaml --baseline default',
  ]);
  await story.play(
    '--json',
    [EvalRun, runOn(broken, '--variants default --evaluators exact_match')],
    [EvalShow, 'casual'],
  );
  await story.play(
    'terminal',
    [EvalRun, '--testset rows --variants casual --evaluators exact_match --gate strict.yaml'],
    [EvalShow, 'default'],
  );
  await story.play('pipe', [EvalPlan, '--testset rows --variants default,casual --evaluators exact_match']);
  await story.play(
    'terminal',
    [EvalList],
    [EvalShow, 'casual --gate gate.yaml'],
    [EvalRows, 'default'],
    [EvalWatch, 'casual'],
  );
  await story.play(
    'pipe',
    [EvalRows, 'casual --where exact_match=0 --sort exact_match --desc --limit 1'],
    [EvalRows, 'casual --where nonsense'],
    [EvalRows, 'casual --sort nothing'],
    [EvalRows, 'casual --limit 1 --page 2'],
  );
  await expect(story.transcript).toMatchFileSnapshot('../stories/evaluation-runs.txt');
});

test('evaluations are compared, exported and deleted', { timeout: 60_000 }, async () => {
  await using story = await openStory(JUDGED_PROJECT);
  await story.play(
    '--quiet',
    [Deploy, '--env production'],
    [VariantsCreate, 'casual --from default --set tone=casual'],
    [TestsetsCreate, 'rows.csv --name rows'],
  );
  await story.play('--quiet', [EvalRun, '--testset rows --variants default,casual --evaluators exact_match,shorter']);
  await story.play('terminal', [EvalCompare, 'default casual'], [EvalCompare, 'default casual --gate strict.yaml']);
  await story.play(
    'pipe',
    [EvalCompare, 'default casual --level 0.9 --seed 4 --rows 1'],
    [EvalCompare, 'default nothing'],
    [EvalCompare, 'default default'],
  );
  await story.play('--json', [EvalCompare, 'default casual'], [EvalRows, 'casual']);
  await story.play('--markdown', [EvalCompare, 'default casual']);
  await story.play(
    'pipe',
    [EvalExport, 'casual'],
    [EvalExport, 'casual --format jsonl'],
    [EvalExport, 'casual --format junit --baseline default'],
    [EvalExport, ['casual', '--output', story.path('rows.out')]],
    [EvalExport, ['casual', '--output', story.path('missing/rows.out')]],
  );
  expect(await readFile(story.path('rows.out'), 'utf8')).toContain('"value":"dddd"');
  await story.play(
    'pipe',
    [EvalCancel, 'casual --yes'],
    [EvalResume, 'casual'],
    [EvalWatch, 'casual'],
    [EvalDelete, 'nothing --yes'],
  );
  await story.play('--json', [EvalWatch, 'default'], [EvalDelete, 'default --yes'], [EvalDelete, 'casual --yes']);
  await expect(story.transcript).toMatchFileSnapshot('../stories/evaluation-results.txt');
});
