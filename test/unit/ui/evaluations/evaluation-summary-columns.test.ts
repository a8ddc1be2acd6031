import { expect, test } from 'vitest';
import type { EvaluationRow } from '../../../../src/contract/evaluations/evaluation-row.ts';
import type { MetricSummary, WorstRow } from '../../../../src/contract/evaluations/evaluation-summary.ts';
import type { Evaluation } from '../../../../src/contract/evaluations/evaluation.ts';
import {
  amountOf,
  callSummaryColumns,
  evaluationRowColumns,
  metricSummaryColumns,
  onlyValue,
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

test.each([
  [{ a: 1 }, 1],
  [{}, null],
  [
    { a: 1, b: 2 },
    { a: 1, b: 2 },
  ],
])('the cells %j need the names of %j', (cells, shown) => {
  expect(onlyValue(cells)).toEqual(shown);
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

const EVALUATION: Evaluation = {
  id: '01932c5e-3333-7000-8000-000000000001',
  app_id: '01932c5e-0000-7000-8000-00000000000a',
  project_id: '01932c5e-0000-7000-8000-00000000000b',
  variant_ids: [],
  variant_names: ['default'],
  variant_revision_ids: [],
  revisions: ['2'],
  testset_id: '01932c5e-4444-7000-8000-000000000001',
  testset_name: 'cases',
  status: { type: 'status', value: 'EVALUATION_FINISHED' },
  aggregated_results: ['exact', 'judge'].map((name) => ({
    evaluator_config: { id: `id-${name}`, name },
    result: { type: 'number', value: 1 },
  })) as unknown as Evaluation['aggregated_results'],
  created_at: '2026-11-20T11:00:00Z',
  updated_at: '2026-11-20T11:00:00Z',
};

function rowOf(row: number, change: Partial<EvaluationRow> = {}): EvaluationRow {
  return {
    id: `row-${row}`,
    row,
    evaluation_id: EVALUATION.id,
    inputs: [{ name: 'message', type: 'text', value: 'Hello' }],
    outputs: [{ result: { type: 'text', value: 'Hi' }, cost: 0.5, latency: 0.25 }],
    correct_answers: [{ key: 'answer', value: 'Hi there' }],
    results: [
      { evaluator_config: 'id-judge', result: { type: 'number', value: 0.75 } },
      { evaluator_config: 'id-exact', result: { type: 'bool', value: false } },
    ],
    ...change,
  };
}

const broken = { type: 'error', value: null, error: { message: 'Too slow.' } };
const unjudged = { type: 'error', value: null, error: { message: 'No judge.' } };
const ROWS = [
  rowOf(1),
  rowOf(2, { outputs: [{ result: broken, cost: null, latency: null }], results: [] }),
  rowOf(3, { results: [{ evaluator_config: 'id-judge', result: unjudged }], correct_answers: [] }),
  rowOf(4, {
    inputs: [
      { name: 'a', type: 'text', value: 1 },
      { name: 'b', type: 'text', value: 2 },
    ],
  }),
];

test('the rows of an evaluation have a column per evaluator, and the first error', () => {
  const columns = evaluationRowColumns(EVALUATION);
  expect(headsOf(columns)).toEqual([
    'row | integer | 0',
    'exact | figure | 0',
    'judge | figure | 0',
    'cost (USD) | figure | 0 | written',
    'latency (s) | figure | 0 | written',
    'cost | cost | 5 | drawn',
    'latency | seconds | 4 | drawn',
    'output | text | 1',
    'expected | text | 2',
    'error | text | 3',
    'inputs | text | 6',
  ]);
  expect(written(columns, ROWS)).toEqual([
    'ROW  EXACT  JUDGE  COST (USD)  LATENCY (S)  OUTPUT  EXPECTED  ERROR      INPUTS',
    '  1  false   0.75         0.5         0.25  Hi      Hi there  -          Hello',
    '  2      -      -           -            -  -       Hi there  Too slow.  Hello',
    '  3      -      -         0.5         0.25  Hi      -         No judge.  Hello',
    '  4  false   0.75         0.5         0.25  Hi      Hi there  -          {"a":1,"b":2}',
  ]);
  expect(drawn(columns, ROWS)).toEqual([
    'row  exact  judge  cost  latency  output  expected  error      inputs',
    '  1     no   0.75  $0.5   250 ms  Hi      Hi there  -          Hello',
    '  2      -      -     -        -  -       Hi there  Too slow.  Hello',
    '  3      -      -  $0.5   250 ms  Hi      -         No judge.  Hello',
    '  4     no   0.75  $0.5   250 ms  Hi      Hi there  -          {"a":1,"b":2}',
  ]);
});

function written<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string[] {
  return writtenLines([toTable({ columns, rows, empty: '' })]);
}

function drawn<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string[] {
  return drawnLines([toTable({ columns, rows, empty: '' })], 160);
}
