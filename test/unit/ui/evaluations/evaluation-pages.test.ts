import { expect, test } from 'vitest';
import type { EvaluationSummary, MetricSummary } from '../../../../src/contract/evaluations/evaluation-summary.ts';
import type { AggregatedResult, Evaluation } from '../../../../src/contract/evaluations/evaluation.ts';
import {
  evaluationListPage,
  evaluationPage,
  evaluationRowsPage,
  evaluationsPage,
  humanEvaluationsPage,
  nextCommandPage,
} from '../../../../src/ui/evaluations/evaluation-pages.ts';
import { drawPage } from '../../../../src/ui/layout/draw-page.tsx';
import { showPage } from '../../../../src/ui/layout/show-page.ts';
import { rowOf } from '../../../helpers/evaluation-records.ts';
import { displayOf, drawnLines, writtenLines } from '../fixtures.ts';

test('each evaluator of any evaluation has a column', async () => {
  const page = evaluationsPage([
    evaluationOf({ aggregated_results: [scoreOf('exact_match', 0.75)] }),
    evaluationOf({ id: '01932c5e-3333-7000-8000-000000000002', aggregated_results: [scoreOf('levenshtein', 2.5)] }),
  ]);
  expect((await showPage(page, displayOf({ form: 'tsv' }))).text).toBe(
    [
      'id\tvariant\ttest set\tstatus\texact_match\tlevenshtein\taverage cost\ttotal cost\tlatency\tcreated',
      '01932c5e-3333-7000-8000-000000000001\tdefault@2\tcases\tEVALUATION_FINISHED\t0.75\t\t\t0.01\t0.25\t2026-11-20T11:00:00Z',
      '01932c5e-3333-7000-8000-000000000002\tdefault@2\tcases\tEVALUATION_FINISHED\t\t2.5\t\t0.01\t0.25\t2026-11-20T11:00:00Z',
    ].join('\n'),
  );
});

test.each([
  ['one variant', [evaluationOf()], 'Next: wf eval show default@2'],
  [
    'several variants',
    [evaluationOf(), evaluationOf({ variant_names: ['two words'] })],
    "Next: wf eval compare default@2 'two words@2'",
  ],
  [
    'rows that failed',
    [evaluationOf(), evaluationOf({ status: { type: 'status', value: 'EVALUATION_FINISHED_WITH_ERRORS' } })],
    '',
  ],
])('after an evaluation of %s, the next command is suggested', async (_, evaluations, line) => {
  const page = nextCommandPage(evaluations);
  expect((await showPage(page, displayOf({ columns: 80 }))).text).toBe(line);
  expect((await showPage(page, displayOf({ form: 'plain' }))).text).toBe('');
});

test('one evaluation shows what ran, what it cost and every score', () => {
  const broken = {
    ...scoreOf('json_diff', null),
    result: { type: 'error', value: null, error: { message: 'No column.' } },
  };
  const page = evaluationPage(evaluationOf({ aggregated_results: [scoreOf('exact_match', 0.75), broken] }));
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
  const lines = drawPage(evaluationPage(evaluationOf({}), SUMMARY), displayOf({ columns: 80, rows: 40 })).split('\n');
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
  const { text } = await showPage(evaluationPage(evaluationOf({}), SUMMARY), displayOf({ form: 'tsv' }));
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
  const page = evaluationPage(evaluationOf({ average_cost, total_cost: average_cost }));
  const { text } = await showPage(page, displayOf({ form: 'terminal' }));
  expect(text.replace(/\s+/g, ' ')).toContain(`at least $0.01 in total, $0.01 a call. ${message}`);
});

test('a partly known cost is marked in pipes and lists, too', async () => {
  const error = { message: 'The cost of 4 of 11 rows is not known.' };
  const evaluation = evaluationOf({
    average_cost: { type: 'cost', value: 0.0298, error },
    total_cost: { type: 'cost', value: 0.209, error },
  });
  const { text } = await showPage(evaluationPage(evaluation), displayOf({ form: 'plain' }));
  expect(text).toMatch(/^average cost +\$0.0298 of known\. The cost of 4 of 11 rows is not known\.$/m);
  expect(text).toMatch(/^total cost +at least \$0.209\. The cost of 4 of 11 rows is not known\.$/m);
  const list = await showPage(evaluationsPage([evaluation]), displayOf({ form: 'plain' }));
  expect(list.text).toMatch(/ \$0.0298 of known +at least \$0.209 /);
});

test('a deleted evaluator still has its score', async () => {
  // The public service sends an empty object, which the client accepts.
  const deleted = { evaluator_config: {}, result: { type: 'number', value: 1 } } as unknown as AggregatedResult;
  const page = evaluationsPage([evaluationOf({ aggregated_results: [deleted] })]);
  expect((await showPage(page, displayOf({ form: 'tsv' }))).text).toContain('(deleted evaluator)');
});

test.each([
  [40, 3, '40 rows called 5 times each, 3 of them flaky (7.5 %), 2 with errors; means with their 95 % intervals'],
  [3, 1, '3 rows called 5 times each, 1 of them flaky (33.3 %), 2 with errors; means with their 95 % intervals'],
  [0, 0, '0 rows called 5 times each, 0 of them flaky (0 %), 2 with errors; means with their 95 % intervals'],
])('the summary of %i repeated rows counts the %i flaky ones', (rows, flaky, title) => {
  const repeated = { ...SUMMARY, rows, flaky, repeats: 5, errors: 2, metrics: [{ ...EXACT, flaky }] };
  const lines = drawnLines(evaluationPage(evaluationOf(), repeated), 120);
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
  const lines = drawnLines(evaluationPage(evaluationOf(), { ...SUMMARY, metrics: [EXACT], worst: [worst] }), 120);
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
  const judged = scoreOf('critique', 7);
  const page = evaluationPage(
    evaluationOf({ aggregated_results: [{ ...judged, result: { ...judged.result, cost } }] }),
    SUMMARY,
  );
  expect(writtenLines(page).filter((line) => line.startsWith('judge cost'))).toEqual([written]);
  expect(drawnLines(page).filter((line) => line.startsWith('judge cost'))).toEqual([drawn]);
  // Its cost is a detail that the summary lacks.
  expect(drawnLines(page).filter((line) => line.startsWith('evaluator'))).toEqual([
    'evaluator  score  own cost  key            settings         error',
  ]);
});

test('a page of rows names the next page and the export', () => {
  const evaluation = evaluationOf({ aggregated_results: [] });
  const rows = [{ ...rowOf({ input: 'Hello', output: 'Hi' }), row: 1 }];
  const table = [
    'ROW  COST (USD)  LATENCY (S)  OUTPUT  EXPECTED  ERROR  INPUTS',
    '  1           -            -  Hi      Hello     -      Hello',
  ];
  expect(writtenLines(evaluationRowsPage(evaluation, rows, null))).toEqual(table);
  expect(writtenLines(evaluationRowsPage(evaluation, rows, 2))).toEqual([
    ...table,
    '',
    `There are more: add --page 2, or export all with wf eval export ${evaluation.id}`,
  ]);
  expect(drawnLines(evaluationRowsPage(evaluation, [], null))).toEqual(['No row matches.']);
});

test('without human evaluations, the page says how to create one', () => {
  expect(drawnLines(humanEvaluationsPage([]))).toEqual([
    'No human evaluations yet. Create one: wf human-eval create --testset FILE --variants A,B',
  ]);
});

function evaluationOf(evaluation: Partial<Evaluation> = {}): Evaluation {
  return {
    id: '01932c5e-3333-7000-8000-000000000001',
    app_id: '01932c5e-0000-7000-8000-00000000000a',
    project_id: '01932c5e-0000-7000-8000-00000000000b',
    variant_ids: ['01932c5e-1111-7000-8000-000000000001'],
    variant_names: ['default'],
    variant_revision_ids: ['01932c5e-2222-7000-8000-000000000001'],
    revisions: ['2'],
    testset_id: '01932c5e-4444-7000-8000-000000000001',
    testset_name: 'cases',
    status: { type: 'status', value: 'EVALUATION_FINISHED' },
    aggregated_results: [],
    average_cost: { type: 'error', value: null, error: { message: 'No valid values found.' } },
    total_cost: { type: 'cost', value: 0.01 },
    average_latency: { type: 'latency', value: 0.25 },
    created_at: '2026-11-20T11:00:00Z',
    updated_at: '2026-11-20T11:00:00Z',
    ...evaluation,
  };
}

function scoreOf(name: string, value: number | null): AggregatedResult {
  const config = {
    id: '01932c5e-5555-7000-8000-000000000001',
    name,
    project_id: '01932c5e-0000-7000-8000-00000000000b',
    evaluator_key: `auto_${name}`,
    settings_values: { threshold: 1 },
    created_at: '2026-11-20T11:00:00Z',
    updated_at: '2026-11-20T11:00:00Z',
  };
  return { evaluator_config: config, result: { type: 'number', value } };
}

test('columns of the rarest evaluators are dropped first, and counted', async () => {
  const many = ['once', 'a', 'b', 'c', 'd', 'e', 'f', 'g', 'often'];
  const evaluations = [['half', ...many], ['often', 'half'], ['often']].map((names) =>
    evaluationOf({ aggregated_results: names.map((name) => scoreOf(name, 0.5)) }),
  );
  const { text } = await showPage(evaluationListPage(evaluations), displayOf({ columns: 80 }));
  const [, names, , , , ...remarks] = text.split('\n');
  expect([names, remarks.join(' ')]).toEqual([
    'id        variant    test set  status      half  often   cost  latency  created',
    '… not shown here: once, a, b, c, d and 3 more (widen the window, or add --json)',
  ]);
});
