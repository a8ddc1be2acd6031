import { expect, test } from 'vitest';
import type { MetricSummary, WorstRow } from '../../../../src/contract/evaluations/evaluation-summary.ts';
import {
  amountOf,
  callSummaryColumns,
  metricSummaryColumns,
  scoreSummaryColumns,
  worstRowColumns,
} from '../../../../src/ui/evaluations/evaluation-summary-columns.ts';
import { toTable, type Column } from '../../../../src/ui/layout/table-model.ts';
import { drawnLines, headsOf, writtenLines } from '../fixtures.ts';

const SCORE: MetricSummary = {
  metric: 'similarity',
  kind: 'score',
  goal: 'higher',
  count: 38,
  missing: 2,
  flaky: 3,
  mean: 0.5,
  interval: [0.25, 0.75],
  variance: 0.1,
  least: 0.05,
  p50: 0.45,
  p90: 0.8,
  p95: 0.85,
  p99: 0.9,
  greatest: 0.95,
  histogram: [
    { from: 0, to: 0.5, count: 30 },
    { from: 0.5, to: 1, count: 8 },
  ],
};
const PASS: MetricSummary = { ...SCORE, metric: 'exact', kind: 'pass_fail', least: 0, greatest: 1, missing: 0 };
const WIDE: MetricSummary = { ...SCORE, metric: 'points', mean: 42, interval: [40, 44], least: -1, greatest: 0.5 };
const ABOVE: MetricSummary = { ...WIDE, metric: 'stars', least: 0, greatest: 1.5 };
const COST: MetricSummary = { ...SCORE, metric: 'cost', kind: 'cost' };
const LATENCY: MetricSummary = { ...SCORE, metric: 'latency', kind: 'latency' };
const NOTHING: MetricSummary = { ...SCORE, metric: 'none', mean: null, interval: null, least: null, greatest: null };
const METRICS = [SCORE, PASS, WIDE, ABOVE, COST, LATENCY, NOTHING];

test('programs get every figure; a share of passes has no percentiles', () => {
  expect(headsOf(metricSummaryColumns)).toEqual([
    'metric | text | 0',
    'mean | figure | 0',
    'from | figure | 0',
    'to | figure | 0',
    'rows | integer | 0',
    'missing | integer | 0',
    'flaky | integer | 0',
    'p50 | figure | 0',
    'p90 | figure | 0',
    'p95 | figure | 0',
    'p99 | figure | 0',
    'spread | text | 0',
    'greatest | figure | 0',
  ]);
  expect(written(metricSummaryColumns, METRICS)).toEqual([
    'METRIC       MEAN  FROM    TO  ROWS  MISSING  FLAKY   P50  P90   P95  P99  SPREAD  GREATEST',
    'similarity    0.5  0.25  0.75    38        2      3  0.45  0.8  0.85  0.9  █▃          0.95',
    'exact         0.5  0.25  0.75    38        0      3     -    -     -    -  █▃             -',
    'points         42    40    44    38        2      3  0.45  0.8  0.85  0.9  █▃           0.5',
    'stars          42    40    44    38        2      3  0.45  0.8  0.85  0.9  █▃           1.5',
    'cost (USD)    0.5  0.25  0.75    38        2      3  0.45  0.8  0.85  0.9  █▃          0.95',
    'latency (s)   0.5  0.25  0.75    38        2      3  0.45  0.8  0.85  0.9  █▃          0.95',
    'none            -     -     -    38        2      3  0.45  0.8  0.85  0.9  █▃             -',
  ]);
});

test('people see scores with a bar when all lie between 0 and 1, otherwise with their range', () => {
  expect(headsOf(scoreSummaryColumns)).toEqual([
    'score | text | 0',
    '0 to 1 | bar | 3',
    'mean | figure | 0',
    'interval | text | 1',
    'spread | spread | 5',
    'range | text | 7',
    'missing | integer | 2',
    'flaky | integer | 2',
  ]);
  expect(drawn(scoreSummaryColumns, METRICS)).toEqual([
    'score       0 to 1                             mean  interval         spread  range           missing  flaky',
    'similarity  █████▒▒▒▒▒▒▒▒▒▒·····     0.5 (38 of 40)  0.25 – 0.75      █▃      0.05 – 0.95           2      3',
    'exact       █████▒▒▒▒▒▒▒▒▒▒·····                0.5  0.25 – 0.75      █▃      -                     -      3',
    'points      -                         42 (38 of 40)  40 – 44          █▃      -1 – 0.5              2      3',
    'stars       -                         42 (38 of 40)  40 – 44          █▃      0 – 1.5               2      3',
    'cost        █████▒▒▒▒▒▒▒▒▒▒·····    $0.5 (38 of 40)  $0.25 – $0.75    █▃      $0.05 – $0.95         2      3',
    'latency     █████▒▒▒▒▒▒▒▒▒▒·····  500 ms (38 of 40)  250 ms – 750 ms  █▃      50 ms – 950 ms        2      3',
    'none        -                                     -  -                █▃      -                     2      3',
  ]);
});

test('people see cost and latency in their units', () => {
  expect(headsOf(callSummaryColumns)).toEqual([
    'a call | text | 0',
    'mean | amount | 0',
    'interval | text | 1',
    'spread | spread | 6',
    'p50 | amount | 3',
    'p90 | amount | 8',
    'p95 | amount | 2',
    'p99 | amount | 7',
    'greatest | amount | 4',
    'missing | integer | 5',
  ]);
  expect(drawn(callSummaryColumns, [COST, LATENCY, NOTHING])).toEqual([
    'a call     mean  interval         spread     p50     p90     p95     p99  greatest  missing',
    'cost       $0.5  $0.25 – $0.75    █▃       $0.45    $0.8   $0.85    $0.9     $0.95        2',
    'latency  500 ms  250 ms – 750 ms  █▃      450 ms  800 ms  850 ms  900 ms    950 ms        2',
    'none          -  -                █▃        0.45     0.8    0.85     0.9         -        2',
  ]);
});

test.each([
  ['pass_fail', 0.25, '0.25'],
  ['score', 0.25, '0.25'],
  ['cost', 0.25, '$0.25'],
  ['latency', 0.25, '250 ms'],
  ['latency', null, null],
] as const)('a figure of kind %s, %j, is shown as %j', (kind, value, text) => {
  expect(amountOf({ kind }, value)).toBe(text);
});

const WORST: WorstRow = {
  row: 7,
  failed: ['exact', 'json'],
  flaky: ['judge', 'exact'],
  scores: {},
  error: 'Timed out.',
  latency: 0.25,
  inputs: { question: 'Why?' },
  output: { reply: 'So.' },
  expected: { answer: 'Because.', tone: 'calm' },
};

test('the worst rows show which evaluators failed them', () => {
  expect(headsOf(worstRowColumns)).toEqual([
    'row | integer | 0',
    'failed | text | 0',
    'flaky | text | 2',
    'output | text | 3',
    'expected | text | 2',
    'error | text | 1',
    'inputs | text | 4',
  ]);
  expect(written(worstRowColumns, [WORST])).toEqual([
    'ROW  FAILED       FLAKY         OUTPUT           EXPECTED                             ERROR       INPUTS',
    '  7  exact, json  judge, exact  {"reply":"So."}  {"answer":"Because.","tone":"calm"}  Timed out.  Why?',
  ]);
});

function written<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string[] {
  return writtenLines([toTable({ columns, rows, empty: '' })]);
}

function drawn<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string[] {
  return drawnLines([toTable({ columns, rows, empty: '' })], 160);
}
