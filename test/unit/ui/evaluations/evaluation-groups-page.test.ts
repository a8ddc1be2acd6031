import { expect, test } from 'vitest';
import type { EvaluationGroups, GroupSummary } from '../../../../src/contract/evaluations/evaluation-groups.ts';
import type { MetricSummary } from '../../../../src/contract/evaluations/evaluation-summary.ts';
import { evaluationGroupsPage } from '../../../../src/ui/evaluations/evaluation-groups-page.ts';
import { showPage } from '../../../../src/ui/layout/show-page.ts';
import { displayOf } from '../fixtures.ts';

const metricOf = (metric: string, mean: number | null, interval: [number, number] | null): MetricSummary => ({
  metric,
  kind: metric === 'cost' ? 'cost' : 'pass_fail',
  goal: 'higher',
  count: mean === null ? 0 : 20,
  missing: mean === null ? 20 : 0,
  flaky: 0,
  mean,
  interval,
  ...(interval === null ? {} : { method: 'wilson' as const }),
  variance: 0,
  least: mean,
  p50: mean,
  p90: mean,
  p95: mean,
  p99: mean,
  greatest: mean,
  histogram: [],
});

const GROUPS: EvaluationGroups = {
  field: 'locale',
  level: 0.95,
  groups: [
    {
      value: 'de',
      rows: 20,
      errors: 1,
      is_small: false,
      metrics: [metricOf('exact_match', 0.75, [0.531, 0.888]), metricOf('cost', null, null)],
    },
    {
      value: null,
      rows: 3,
      errors: 0,
      is_small: true,
      metrics: [metricOf('exact_match', 1, [0.439, 1]), metricOf('cost', null, null)],
    },
  ],
};

const shown = async (groups: EvaluationGroups | null, display: Parameters<typeof displayOf>[0]) =>
  (await showPage(evaluationGroupsPage(groups), displayOf(display))).text;

test('a terminal shows a line per group, without metrics that no group has', async () => {
  expect(await shown(GROUPS, { columns: 100 })).toMatchInlineSnapshot(`
    "By locale
    locale  rows  errors  exact_match           note
    de        20       1  0.75 (0.531 – 0.888)  -
    (none)     3       0  1 (0.439 – 1)         few rows

    Each interval holds on its own: of 20, one misses by chance."
  `);
});

test('programs get a line per group and metric', async () => {
  expect(await shown(GROUPS, { form: 'tsv' })).toMatchInlineSnapshot(`
    "locale	metric	mean	from	to	rows	missing
    de	exact_match	0.75	0.531	0.888	20	0
    de	cost (USD)				0	20
    	exact_match	1	0.439	1	20	0
    	cost (USD)				0	20"
  `);
});

test('without rows there is a sentence, and without grouping nothing', async () => {
  expect(await shown({ ...GROUPS, groups: [] }, { columns: 100 })).toContain('There are no rows to group.');
  expect(await shown(null, { columns: 100 })).toBe('');
});

test('columns that say the same of every group are left out', async () => {
  const [first, second] = GROUPS.groups as [GroupSummary, GroupSummary];
  const missing = metricOf('judge', 0.5, null);
  const groups = [
    { ...first, errors: 0, metrics: [...first.metrics, metricOf('judge', null, null)] },
    { ...second, is_small: false, metrics: [missing] },
  ];
  expect(await shown({ ...GROUPS, level: 0.9, groups }, { columns: 100 })).toBe(
    [
      'By locale',
      'locale  rows  exact_match           judge',
      'de        20  0.75 (0.531 – 0.888)  -',
      '(none)     3  -                     0.5',
      '',
      'Each interval holds on its own: of 10, one misses by chance.',
    ].join('\n'),
  );
});

test('errors are dropped before the first metric, and the group never', () => {
  const drawn = evaluationGroupsPage(GROUPS).flatMap((block) =>
    block.type === 'table' && block.only === 'drawn' ? block.columns : [],
  );
  expect(drawn.map(({ header, kind, dropOrder }) => [header, kind, dropOrder])).toEqual([
    ['locale', 'text', 0],
    ['rows', 'integer', 0],
    ['errors', 'integer', 1],
    ['exact_match', 'text', 1],
    ['note', 'text', 0],
  ]);
});
