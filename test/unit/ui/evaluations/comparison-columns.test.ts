import { expect, test } from 'vitest';
import type { ComparedMetric } from '../../../../src/contract/evaluations/comparison.ts';
import {
  changedRowColumns,
  comparedMetricColumns,
  drawnMetricColumns,
  flakyRowColumns,
} from '../../../../src/ui/evaluations/comparison-columns.ts';
import type { Column } from '../../../../src/ui/layout/table-model.ts';
import { headsOf } from '../fixtures.ts';

function latencyThatChanged(difference: number, interval: [number, number]): ComparedMetric {
  const counts = { pairs: 120, better: 74, worse: 46, same: 0, missing: 0 };
  const figures = {
    baseline: 0.0006,
    candidate: 0.0006 + difference,
    difference,
    scale: 'ratio',
    change: difference,
    interval,
    interval_level: 0.975,
    calls: null,
    gate_interval: interval,
    range: null,
    least_pairs: 7,
    variance: 0,
    p_value: 0.03,
  } as const;
  const kind = { metric: 'latency', kind: 'latency', goal: 'lower', method: 'sign_flips' } as const;
  return { ...kind, ...counts, ...figures, p_adjusted: 0.06, verdict: 'no difference shown' };
}

test.each([
  [-0.1, [-0.312_34, -0.001], '−10 %', '−31.2 % … −0.1 %'],
  [0.02, [0, 1.5], '+2 %', '0 % … +150 %'],
] as const)('a ratio of %d, at %j, is shown in percent with signs', (by, ends, change, interval) => {
  const metric = latencyThatChanged(by, [...ends]);
  const shown = (header: string) => drawnMetricColumns.find((column) => column.header === header)?.value(metric);
  expect([shown('change'), shown('interval')]).toEqual([change, interval]);
  expect(comparedMetricColumns[0]?.value(metric)).toBe('latency (s)');
});

test('the tables of a comparison have these columns', () => {
  expect(headsOf(comparedMetricColumns)).toEqual([
    'metric | text | 0',
    'before | figure | 0',
    'after | figure | 0',
    'change | figure | 0',
    'from | figure | 0',
    'to | figure | 0',
    'p | probability | 0',
    'p adjusted | probability | 0',
    'better | integer | 0',
    'worse | integer | 0',
    'missing | integer | 0',
    'verdict | text | 0',
  ]);
  expect(headsOf(drawnMetricColumns)).toEqual([
    'metric | text | 0',
    'before | amount | 1',
    'after | amount | 0',
    'change | amount | 0',
    'worse   │  better | change | 2',
    'verdict | status | 0',
    'interval | text | 5',
    'rows better | integer | 4',
    'rows worse | integer | 4',
    'p adjusted | probability | 6',
    'missing | integer | 8',
  ]);
  expect(headsOf(flakyRowColumns)).toEqual([
    'row | integer | 0',
    'metric | text | 0',
    'mean before | figure | 0',
    'mean after | figure | 0',
  ]);
  expect(headsOf(changedRowColumns)).toEqual([
    'row | integer | 0',
    'metric | text | 0',
    'before | figure | 0',
    'after | figure | 0',
    'output before | text | 2',
    'output after | text | 1',
    'inputs | text | 3',
  ]);
});

const SCORE = {
  metric: 'similarity',
  kind: 'score',
  goal: 'higher',
  scale: 'difference',
  baseline: 0.5,
  candidate: 0.25,
  change: -0.25,
  interval: [-0.4, 0.1],
  p_value: 0.02,
  p_adjusted: 0.04,
  better: 1,
  worse: 6,
  missing: 0,
  verdict: 'worse',
} as unknown as ComparedMetric;
const COST = { ...SCORE, metric: 'cost', kind: 'cost', scale: 'ratio', change: 0.1234, interval: [0, 0.5], missing: 2 };
const NOTHING = { ...SCORE, baseline: null, candidate: null, change: null, interval: null, verdict: 'no data' };

const cellsOf = <Row>(columns: readonly Column<Row>[], row: unknown) =>
  columns.map(({ value }) => value(row as Row) ?? null);

test('programs get figures without units, and ratios in percent', () => {
  expect([SCORE, COST, NOTHING].map((metric) => cellsOf(comparedMetricColumns, metric))).toEqual([
    ['similarity', 0.5, 0.25, -0.25, -0.4, 0.1, 0.02, 0.04, 1, 6, 0, 'worse'],
    ['cost (USD)', 0.5, 0.25, '12.3 %', '0 %', '50 %', 0.02, 0.04, 1, 6, 2, 'worse'],
    ['similarity', null, null, null, null, null, 0.02, 0.04, 1, 6, 0, 'no data'],
  ]);
});

test('people see changes with their sign, and no missing rows where there are none', () => {
  const shown = [SCORE, COST, NOTHING].map((metric) => cellsOf(drawnMetricColumns, metric));
  expect(shown.map((cells) => cells.toSpliced(4, 1))).toEqual([
    ['similarity', '0.5', '0.25', '−0.25', 'worse', '−0.4 … +0.1', 1, 6, 0.04, null],
    ['cost', '$0.5', '$0.25', '+12.3 %', 'worse', '0 % … +50 %', 1, 6, 0.04, 2],
    ['similarity', null, null, null, 'no data', null, 1, 6, 0.04, null],
  ]);
});

test('changed rows show their cells, a single one without its name', () => {
  const changed = {
    row: 3,
    metric: 'exact_match',
    baseline: true,
    candidate: false,
    inputs: { text: 'hello' },
    baseline_output: 'HELLO',
    candidate_output: { text: 'hello' },
  };
  expect(cellsOf(changedRowColumns, changed)).toEqual([
    3,
    'exact_match',
    true,
    false,
    'HELLO',
    '{"text":"hello"}',
    'hello',
  ]);
  expect(cellsOf(flakyRowColumns, { row: 3, metric: 'exact_match', baseline: 0.5, candidate: 1 })).toEqual([
    3,
    'exact_match',
    0.5,
    1,
  ]);
});
