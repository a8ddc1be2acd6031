import { expect, test } from 'vitest';
import {
  metricsOf,
  newestOf,
  readPoints,
  subjectsOf,
} from '../../../../../src/playground/evaluations/trends/read-trends.ts';
import { formatTime } from '../../../../../src/playground/text/format-figures.ts';
import { evaluationOf, scoreOf } from '../../../../helpers/evaluation-records.ts';
import type { Answers } from '../../../../helpers/page/fake-browser.ts';
import { openView } from '../../../../helpers/page/open-view.tsx';
import { environmentOf, pageOf } from '../../../../helpers/page/page-records.ts';

const DAY_MS = 86_400_000;
const START = Date.parse('2026-11-20T11:00:00Z');
const after = (days: number) => new Date(START + days * DAY_MS).toISOString();

/** An evaluation of a revision of `tuned`, some days after the start. */
const evaluated = (days: number, revision: number, score: number, cost: number | null, more: object = {}) =>
  evaluationOf({
    id: `e${days}`,
    variant_names: ['tuned'],
    revisions: [String(revision)],
    aggregated_results: [scoreOf('match', score), ...(days === 0 ? [] : [scoreOf('length', score * 10)])],
    average_cost: cost === null ? null : { type: 'cost', value: cost },
    average_latency: { type: 'latency', value: days + 1 },
    created_at: after(days),
    ...more,
  });
const revisionOf = (revision: number, days: number) => ({ revision, created_at: after(days) });

/** Opens the trends of some evaluations, and of the deployments to production. */
async function openTrends(query: string, evaluations: readonly object[], ...revisions: readonly object[]) {
  const answers: Answers = {
    'GET /evaluations': pageOf(evaluations, { total: 1001 }),
    'GET /apps/app-1/environments': [environmentOf()],
    'GET /apps/app-1/revisions/production': { ...environmentOf(), revisions },
  };
  const page = await openView(`evaluations?view=trends${query}`, answers);
  await page.sees(/Score\n|No finished/);
  return page;
}

test('evaluations of a part of their test set are left out, and counted', async () => {
  const part = { subset: { limit: 5, rows: 5, of: 10 } };
  await using page = await openTrends('', [evaluated(4, 2, 0.1, 0.1, part), evaluated(0, 1, 0.5, 0.25)]);
  expect(page.names('img')[0]).toBe('Quality against cost. tuned@1: 0.5 at $0.25');
  expect(page.text).toContain('Without 1 evaluation of a part of the test set.');
});

test('evaluations are points of four pictures, between deployments', async () => {
  const evaluations = [evaluated(8, 2, 0.75, 0.5), evaluated(0, 1, 0.5, 0.25), evaluated(4, 1, 0.123_456, null)];
  await using page = await openTrends('', evaluations, revisionOf(1, -100), revisionOf(2, -1), revisionOf(3, 6));
  const [first, second, third] = [0, 4, 8].map((days) => formatTime(after(days)));
  expect(page.names('img')).toEqual([
    'Quality against cost. tuned@2: 0.75 at $0.50',
    'Quality against latency. tuned@1: 0.123 at 5.00 s. tuned@2: 0.75 at 9.00 s',
    `Scores over time. ${first}, tuned@1: 0.5. ${second}, tuned@1: 0.123. ${third}, tuned@2: 0.75`,
    `Costs over time. ${first}, tuned@1: $0.25. ${third}, tuned@2: $0.50`,
  ]);
  expect(page.text).toContain('Of the newest 1,000 evaluations.');
  // A deployment long before the first evaluation would squeeze the points.
  expect(page.text).not.toContain('production revision 1');
  expect(page.text).toContain('production revision 2');
  expect(page.options('Score')).toEqual(['match', 'length']);
  await page.enter('Score', 'length');
  expect(page.hash).toBe('#/apps/support/evaluations?view=trends&metric=length');
});

test.each([
  ['there is none', []],
  ['none is finished', [evaluated(0, 1, 0.5, 1, { status: { type: 'status', value: 'EVALUATION_STARTED' } })]],
])('without a score, when %s, the page says so', async (_, evaluations) => {
  await using page = await openTrends('', evaluations);
  expect([page.text.includes('No finished evaluation has a score yet.'), page.names('img')]).toEqual([true, []]);
});

test.each([
  ['minutes', 'ten minutes', 600_000, /^\d{1,2}:\d{2}(?:.[AP]M)?$/],
  ['seconds', 'less than ten minutes', 599_999, /^\d{1,2}:\d{2}:\d{2}(?:.[AP]M)?$/],
  ['minutes', 'two days', 2 * DAY_MS, /^\d{1,2}:\d{2}(?:.[AP]M)?$/],
  ['days', 'more than two days', 2 * DAY_MS + 60_000, /^(?:\w+ \d{1,2}|\d{1,2}\D+)$/],
])('the axis of time has %s for evaluations within %s', async (_unit, _span, apart, time) => {
  await using page = await openTrends('', [evaluated(apart / DAY_MS, 2, 0.75, 0.5), evaluated(0, 1, 0.5, 0.25)]);
  const picture = page.root.all.find(({ props }) => String(props['aria-label']).startsWith('Scores over time'));
  const ticks = picture?.all.filter(({ props }) => props['className'] === 'tick-x').map(({ text }) => text) ?? [];
  expect([ticks.length > 1, ticks.filter((tick) => !time.test(tick))]).toEqual([true, []]);
});

test('the axis of time has each day once, and deployments at one place share their label', async () => {
  const evaluations = [evaluated(2.2, 2, 0.75, 0.5), evaluated(0, 1, 0.5, 0.25)];
  await using page = await openTrends('', evaluations, revisionOf(1, 1), revisionOf(2, 1.001), revisionOf(3, 2));
  const picture = page.root.all.find(({ props }) => String(props['aria-label']).startsWith('Scores over time'));
  const ticks = picture?.all.filter(({ props }) => props['className'] === 'tick-x').map(({ text }) => text) ?? [];
  expect([ticks.length > 1, new Set(ticks).size]).toEqual([true, ticks.length]);
  const marks = picture?.all.filter(({ props }) => props['className'] === 'deploy-mark').map(({ text }) => text);
  expect(marks).toEqual(['production revision 1, …'.slice(0, 23) + '…', 'production revision 3']);
});

test('the evaluator that judged most comes first', () => {
  const points = readPoints([evaluated(0, 1, 0.5, 1), evaluated(1, 1, 0.5, 1)]);
  expect([metricsOf(points), metricsOf([])]).toEqual([['match', 'length'], []]);
});

test('a picture has the evaluations of one route and one test set, those of the newest at first', async () => {
  const draft = { route: '/draft', testset_revision: 2 };
  const classify = { route: '/classify' };
  const evaluations = [
    evaluated(3, 1, 0.75, 1, draft),
    evaluated(2, 1, 0.5, 1, classify),
    evaluated(1, 1, 0.25, 1, { ...draft, testset_name: 'others', testset_id: 'others' }),
    evaluated(0, 1, 0.125, 1, draft),
  ];
  await using page = await openTrends('', evaluations);
  const costs = () => page.names('img').find((name) => name.startsWith('Scores over time'));
  const [first, third, last] = [0, 2, 3].map((days) => formatTime(after(days)));
  expect(page.options('Evaluations of')).toEqual(['/draft on cases', '/classify on cases', '/draft on others']);
  expect(costs()).toBe(`Scores over time. ${first}, tuned@1: 0.125. ${last}, tuned@1: 0.75`);
  await page.enter('Evaluations of', '/classify on cases');
  expect(costs()).toBe(`Scores over time. ${third}, tuned@1: 0.5`);
  const points = readPoints(evaluations);
  expect([
    subjectsOf(points).length,
    newestOf(points)
      .map(({ id }) => id)
      .toSorted(),
  ]).toEqual([3, ['e1', 'e2', 'e3']]);
});

test('of several evaluations of a revision on a test set, the newest counts', () => {
  const others = { testset_id: 'others' };
  const points = readPoints([evaluated(2, 1, 0.5, 1), evaluated(1, 1, 0.5, 1, others), evaluated(0, 1, 0.5, 1)]);
  expect(newestOf(points).map(({ id }) => id)).toEqual(['e2', 'e1']);
});
