import { expect, test } from 'vitest';
import type { EvaluationSummary, MetricSummary } from '../../../../src/contract/evaluations/evaluation-summary.ts';
import { evaluationPage } from '../../../../src/ui/evaluations/evaluation-page.ts';
import { evaluationsPage } from '../../../../src/ui/evaluations/evaluation-pages.ts';
import { drawPage } from '../../../../src/ui/layout/draw-page.tsx';
import { showPage } from '../../../../src/ui/layout/show-page.ts';
import { scoreOf } from '../../../helpers/evaluation-records.ts';
import { displayOf, drawnLines, outlineOf, paidEvaluation, writtenLines } from '../fixtures.ts';

test('one evaluation shows what ran, what it cost and every score', () => {
  const broken = {
    ...scoreOf('json_diff', null, { threshold: 1 }),
    result: { type: 'error', value: null, error: { message: 'No column.' } },
  };
  const page = evaluationPage(
    paidEvaluation({ aggregated_results: [scoreOf('exact_match', 0.75, { threshold: 1 }), broken] }),
  );
  expect(drawPage(page, displayOf({ columns: 80, rows: 40 }))).toBe(
    [
      'variant   default@2',
      'test set  cases',
      'status    ✓ finished',
      'cost      $0.01 in total',
      'latency   250 ms',
      'created   1 hour ago',
      'id        01932c5e-3333-7000-8000-000000000001',
      '',
      'evaluator    score  key               settings         error',
      'exact_match   0.75  auto_exact_match  {"threshold":1}  -',
      'json_diff        -  auto_json_diff    {"threshold":1}  No column.',
    ].join('\n'),
  );
});

const EXACT: MetricSummary = {
  metric: 'exact_match',
  kind: 'pass_fail',
  goal: 'higher',
  count: 40,
  missing: 0,
  flaky: 0,
  mean: 0.5,
  interval: [0.35, 0.65],
  variance: 0.25,
  least: 0,
  p50: 0.5,
  p90: 1,
  p95: 1,
  p99: 1,
  greatest: 1,
  histogram: [],
};
const SUMMARY: EvaluationSummary = {
  id: '01932c5e-3333-7000-8000-000000000001',
  variant: 'default',
  level: 0.95,
  rows: 40,
  repeats: 1,
  errors: 0,
  flaky: 0,
  metrics: [
    EXACT,
    {
      ...EXACT,
      metric: 'latency',
      kind: 'latency',
      goal: 'lower',
      mean: 0.25,
      interval: [0.2, 0.3],
      p50: 0.2,
      p95: 0.9,
      greatest: 1.5,
      histogram: [
        { from: 0, to: 1, count: 30 },
        { from: 1, to: 2, count: 10 },
      ],
    },
    { ...EXACT, metric: 'cost', kind: 'cost', count: 0, missing: 40, mean: null, interval: null },
  ],
  worst: [],
};

test('people see scores as bars with intervals, and figures of calls with units', () => {
  const lines = drawPage(evaluationPage(paidEvaluation({}), SUMMARY), displayOf({ columns: 80, rows: 40 })).split('\n');
  expect(lines.slice(8)).toEqual([
    '40 rows, 0 with errors; means with their 95 % intervals',
    'score        0 to 1                mean  interval',
    'exact_match  ███████▒▒▒▒▒▒·······   0.5  0.35 – 0.65',
    '',
    'a call     mean  interval         spread     p50  p90     p95  p99  greatest',
    'latency  250 ms  200 ms – 300 ms  █▃      200 ms  1 s  900 ms  1 s     1.5 s',
    '',
    'Intervals at 95 %. More: wf help methods',
  ]);
});

test('programs get every figure of every metric in a separate column', async () => {
  const { text } = await showPage(evaluationPage(paidEvaluation({}), SUMMARY), displayOf({ form: 'tsv' }));
  expect(text.split('\n').slice(-4)).toEqual([
    'metric\tmean\tfrom\tto\trows\tmissing\tp50\tp90\tp95\tp99\tspread\tgreatest',
    'exact_match\t0.5\t0.35\t0.65\t40\t0\t\t\t\t\t\t',
    'latency (s)\t0.25\t0.2\t0.3\t40\t0\t0.2\t1\t0.9\t1\t█▃\t1.5',
    'cost (USD)\t\t\t\t0\t40\t0.5\t1\t1\t1\t\t1',
  ]);
});

test('a partly known cost is shown as a lower bound', async () => {
  const message = 'The cost of 1 of 2 rows is not known.';
  const average_cost = { type: 'cost', value: 0.01, error: { message } };
  const page = evaluationPage(paidEvaluation({ average_cost, total_cost: average_cost }));
  const { text } = await showPage(page, displayOf({ form: 'terminal' }));
  expect(text.replace(/\s+/g, ' ')).toContain(`at least $0.01 in total, $0.01 a call. ${message}`);
});

test('a partly known cost is marked in pipes and lists, too', async () => {
  const error = { message: 'The cost of 4 of 11 rows is not known.' };
  const evaluation = paidEvaluation({
    average_cost: { type: 'cost', value: 0.0298, error },
    total_cost: { type: 'cost', value: 0.209, error },
  });
  const { text } = await showPage(evaluationPage(evaluation), displayOf({ form: 'plain' }));
  expect(text).toMatch(/^average cost +\$0.0298 of known\. The cost of 4 of 11 rows is not known\.$/m);
  expect(text).toMatch(/^total cost +at least \$0.209\. The cost of 4 of 11 rows is not known\.$/m);
  const list = await showPage(evaluationsPage([evaluation]), displayOf({ form: 'plain' }));
  expect(list.text).toMatch(/ \$0.0298 of known +at least \$0.209 /);
});

test.each([
  [40, 3, '40 rows called 5 times each, 3 of them flaky (7.5 %), 2 with errors; means with their 95 % intervals'],
  [3, 1, '3 rows called 5 times each, 1 of them flaky (33.3 %), 2 with errors; means with their 95 % intervals'],
  [0, 0, '0 rows called 5 times each, 0 of them flaky (0 %), 2 with errors; means with their 95 % intervals'],
])('the summary of %i repeated rows counts the %i flaky ones', (rows, flaky, title) => {
  const repeated = { ...SUMMARY, rows, flaky, repeats: 5, errors: 2, metrics: [{ ...EXACT, flaky }] };
  const lines = drawnLines(evaluationPage(paidEvaluation(), repeated), 120);
  expect(lines.slice(8)).toEqual([
    title,
    'score        0 to 1                mean  interval     flaky',
    `exact_match  ███████▒▒▒▒▒▒·······   0.5  0.35 – 0.65      ${flaky}`,
    '',
    'Intervals at 95 %. More: wf help methods',
  ]);
});

test('a summary ends with its worst rows, and leaves out metrics without figures', () => {
  const worst = {
    row: 7,
    failed: ['exact_match'],
    flaky: ['exact_match'],
    scores: {},
    error: null,
    latency: null,
    inputs: { message: 'Hello' },
    output: 'Hi',
    expected: { answer: 'Hi there' },
  };
  const lines = drawnLines(evaluationPage(paidEvaluation(), { ...SUMMARY, metrics: [EXACT], worst: [worst] }), 120);
  expect(lines.slice(12)).toEqual([
    'Intervals at 95 %. More: wf help methods',
    '',
    'Worst rows',
    'row  failed       output  expected  inputs',
    '  7  exact_match  Hi      Hi there  Hello',
  ]);
});

test.each([
  [0.25, 'judge cost       0.25', 'judge cost  $0.25'],
  [null, 'judge cost       unknown', 'judge cost  unknown'],
])('an evaluation with judges shows their cost, here %j', (cost, written, drawn) => {
  const judged = scoreOf('critique', 7, { threshold: 1 });
  const page = evaluationPage(
    paidEvaluation({ aggregated_results: [{ ...judged, result: { ...judged.result, cost } }] }),
    SUMMARY,
  );
  expect(writtenLines(page).filter((line) => line.startsWith('judge cost'))).toEqual([written]);
  expect(drawnLines(page).filter((line) => line.startsWith('judge cost'))).toEqual([drawn]);
  // Its cost is a detail that the summary lacks.
  expect(drawnLines(page).filter((line) => line.startsWith('evaluator'))).toEqual([
    'evaluator  score  own cost  key            settings         error',
  ]);
});

test('everything known of an evaluation is shown in both media, each in its order', () => {
  const evaluation = paidEvaluation({
    status: { type: 'error', value: 'EVALUATION_FAILED', error: { message: 'No model.' } },
    average_cost: { type: 'cost', value: 0.005 },
    average_latency: { type: 'error', value: null, error: { message: 'No row was answered.' } },
    updated_at: '2026-11-20T11:57:00Z',
    labels: { team: 'a' },
  });
  expect(outlineOf(evaluationPage(evaluation))).toEqual([
    'record (written)',
    '  id | id | "01932c5e-3333-7000-8000-000000000001"',
    '  variant | text | "default@2"',
    '  test set | text | "cases"',
    '  status | status | "EVALUATION_FAILED"',
    '  error | text | "No model."',
    '  average cost | cost | 0.005',
    '  total cost | cost | 0.01',
    '  average latency | text | "unknown: No row was answered."',
    '  created | time | "2026-11-20T11:00:00Z"',
    '  updated | time | "2026-11-20T11:57:00Z"',
    '  labels | text | "team=a"',
    'table (written)',
    '  evaluator | text | 0',
    '  score | score | 0',
    '  key | text | 1',
    '  settings | text | 2',
    '  error | text | 0',
    '  No scores yet.',
    'record (drawn)',
    '  variant | text | "default@2"',
    '  test set | text | "cases"',
    '  status | status | "EVALUATION_FAILED"',
    '  error | text | "No model."',
    '  cost | text | "$0.01 in total, $0.005 a call"',
    '  latency | text | "unknown: No row was answered."',
    '  created | time | "2026-11-20T11:00:00Z"',
    '  id | id | "01932c5e-3333-7000-8000-000000000001"',
    '  labels | text | "team=a"',
    'table (drawn)',
    '  evaluator | text | 0',
    '  score | score | 0',
    '  key | text | 1',
    '  settings | text | 2',
    '  error | text | 0',
    '  No scores yet.',
  ]);
});

test.each([
  [{ type: 'error', value: null, error: { message: 'No price.' } }, 'unknown: No price.'],
  [{ type: 'cost', value: null }, 'unknown: no call reported it'],
  [null, 'unknown: no call reported it'],
])('with the total cost %j people read %j', (total_cost, cost) => {
  const evaluation = paidEvaluation({ total_cost });
  expect(drawnLines(evaluationPage(evaluation))[3]).toBe(`cost      ${cost}`);
});

test.each([
  ['an error', { type: 'error', value: null, error: { message: 'No column.' } }, {}],
  ['an own cost', { type: 'number', value: 1, cost: null }, {}],
  ['settings', { type: 'number', value: 1 }, { threshold: 1 }],
])('next to a summary, evaluators are shown for %s only', (_, result, settings_values) => {
  const bare = scoreOf('critique', 1, { threshold: 1 });
  const of = (values: object | null, shown: object) =>
    paidEvaluation({
      aggregated_results: [
        { evaluator_config: { ...bare.evaluator_config, settings_values: values }, result: shown },
      ] as ReturnType<typeof paidEvaluation>['aggregated_results'],
    });
  const heads = (evaluation: ReturnType<typeof paidEvaluation>) =>
    drawnLines(evaluationPage(evaluation, SUMMARY)).filter((line) => line.startsWith('evaluator'));
  expect(heads(of(settings_values, result))).toHaveLength(1);
  expect(heads(of({}, bare.result))).toEqual([]);
  expect(heads(of(null, bare.result))).toEqual([]);
});

test('a summary without scores says so, and one row counts as a metric with figures', () => {
  const latency = { ...EXACT, metric: 'latency', kind: 'latency', count: 1 } as const;
  const lines = drawnLines(evaluationPage(paidEvaluation(), { ...SUMMARY, metrics: [latency] }));
  expect(lines.slice(8, 13)).toEqual([
    '40 rows, 0 with errors; means with their 95 % intervals',
    'No scores.',
    '',
    'a call     mean  interval            p50  p90  p95  p99  greatest',
    'latency  500 ms  350 ms – 650 ms  500 ms  1 s  1 s  1 s       1 s',
  ]);
});
