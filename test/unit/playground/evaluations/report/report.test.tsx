import { expect, test } from 'vitest';
import type { EvaluationReport, ReportRow } from '../../../../../src/contract/evaluations/evaluation-report.ts';
import type { MetricSummary, WorstRow } from '../../../../../src/contract/evaluations/evaluation-summary.ts';
import type { ChangedRow } from '../../../../../src/contract/evaluations/comparison.ts';
import { readReport, ReportPage } from '../../../../../src/playground/evaluations/report/report-page.tsx';
import { selectRows, type Selection } from '../../../../../src/playground/evaluations/report/report-table.tsx';
import { COMPARISON, SKEWED_COST } from '../../../../helpers/page/comparison-records.ts';
import { fakeBrowser } from '../../../../helpers/page/fake-browser.ts';
import { TIME } from '../../../../helpers/page/page-records.ts';
import { drawScreen } from '../../../../helpers/page/screen.ts';

const REPORT: EvaluationReport = {
  variant: 'default@2',
  route: '/draft',
  testset: 'cases',
  created_at: TIME,
  evaluators: ['exact', 'judge'],
  summary: {
    id: 'e',
    variant: 'default@2',
    level: 0.9,
    rows: 1,
    cases: 1,
    repeats: 1,
    errors: 1200,
    flaky: 0,
    metrics: [],
    worst: [],
  },
  comparison: null,
};
const ROWS: readonly ReportRow[] = [
  [1, 'the sea', 'blue', 'blue', null, [true, 0.5], 0.2, 1],
  [2, 'a wood', 'green', 'red', null, [false, 0.25], 0.1, 2, [null, 'Too short.']],
  [3, 'a hill', '', '', 'No answer', [null, null], null, null],
];

/** Opens the file of a report, whose rows are in blocks. */
async function openReport(report: Partial<EvaluationReport>, ...blocks: (readonly ReportRow[])[]) {
  const texts = {
    report: [JSON.stringify({ ...REPORT, ...report })],
    'report-rows': blocks.map((block) => JSON.stringify(block)),
  };
  const browser = fakeBrowser({ texts });
  const screen = await drawScreen(<ReportPage report={readReport()} />);
  return {
    screen,
    [Symbol.asyncDispose]: async () => {
      await screen[Symbol.asyncDispose]();
      browser[Symbol.dispose]();
    },
  };
}

const metricOf = (metric: string, kind: MetricSummary['kind'], part: Partial<MetricSummary> = {}): MetricSummary => ({
  metric,
  kind,
  goal: 'higher',
  count: 1200,
  missing: 3,
  partial: 0,
  flaky: 0,
  mean: 0.25,
  interval: [0.125, 0.5],
  variance: 0.1,
  least: 0,
  p50: 0.2,
  p90: 0.3,
  p95: 0.4,
  p99: 0.45,
  greatest: 0.75,
  histogram: [],
  ...part,
});
const worstOf = (row: number, part: Partial<WorstRow> = {}): WorstRow => ({
  row,
  failed: ['exact', 'json'],
  flaky: [],
  scores: {},
  error: null,
  latency: null,
  inputs: { text: 'the sea' },
  output: 'red',
  expected: { answer: 'blue', tone: 'kind' },
  ...part,
});
const changedOf = (row: number, metric: string, part: Partial<ChangedRow> = {}): ChangedRow => ({
  row,
  metric,
  baseline: true,
  candidate: false,
  inputs: { text: 'the sea' },
  baseline_output: 'blue',
  candidate_output: { colour: 'red' },
  ...part,
});

test('a report has its results and its worst rows', async () => {
  const metrics = [
    metricOf('exact', 'pass_fail'),
    metricOf('cost', 'cost', { interval: null, mean: null }),
    metricOf('latency', 'latency', { missing: 0 }),
  ];
  const worst = [worstOf(7), worstOf(1, { failed: [], error: 'No answer', inputs: {}, expected: { answer: 'x' } })];
  await using opened = await openReport({ summary: { ...REPORT.summary, metrics, worst } });
  const { screen } = opened;
  expect(screen.text).toContain('default@2 at /draft on cases\n1 row, 1,200 with errors;');
  expect(screen.text).toContain('Results, with 90 % intervals');
  expect(screen.rows('Results').filter(([metric]) => metric !== undefined)).toEqual([
    ['Metric', 'Mean', 'Interval', 'Cases', 'Missing', 'p50', 'p95', 'Greatest'],
    ['exact', '0.25 (1,200 of 1,203)', '0.125 to 0.5', '1,200', '3', '-', '-', '-'],
    ['cost', '-', '-', '1,200', '3', '$0.20', '$0.40', '$0.75'],
    ['latency', '250 ms', '125 ms to 500 ms', '1,200', '0', '200 ms', '400 ms', '750 ms'],
  ]);
  expect(screen.rows('Worst rows')).toEqual([
    ['Row', 'Failed', 'Inputs', 'Expected', 'Output', 'Error'],
    ['7', 'exact, json', 'the sea', 'answer: blue\ntone: kind', 'red', ''],
    ['1', '', '', 'x', 'red', 'No answer'],
  ]);
});

test('a report compares with each baseline, and lists the rows that changed', async () => {
  const [candidate] = COMPARISON.candidates;
  if (candidate === undefined) throw new Error('no candidate');
  const worse = [changedOf(3, 'exact'), changedOf(3, 'judge', { baseline: 0.5, candidate: 0.25 })];
  const better = [changedOf(4, 'exact', { baseline: false, candidate: true })];
  const candidates = [{ ...candidate, worse, better }];
  await using opened = await openReport({ comparison: { ...COMPARISON, candidates } });
  expect(opened.screen.rows('Rows that got worse')).toEqual([
    ['Row', 'Metric', 'Before', 'After', 'Inputs', 'Output before', 'Output after'],
    ['3', 'exact', 'pass', 'fail', 'the sea', 'blue', '{"colour":"red"}'],
    ['3', 'judge', '0.5', '0.25', 'the sea', 'blue', '{"colour":"red"}'],
  ]);
  expect(opened.screen.rows('Rows that got better')[1]?.slice(0, 4)).toEqual(['4', 'exact', 'fail', 'pass']);
});

test('a report says which cases decide a bill, how a typical one changed, and which have no cost', async () => {
  const [candidate] = COMPARISON.candidates;
  if (candidate === undefined) throw new Error('no candidate');
  const candidates = [{ ...candidate, metrics: [SKEWED_COST] }];
  await using opened = await openReport({ comparison: { ...COMPARISON, candidates } });
  const [head = [], first = []] = opened.screen.rows('Comparison');
  expect(['Missing', 'Verdict'].map((name) => first[head.indexOf(name)])).toEqual(['4', 'too skewed to say']);
  for (const sentence of [
    'cost: 4 cases of unknown cost: 1 before, 3 after, 0 in both (rows 2, 4, …). They are left out.',
    'cost: too skewed to say, because few cases decide the bill. The greatest changes are in rows 7 (50 %), 9 (25 %): 75 % of the difference together.',
    'cost: the bill changes by 46 %, a typical case by -25 %.',
  ])
    expect(opened.screen.text).toContain(sentence);
});

test('a row opens with its scores and why a judge gave them, and closes', async () => {
  await using opened = await openReport({}, ROWS.slice(0, 2), ROWS.slice(2));
  const { screen } = opened;
  expect(screen.rows('Rows')[2]).toEqual(['2 show whole', 'a wood', 'green', 'red', 'fail', '0.25', '$0.10', '2.00 s']);
  await screen.click('2 show whole');
  expect(screen.facts).toEqual({
    Inputs: 'a wood',
    Expected: 'green',
    Output: 'red',
    exact: 'fail',
    judge: '0.25',
    'judge: reason': 'Too short.',
    Cost: '$0.10',
    Latency: '2.00 s',
  });
  await screen.click('3 show whole');
  expect(screen.facts['Error']).toBe('No answer');
  await screen.click('3 show whole');
  expect(screen.facts).toEqual({});
});

test('a long output is one line of the table, is cut when its row opens, and is shown whole when that is asked for', async () => {
  const long = 'x'.repeat(60_000);
  await using opened = await openReport({}, [[1, 'the sea', 'blue', long, null, [true, 1], 0.2, 1]]);
  const { screen } = opened;
  expect(screen.rows('Rows')[1]?.[3]).toBe('x'.repeat(500));
  await screen.click('1 show whole');
  expect(screen.facts['Output']?.length).toBeLessThan(51_000);
  await screen.click('Show all 60,000 characters');
  expect(screen.facts['Output']).toBe(long);
});

const FOUND: readonly ReportRow[] = [
  [1, 'Where is it?', 'here', 'Here', null, [true, 0.5], 0.2, 1],
  [2, 'Who is it?', 'ana', 'ben', null, [false, 0.1], null, 3],
  [3, 'When?', 'now', '', 'Too late', [null, null], null, null],
  [4, 'Why?', 'so', 'so', null, [true, 0.9], 0.1, 2],
];

test.each<[Partial<Selection>, number[]]>([
  [{}, [1, 2, 3, 4]],
  [{ isDescending: true }, [4, 3, 2, 1]],
  [{ text: 'IS IT' }, [1, 2]],
  [{ text: 'too late' }, [3]],
  [{ text: 'nothing has this' }, []],
  [{ text: '3' }, [3]],
  [{ text: 'NOW' }, [3]],
  [{ verdict: 'failed' }, [2, 3]],
  [{ verdict: 'error' }, [3]],
  [{ sort: 'cost' }, [4, 1, 2, 3]],
  [{ sort: 'cost', isDescending: true }, [1, 4, 2, 3]],
  [{ sort: 0 }, [2, 1, 4, 3]],
  [{ sort: 0, isDescending: true }, [1, 4, 2, 3]],
  [{ sort: 1, isDescending: true }, [4, 1, 2, 3]],
  [{ sort: 'output' }, [3, 1, 2, 4]],
  [{ sort: 'inputs' }, [3, 1, 2, 4]],
  [{ sort: 'inputs', isDescending: true }, [4, 2, 1, 3]],
  [{ sort: 'expected' }, [2, 1, 3, 4]],
  [{ sort: 'latency' }, [1, 4, 2, 3]],
  [{ sort: 'latency', isDescending: true }, [2, 4, 1, 3]],
])('%j finds the rows %j', (change, rows) => {
  const selection = { text: '', verdict: 'all', sort: 'row', isDescending: false, ...change } as const;
  expect(selectRows(FOUND, selection).map(([row]) => row)).toEqual(rows);
});
