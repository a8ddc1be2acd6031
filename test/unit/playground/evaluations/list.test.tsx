import { expect, test } from 'vitest';
import { evaluationOf, scoreOf } from '../../../helpers/evaluation-records.ts';
import { openView } from '../../../helpers/page/open-view.tsx';
import { environmentOf, LONG, pageOf, TIME } from '../../../helpers/page/page-records.ts';

const LIST = 'GET /evaluations';
const FAILED = { type: 'status', value: 'EVALUATION_FAILED', error: { message: 'No answer' } };

test('filters are in the address, and the service applies them', async () => {
  await using page = await openView('evaluations', {
    [LIST]: pageOf([evaluationOf()]),
    'GET /apps/app-1/environments': [environmentOf()],
  });
  expect(['Status', 'Ran in', 'Order', 'Show'].map((label) => page.options(label))).toEqual([
    [
      'any',
      'waiting',
      'running',
      'interrupted',
      'finished',
      'finished with errors',
      'failed',
      'aggregation failed',
      'cancelled',
    ],
    ['any', 'production'],
    ['newest first', 'oldest first', 'by variant', 'by test set'],
    ['active', 'archived'],
  ]);
  expect(page.queryOf(LIST)).toMatchObject({ app_id: 'app-1', order: 'desc', archived: 'false' });
  await page.enter('Status', 'finished with errors');
  await page.enter('Search', 'tun');
  await page.enter('Ran in', 'production');
  await page.enter('Order', 'by test set');
  await page.enter('Label', 'team');
  expect(page.hash).toBe(
    '#/apps/support/evaluations?status=finished-with-errors&find=tun&env=production&sort=testset&label=team',
  );
  expect(page.queryOf(LIST)).toMatchObject({
    search: 'tun',
    label: 'team',
    status: 'EVALUATION_FINISHED_WITH_ERRORS',
    environment: 'production',
    sort: 'testset',
  });
  page.browser.answer({ [LIST]: Response.json({ detail: 'No.' }, { status: 403 }) });
  await page.enter('Order', 'oldest first');
  // What was there stays.
  expect([page.names('alert'), page.rows('Evaluations').length]).toEqual([['No.'], 2]);
  expect(page.queryOf(LIST)).not.toHaveProperty('order');
});

test.each([
  ['', 'wf eval list --desc'],
  ['?status=failed&env=production', 'wf eval list --desc --status failed --env production'],
  ['?sort=oldest', 'wf eval list'],
  ['?sort=variant&find=a+b&label=team%3Dx', "wf eval list --search 'a b' --label team=x --sort variant"],
])('the list %j has the command %s', async (query, command) => {
  await using page = await openView(`evaluations${query}`, { [LIST]: pageOf([evaluationOf()]) });
  expect(await page.commands()).toEqual([command]);
});

test('each evaluation has its figures, up to three scores, and its labels where one has any', async () => {
  const scores = ['a', 'b', 'c', 'd'].map((name) => scoreOf(name, 1));
  const list = [
    evaluationOf({ id: 'e', total_cost: { type: 'cost', value: 0.0042 } }),
    evaluationOf({ id: 'f', variant_names: [LONG, 'b'], revisions: ['1'], testset_name: null, status: FAILED }),
    evaluationOf({ id: 'g', aggregated_results: scores, labels: { team: 'search' }, archived_at: TIME }),
    evaluationOf({ id: 'h', aggregated_results: scores.slice(0, 3) }),
  ];
  await using page = await openView('evaluations', { [LIST]: pageOf(list) });
  expect(page.rows('Evaluations').map((cells) => cells.slice(1, 8))).toEqual([
    ['Variant', 'Test set', 'Status', 'Results', 'Cost', 'Latency', 'Labels'],
    ['default@2', 'cases', 'finished', 'exact_match 0.5', '$0.0042', '250 ms', ''],
    [`${LONG}@1, b`, '-', 'failed: No answer', 'exact_match 0.5', '-', '250 ms', ''],
    ['default@2', 'cases', 'finished', 'a 1b 1and 2 more', '-', '250 ms', 'archivedteam=search'],
    ['default@2', 'cases', 'finished', 'a 1b 1c 1', '-', '250 ms', ''],
  ]);
  page.browser.answer({ [LIST]: pageOf([evaluationOf({ labels: {} })]) });
  await page.enter('Order', 'by variant');
  expect(page.rows('Evaluations')[0]).not.toContain('Labels');
});

test('an evaluation with errors says how many cases have no score, whatever its message', async () => {
  const message = 'Errors in 1,234 rows.';
  const status = { type: 'status', value: 'EVALUATION_FINISHED_WITH_ERRORS', error: { message } };
  const scored = (name: string, scored: number) => {
    const { evaluator_config, result } = scoreOf(name, 1);
    return { evaluator_config, result: { ...result, rows: 4000, scored } };
  };
  const list = [
    evaluationOf({ id: 'e', status, aggregated_results: [scored('a', 3999), scored('b', 2766), scoreOf('c', 1)] }),
    evaluationOf({ id: 'f', status, aggregated_results: [] }),
  ];
  await using page = await openView('evaluations', { [LIST]: pageOf(list) });
  expect(page.rows('Evaluations').map((cells) => cells[3])).toEqual([
    'Status',
    '1234 of 4000 without a score',
    `finished with errors: ${message}`,
  ]);
});

test('the last two finished evaluations that were selected are compared, the older one first', async () => {
  const of = (id: string, day: number) =>
    evaluationOf({ id, variant_names: [id], created_at: `2026-11-2${day}T11:00:00Z` });
  const list = [of('c', 3), of('b', 2), of('a', 1), { ...of('broken', 1), status: FAILED }];
  await using page = await openView('evaluations', { [LIST]: pageOf(list) });
  const box = (id: string) => new RegExp(`^Compare ${id}@2, started `);
  const state = () => [
    page.names('status').find((text) => text.includes('selected')),
    ['a', 'b', 'c'].filter((id) => page.value(box(id)) === true),
    page.isDisabled('Compare'),
  ];
  expect(page.isDisabled(box('broken'))).toBe(true);
  await page.enter(box('a'), true);
  expect(state()).toEqual(['4 evaluations, 1 of 2 selected', ['a'], true]);
  await page.enter(box('c'), true);
  await page.enter(box('b'), true);
  expect(state()).toEqual(['4 evaluations, 2 of 2 selected', ['b', 'c'], false]);
  await page.click('Compare');
  expect(page.hash).toBe('#/apps/support/evaluations/c?baseline=b');
  await page.go('#/apps/support/evaluations');
  await page.enter(box('a'), true);
  await page.enter(box('a'), false);
  expect(state()).toEqual(['4 evaluations, 0 of 2 selected', [], true]);
});

test('evaluations of several routes are listed with them, filtered by them, and not compared', async () => {
  const list = [
    evaluationOf({ id: 'a', route: '/draft', testset_revision: 2 }),
    evaluationOf({ id: 'b', route: '/classify', variant_names: ['other'] }),
  ];
  await using page = await openView('evaluations', { [LIST]: pageOf(list) });
  expect(page.rows('Evaluations').map((cells) => cells.slice(1, 4))).toEqual([
    ['Variant', 'Route', 'Test set'],
    ['default@2', '/draft', 'cases@2'],
    ['other@2', '/classify', 'cases'],
  ]);
  await page.enter(/^Compare default@2/, true);
  await page.enter(/^Compare other@2/, true);
  expect(page.isDisabled('Compare')).toBe(true);
  expect(page.names('status')).toContain('2 evaluations, 2 of 2 selected: of different routes or test sets');
  expect(page.options('Route')).toEqual(['any', '/classify', '/draft']);
  await page.enter('Route', '/draft');
  expect(page.queryOf(LIST)).toMatchObject({ route: '/draft' });
  expect(await page.commands()).toEqual(['wf eval list --desc --route /draft']);
});

test('an app that was never deployed has no evaluations', async () => {
  await using page = await openView('#/apps/project/evaluations', {
    'GET /session': { signed_in: true, owner: 'somebody', mode: 'dev' },
    'GET /apps': [],
  });
  await page.save({ type: 'reload-end', app: null, routes: [] });
  expect(page.text).toContain('An evaluation runs a deployed variant on every row of a test set. Deploy first.');
  expect(page.queryOf(LIST)).toBeUndefined();
});
