import { expect, test } from 'vitest';
import { EvaluationsPage } from '../../../../src/playground/evaluations/evaluations-page.tsx';
import { WorkspaceContext } from '../../../../src/playground/workspace/workspace.ts';
import { evaluationOf, scoreOf } from '../../../helpers/evaluation-records.ts';
import { commandsOf } from '../../../helpers/page/commands-of.ts';
import { fakeBrowser, type Answers } from '../../../helpers/page/fake-browser.ts';
import { mount } from '../../../helpers/page/mount.ts';
import { workspaceOf } from '../../../helpers/page/page-records.ts';

const CHOICES = 'GET /evaluations?app_id=app-1&limit=100&order=desc&total=true&archived=false';
const DELETED = evaluationOf({ id: 'e', app_id: 'app-1', testset_name: null });

async function openEvaluation(evaluation = DELETED, answers: Answers = {}) {
  const browser = fakeBrowser({
    answers: {
      'GET /evaluations/e': evaluation,
      'GET /evaluations/e/evaluation_scenarios?limit=1000': [],
      'GET /evaluators/configs?app_id=app-1': [],
      [CHOICES]: [],
      ...answers,
    },
  });
  const shown = await mount(
    <WorkspaceContext value={workspaceOf({ appFlag: 'support' })}>
      <EvaluationsPage id="e" query={{}} />
    </WorkspaceContext>,
  );
  return {
    browser,
    shown,
    [Symbol.asyncDispose]: async () => {
      await shown[Symbol.asyncDispose]();
      browser[Symbol.dispose]();
    },
  };
}

test('an evaluation of a deleted test set is shown, with the commands for it', async () => {
  await using opened = await openEvaluation();
  expect(opened.shown.markup).toContain('"default@2 on a deleted test set"');
  expect(await commandsOf(opened.shown)).toEqual([
    'wf eval show e \\\n  --app support',
    'wf eval rows e \\\n  --app support',
  ]);
  await opened.shown.click('Labels…');
  expect(opened.shown.markup).toContain('<h2 id="id1"> "Labels of evaluation e"');
  expect(await commandsOf(opened.shown)).toContain('wf eval update e');
});

test.each([
  [[undefined], null],
  [[0.25, undefined, 0.5], '$0.75'],
  [[0.25, null], '-'],
])('judges that cost %j cost %j together', async (costs, text) => {
  const aggregated_results = costs.map((cost, index) => {
    const score = scoreOf(`judge ${index}`, 1);
    return { ...score, result: { ...score.result, ...(cost === undefined ? {} : { cost }) } };
  });
  await using opened = await openEvaluation({ ...DELETED, aggregated_results });
  const figures = opened.shown.root.all.filter(({ tag, children }) => tag === 'div' && children[0]?.tag === 'dt');
  const shown = figures
    .filter(({ children }) => children[0]?.text === 'Judge cost')
    .map(({ children }) => children[1]?.text);
  expect(shown).toEqual(text === null ? [] : [text]);
});

test('a finished evaluation is compared with another, which may be of a deleted test set', async () => {
  const others = [evaluationOf({ id: 'f', variant_names: ['tuned'] }), DELETED, { ...DELETED, id: 'g' }];
  await using opened = await openEvaluation(DELETED, { [CHOICES]: others });
  const [label] = opened.shown.root.all.filter(({ props }) => props['className'] === 'base');
  expect(label?.all.filter(({ tag }) => tag === 'option').map(({ text }) => text)).toEqual([
    'choose…',
    'tuned@2 on cases',
    'default@2 on a deleted test set',
  ]);
  await opened.shown.enter('Compare with', 'f');
  expect(opened.browser.location.hash).toBe('#/apps/support/evaluations/e?baseline=f');
});

test.each([
  ['the only one', DELETED, [DELETED]],
  ['running', { ...DELETED, status: { type: 'status', value: 'EVALUATION_STARTED' } }, [evaluationOf({ id: 'f' })]],
])('an evaluation that is %s is compared with none', async (_, evaluation, others) => {
  await using opened = await openEvaluation(evaluation, { [CHOICES]: others });
  expect(opened.shown.markup).toContain('"default@2 on a deleted test set"');
  expect(opened.shown.markup).not.toContain('Compare with');
});
