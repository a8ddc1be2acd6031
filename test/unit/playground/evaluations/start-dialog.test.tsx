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

const PLAN = 'POST /evaluations/plan';
const FORECAST = {
  variant_id: 'v2',
  variant: 'tuned',
  rows: 150,
  cached: 30,
  calls: 120,
  learned_from: 40,
  learned_of: 'variant',
  cost: 0.42,
  cost_interval: [0.3, null],
  judge_calls: 150,
  judge_cost: 0.1,
  judge_cost_interval: [0.08, 0.12],
  seconds: 125,
  seconds_interval: null,
};

/** What was started: a plan changes nothing. */
const startsOf = (page: Awaited<ReturnType<typeof openView>>) => page.writes.filter(([key]) => key !== PLAN);

async function openDialog(answers: Answers = {}) {
  const page = await openView('evaluations', {
    // Newest first, as the service is asked.
    [`${VARIANTS}?order=desc`]: [TUNED, variantOf()],
    'GET /testsets': [MORE, CASES],
    'GET /evaluators/configs': ['exact', 'judge'].map((name) => scoreOf(name, 1).evaluator_config),
    'POST /evaluations': [evaluationOf({ id: 'e' })],
    [PLAN]: [FORECAST],
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
  expect(startsOf(page)).toEqual([
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
  expect(startsOf(page)).toMatchObject([['POST /evaluations', { options: { subset } }]]);
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
  expect(startsOf(page)).toMatchObject([['POST /evaluations', { options: { subset: { failed_of: 'e' } } }]]);
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
  const [[, body] = []] = startsOf(page);
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

test('a plan says what it calls, costs and takes, and a limit is sent', async () => {
  await using page = await openDialog();
  await page.enter('tuned', true);
  await page.enter('exact', true);
  expect(page.rows('Plan')).toEqual([
    ['Variant', 'Calls', 'Stored answers', 'Cost', 'Judges', 'Time'],
    [
      'tuned',
      '120 for 150 rows',
      '30',
      'about $0.42 ($0.30 or more)',
      '150 calls, about $0.10 ($0.080 to $0.12)',
      'about 3 min',
    ],
  ]);
  expect(page.text).toContain('As 40 earlier calls tell.');
  await page.enter('Most that it may cost, in US dollars (optional)', '2.5');
  expect((await page.commands())[0]).toContain('--max-cost 2.5');
  await page.click('Start');
  expect(startsOf(page)).toMatchObject([['POST /evaluations', { options: { limits: { max_cost: 2.5 } } }]]);
});

test('without an earlier call, cost and time are unknown', async () => {
  const unknown = { cost: null, cost_interval: null, judge_calls: 0, seconds: null, learned_from: 0, cached: 0 };
  await using page = await openDialog({ [PLAN]: [{ ...FORECAST, ...unknown }] });
  await page.enter('tuned', true);
  await page.enter('exact', true);
  expect(page.rows('Plan')[1]).toEqual(['tuned', '120 for 150 rows', '0', 'unknown', 'unknown']);
  expect(page.text).toContain('No earlier call tells cost and time.');
});
