import { expect, test } from 'vitest';
import { StartDialog } from '../../../../src/playground/evaluations/start-dialog.tsx';
import { WorkspaceContext, type Workspace } from '../../../../src/playground/workspace/workspace.ts';
import { evaluationOf, scoreOf } from '../../../helpers/evaluation-records.ts';
import { commandsOf } from '../../../helpers/page/commands-of.ts';
import { fakeBrowser, type Answers } from '../../../helpers/page/fake-browser.ts';
import { mount } from '../../../helpers/page/mount.ts';
import { pageOf, routeOf, variantOf, workspaceOf } from '../../../helpers/page/page-records.ts';

const CHOSEN = 'limit=100&order=desc&total=true&archived=false';
const VARIANTS = `GET /apps/app-1/variants?${CHOSEN}`;
const TESTSETS = `GET /testsets?${CHOSEN}`;
const EVALUATORS = 'GET /evaluators/configs?app_id=app-1';
const SERVED: Answers = {
  [VARIANTS]: [variantOf({ variant_id: 'v2', variant_name: 'tuned' }), variantOf()],
  [TESTSETS]: [
    { id: 'u', name: 'more' },
    { id: 't', name: 'cases' },
  ],
  [EVALUATORS]: ['exact', 'judge'].map((name) => scoreOf(name, 1).evaluator_config),
};

async function openDialog(answers: Answers = {}, workspace: Partial<Workspace> = {}) {
  const browser = fakeBrowser({ answers: { ...SERVED, ...answers } });
  let closed = 0;
  const shown = await mount(
    <WorkspaceContext value={workspaceOf({ appFlag: 'support', ...workspace })}>
      <StartDialog appId="app-1" onClose={() => (closed += 1)} />
    </WorkspaceContext>,
  );
  return {
    browser,
    shown,
    closed: () => closed,
    command: async () => (await commandsOf(shown)).map((one) => one.replaceAll(' \\\n  ', ' ')),
    [Symbol.asyncDispose]: async () => {
      await shown[Symbol.asyncDispose]();
      browser[Symbol.dispose]();
    },
  };
}

test('the dialog is ready with a variant, a test set and an evaluator, and has their command', async () => {
  await using dialog = await openDialog();
  const { shown } = dialog;
  expect(shown.markup).toMatchSnapshot();
  const isReady = () => !shown.markup.includes('type="submit" className="primary" disabled>');
  expect([isReady(), await dialog.command()]).toEqual([false, []]);
  await shown.enter('tuned', true);
  expect([isReady(), await dialog.command()]).toEqual([false, []]);
  await shown.enter('tuned', false);
  await shown.enter('exact', true);
  expect([isReady(), await dialog.command()]).toEqual([false, []]);
  await shown.enter('tuned', true);
  await shown.enter('default', true);
  await shown.enter('judge', true);
  expect([isReady(), await dialog.command()]).toEqual([
    true,
    ['wf eval run --app support --testset cases --variants tuned,default --evaluators exact,judge'],
  ]);
  await shown.enter('Test set', 'u');
  await shown.enter('tuned', false);
  expect(await dialog.command()).toEqual([
    'wf eval run --app support --testset more --variants default --evaluators exact,judge',
  ]);
});

test('several evaluations lead to their list, one to itself', async () => {
  const started = (id: string) => evaluationOf({ id });
  await using dialog = await openDialog({ 'POST /evaluations': [started('e'), started('f')] });
  await dialog.shown.enter('tuned', true);
  await dialog.shown.enter('exact', true);
  await dialog.shown.click('Start');
  expect([dialog.browser.location.hash, dialog.closed()]).toEqual(['#/apps/support/evaluations', 1]);
});

test('of several routes one is chosen', async () => {
  const routes = [routeOf(), routeOf({ path: '/b' })];
  await using dialog = await openDialog({ 'POST /evaluations': [evaluationOf({ id: 'e' })] }, { routes });
  const { shown, browser } = dialog;
  await shown.enter('tuned', true);
  await shown.enter('exact', true);
  expect(await dialog.command()).toEqual([
    'wf eval run --app support --testset cases --variants tuned --evaluators exact --route /',
  ]);
  await shown.enter('Route', '/b');
  expect(await dialog.command()).toEqual([
    'wf eval run --app support --testset cases --variants tuned --evaluators exact --route /b',
  ]);
  await shown.click('Start');
  expect(browser.sent.at(-1)).toContain('"route":"/b"');
  expect(browser.location.hash).toBe('#/apps/support/evaluations/e');
});

test('without routes the service chooses one', async () => {
  await using dialog = await openDialog({ 'POST /evaluations': [evaluationOf({ id: 'e' })] }, { routes: [] });
  await dialog.shown.enter('tuned', true);
  await dialog.shown.enter('exact', true);
  await dialog.shown.click('Start');
  expect(dialog.browser.sent.at(-1)).not.toContain('route"');
  expect(dialog.shown.markup).not.toContain('"Route"');
});

test('what is missing has a command that creates it', async () => {
  await using dialog = await openDialog({ [TESTSETS]: [], [EVALUATORS]: [] });
  expect(dialog.shown.markup).toContain('<code> "wf testsets create cases.csv"');
  expect(dialog.shown.markup).toContain('<code> "wf evaluators create"');
});

test('nothing is missing where there is one of each', async () => {
  await using dialog = await openDialog();
  expect(dialog.shown.markup).not.toContain('className="notice"');
});

test('what was chosen stays when a search hides it', async () => {
  const many = pageOf([variantOf()], { total: 101 });
  await using dialog = await openDialog({
    [VARIANTS]: many,
    [`${VARIANTS}&search=tuned`]: [variantOf({ variant_id: 'v2', variant_name: 'tuned' })],
    [TESTSETS]: pageOf(
      [
        { id: 't', name: 'cases' },
        { id: 'u', name: 'more' },
      ],
      { total: 101 },
    ),
    [`${TESTSETS}&search=none`]: pageOf([], { total: 0 }),
  });
  const { shown } = dialog;
  await shown.enter('default', true);
  await shown.enter('Find variant', 'tuned');
  const variants = shown.root.all.filter(({ props }) => props['className'] === 'choice').map(({ text }) => text);
  expect(variants).toEqual(['default', 'tuned', 'exact', 'judge']);
  await shown.enter('Test set', 't');
  await shown.enter('Find test set', 'none');
  expect(shown.root.all.filter(({ tag }) => tag === 'option').map(({ text }) => text)).toEqual(['cases']);
  expect(shown.markup).not.toContain('wf testsets create');
});
