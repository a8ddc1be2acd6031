import { expect, test } from 'vitest';
import { evaluationOf, scoreOf } from '../../../helpers/evaluation-records.ts';
import type { Answers } from '../../../helpers/page/fake-browser.ts';
import { openView } from '../../../helpers/page/open-view.tsx';
import { pageOf, routeOf, variantOf } from '../../../helpers/page/page-records.ts';

const VARIANTS = 'GET /apps/app-1/variants';
const TUNED = variantOf({ variant_id: 'v2', variant_name: 'tuned' });
const [CASES, MORE] = [
  { id: 't', name: 'cases' },
  { id: 'u', name: 'more' },
];

async function openDialog(answers: Answers = {}) {
  const page = await openView('evaluations', {
    // Newest first, as the service is asked.
    [`${VARIANTS}?order=desc`]: [TUNED, variantOf()],
    'GET /testsets': [MORE, CASES],
    'GET /evaluators/configs': ['exact', 'judge'].map((name) => scoreOf(name, 1).evaluator_config),
    'POST /evaluations': [evaluationOf({ id: 'e' })],
    ...answers,
  });
  await page.click('Start an evaluation…');
  return page;
}

test('an evaluation needs a variant, a test set and an evaluator, and has its command', async () => {
  await using page = await openDialog();
  expect(page.names('checkbox')).toEqual(['default', 'tuned', 'exact', 'judge']);
  const states: unknown[] = [];
  const choose = async (name: string, isOn: boolean) => {
    await page.enter(name, isOn);
    states.push([page.isDisabled('Start'), await page.commands()]);
  };
  await choose('tuned', true);
  await choose('tuned', false);
  await choose('exact', true);
  await choose('tuned', true);
  await page.enter('default', true);
  await page.enter('Test set', 'more');
  await choose('judge', true);
  expect(states).toEqual([
    [true, []],
    [true, []],
    [true, []],
    [false, ['wf eval run --testset cases --variants tuned --evaluators exact']],
    [false, ['wf eval run --testset more --variants tuned,default --evaluators exact,judge']],
  ]);
  await page.click('Start');
  expect(page.writes).toEqual([
    [
      'POST /evaluations',
      {
        app_id: 'app-1',
        variant_ids: ['v2', 'variant-1'],
        evaluators_configs: ['exact', 'judge'],
        testset_id: 'u',
        rate_limit: { batch_size: 10, max_retries: 3, retry_delay: 1, delay_between_batches: 0 },
        route: '/',
      },
    ],
  ]);
  expect(page.hash).toBe('#/apps/support/evaluations/e');
});

test.each([
  ['the first cases', '5', '--limit 5', { limit: 5 }],
  ['a sample of the cases', '7', '--sample 7', { sample: 7 }],
])('%s of the test set are evaluated', async (rows, count, flag, subset) => {
  await using page = await openDialog();
  await page.enter('tuned', true);
  await page.enter('exact', true);
  await page.enter('Rows', rows);
  await page.enter('Number of cases', '0');
  expect(page.isDisabled('Start')).toBe(true);
  await page.enter('Number of cases', count);
  expect(await page.commands()).toEqual([`wf eval run --testset cases --variants tuned --evaluators exact ${flag}`]);
  await page.click('Start');
  expect(page.writes).toMatchObject([['POST /evaluations', { options: { subset } }]]);
});

test('the rows that failed in an evaluation of the same test set are evaluated', async () => {
  const evaluations = [
    { id: 'e', testset_id: 't' },
    { id: 'f', testset_id: 'u' },
  ].map((part) => evaluationOf(part));
  await using page = await openDialog({ 'GET /evaluations': evaluations });
  await page.enter('tuned', true);
  await page.enter('exact', true);
  const [, , , failed = '', ...others] = page.options('Rows');
  expect([failed, others]).toEqual([expect.stringMatching(/^failed in default@2 on cases,/), []]);
  await page.enter('Rows', failed);
  expect((await page.commands()).at(-1)).toBe(
    'wf eval run --testset cases --variants tuned --evaluators exact --failed-of e',
  );
  await page.click('Start');
  expect(page.writes).toMatchObject([['POST /evaluations', { options: { subset: { failed_of: 'e' } } }]]);
});

test.each<[string, Answers, string | undefined, string, object]>([
  [
    'of several routes',
    { 'GET /apps/app-1/routes': [routeOf(), routeOf({ path: '/b' })] },
    '/b',
    ' --route /b',
    { route: '/b' },
  ],
  ['without routes', { 'GET /apps/app-1/routes': [] }, undefined, '', {}],
])('%s, that which was chosen is evaluated', async (_, answers, route, flag, part) => {
  await using page = await openDialog(answers);
  await page.enter('tuned', true);
  await page.enter('exact', true);
  if (route !== undefined) await page.enter('Route', route);
  expect(await page.commands()).toEqual([`wf eval run --testset cases --variants tuned --evaluators exact${flag}`]);
  await page.click('Start');
  const [[, body] = []] = page.writes;
  expect(body).toEqual({
    app_id: 'app-1',
    variant_ids: ['v2'],
    evaluators_configs: ['exact'],
    testset_id: 't',
    rate_limit: expect.any(Object),
    ...part,
  });
});

test('several evaluations lead to their list', async () => {
  const started = ['e', 'f'].map((id) => evaluationOf({ id }));
  await using page = await openDialog({ 'POST /evaluations': started });
  await page.enter('tuned', true);
  await page.enter('exact', true);
  page.browser.answer({ 'GET /evaluations': pageOf(started) });
  await page.click('Start');
  expect([page.hash, page.rows('Evaluations').length]).toEqual(['#/apps/support/evaluations', 3]);
});

test('what is missing has a command that creates it', async () => {
  await using page = await openDialog({ 'GET /testsets': [], 'GET /evaluators/configs': [] });
  expect(page.text).toContain('There is no test set yet: wf testsets create cases.csv');
  expect(page.text).toContain('There is no evaluator yet: wf evaluators create');
});

test('of more than a hundred records the newest are offered, and a search finds others; what was chosen stays', async () => {
  await using page = await openDialog({
    [`${VARIANTS}?order=desc`]: pageOf([variantOf()], { total: 101 }),
    [`${VARIANTS}?order=desc&search=tuned`]: pageOf([TUNED], { total: 1 }),
    'GET /testsets': pageOf([MORE, CASES], { total: 100 }),
  });
  expect(page.text).not.toContain('Find test set');
  await page.enter('default', true);
  await page.enter('Find variant', 'tuned');
  expect(page.names('checkbox')).toEqual(['default', 'tuned', 'exact', 'judge']);
  page.browser.answer({ 'GET /testsets': pageOf([MORE, CASES], { total: 101 }) });
  await page.click('Cancel');
  await page.click('Start an evaluation…');
  await page.enter('Test set', 'cases');
  page.browser.answer({ 'GET /testsets?search=none': pageOf([], { total: 0 }) });
  await page.enter('Find test set', 'none');
  expect([page.options('Test set'), page.text.includes('wf testsets create')]).toEqual([['cases'], false]);
});
