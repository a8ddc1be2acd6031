import { afterEach, expect, test, vi } from 'vitest';
import type { EvaluationReport, ReportRow } from '../../../../../src/contract/evaluations/evaluation-report.ts';
import type { MetricSummary, WorstRow } from '../../../../../src/contract/evaluations/evaluation-summary.ts';
import type { ChangedRow, ComparedMetric } from '../../../../../src/contract/evaluations/comparison.ts';
import { readReport } from '../../../../../src/playground/evaluations/report/read-report.ts';
import { ReportPage } from '../../../../../src/playground/evaluations/report/report-page.tsx';
import { fakeBrowser } from '../../../../helpers/page/fake-browser.ts';
import { mount } from '../../../../helpers/page/mount.ts';
import { LONG, TIME, withoutTimes } from '../../../../helpers/page/page-records.ts';

afterEach(() => void vi.useRealTimers());

const metricOf = (metric: string, kind: MetricSummary['kind'], part: Partial<MetricSummary> = {}): MetricSummary => ({
  metric,
  kind,
  goal: 'higher',
  count: 1200,
  missing: 3,
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
const comparedOf = (metric: string, kind: ComparedMetric['kind']): ComparedMetric => ({
  metric,
  kind,
  goal: 'higher',
  pairs: 10,
  missing: 0,
  baseline: 0.5,
  candidate: 0.75,
  difference: 0.25,
  scale: 'difference',
  change: 0.25,
  interval: [-0.1, 0.6],
  interval_level: 0.95,
  calls: null,
  gate_interval: [-0.1, 0.6],
  range: null,
  least_pairs: 6,
  method: 'newcombe',
  p_value: 0.1,
  p_adjusted: 0.123_456,
  better: 3,
  worse: 2,
  same: 5,
  variance: 0.1,
  verdict: 'no difference shown',
});
const changedOf = (row: number, metric: string): ChangedRow => ({
  row,
  metric,
  baseline: true,
  candidate: false,
  inputs: { text: 'the sea' },
  baseline_output: 'blue',
  candidate_output: { colour: 'red' },
});
const REPORT: EvaluationReport = {
  variant: 'default@2',
  testset: 'cases',
  created_at: TIME,
  evaluators: ['exact', 'judge'],
  summary: {
    id: 'e',
    variant: 'default@2',
    level: 0.95,
    rows: 1200,
    repeats: 1,
    errors: 0,
    flaky: 0,
    metrics: [],
    worst: [],
  },
  comparison: null,
};
const ROWS: readonly ReportRow[] = [
  [1, 'the sea', 'blue', 'blue', null, [true, 0.5], 0.2, 1],
  [2, LONG, 'green', 'red', null, [false, 0.25], 0.1, 2],
  [3, 'a hill', '', '', 'No answer', [null, null], null, null],
];
const textsOf = (...blocks: (readonly ReportRow[])[]) => ({
  report: [JSON.stringify(REPORT)],
  'report-rows': blocks.map((block) => JSON.stringify(block)),
});

test('the report is read from its file', () => {
  using _ = fakeBrowser({ texts: textsOf() });
  expect(readReport()).toEqual(REPORT);
});

test.each<[string, Partial<EvaluationReport>]>([
  ['empty', {}],
  [
    'whole',
    {
      summary: {
        ...REPORT.summary,
        rows: 1,
        errors: 1200,
        level: 0.9,
        metrics: [
          metricOf('exact', 'pass_fail'),
          metricOf('judge', 'score'),
          metricOf('cost', 'cost', { interval: null, mean: null }),
          metricOf('latency', 'latency'),
        ],
        worst: [worstOf(7), worstOf(1, { failed: [], error: 'No answer', inputs: {}, expected: { answer: 'x' } })],
      },
      comparison: {
        baseline: { id: 'b', variant: 'default@1' },
        level: 0.95,
        seed: 1,
        candidates: [
          {
            id: 'e',
            variant: 'default@2',
            pairs: 1200,
            only_in_baseline: 0,
            only_in_candidate: 0,
            errors: 0,
            metrics: [comparedOf('exact', 'pass_fail'), comparedOf('latency', 'latency')],
            worse: [changedOf(3, 'exact'), { ...changedOf(3, 'judge'), baseline: 0.5, candidate: 0.25 }],
            better: [],
            flaky: 0,
            flaky_rows: [],
          },
          {
            id: 'f',
            variant: 'default@3',
            pairs: 1,
            only_in_baseline: 0,
            only_in_candidate: 0,
            errors: 0,
            metrics: [],
            worse: [],
            better: [{ ...changedOf(4, 'exact'), baseline: false, candidate: true }],
            flaky: 0,
            flaky_rows: [],
          },
        ],
      },
    },
  ],
  ['without errors', { summary: { ...REPORT.summary, worst: [worstOf(7)] } }],
])('a report that is %s is shown', async (_, part) => {
  using _browser = fakeBrowser({ texts: textsOf() });
  await using shown = await mount(<ReportPage report={{ ...REPORT, ...part }} />);
  expect(withoutTimes(shown.markup)).toMatchSnapshot();
});

test('rows are found, sorted and opened', async () => {
  using _ = fakeBrowser({ texts: textsOf(ROWS.slice(0, 2), ROWS.slice(2)) });
  await using shown = await mount(<ReportPage report={REPORT} />);
  const markup = () =>
    shown.markup.slice(shown.markup.indexOf('<section className="report-section" aria-label="Rows">'));
  const drawn = () => [...shown.markup.matchAll(/aria-expanded(?:=\w+)?>\n\s+"(\d)"/g)].map(([, row]) => Number(row));
  expect(markup()).toMatchSnapshot('all');
  await shown.click('2 show whole');
  expect(markup()).toMatchSnapshot('second open');
  await shown.click('3 show whole');
  expect(markup()).toMatchSnapshot('third open');
  await shown.click('3 show whole');
  expect(markup()).not.toContain('<dl');
  await shown.click('Row ↑');
  expect(drawn()).toEqual([3, 2, 1]);
  await shown.click('Row ↓');
  expect(drawn()).toEqual([1, 2, 3]);
  for (const [head, rows] of [
    ['Inputs', [3, 2, 1]],
    ['Expected', [3, 1, 2]],
    ['Cost', [2, 1, 3]],
    ['Output', [3, 1, 2]],
    ['Latency', [1, 2, 3]],
  ] as const) {
    await shown.click(head);
    expect(drawn()).toEqual(rows);
  }
  await shown.click('judge');
  expect(drawn()).toEqual([2, 1, 3]);
  expect(markup()).toMatch(/aria-sort="ascending">\n\s+<button type="button" className="link" title="judge">/);
  await shown.click('judge ↑');
  expect(drawn()).toEqual([1, 2, 3]);
  for (const [verdict, rows] of [
    ['failed', [2, 3]],
    ['error', [3]],
    ['other', [1, 2, 3]],
  ] as const) {
    await shown.enter('Show', verdict);
    expect(drawn()).toEqual(rows);
  }
  await shown.enter('Search', 'HILL');
  expect(markup()).toContain('"1 of 3 rows"');
  await shown.enter('Search', 'nothing');
  expect(markup()).toMatchSnapshot('none');
});

test('ten blocks of rows are read at a time', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const blocks = Array.from({ length: 25 }, (_, index): ReportRow[] => [[index + 1, '', '', '', null, [], null, null]]);
  using _ = fakeBrowser({ texts: textsOf(...blocks) });
  await using shown = await mount(<ReportPage report={REPORT} />);
  const status = () => /role="status"> "(.*)"/.exec(shown.markup)?.[1];
  const seen = [status()];
  for (let turn = 0; turn < 3; turn += 1) {
    await shown.settle(() => vi.runOnlyPendingTimers());
    seen.push(status());
  }
  expect(seen).toEqual(['10 of 10 rows, reading…', '20 of 20 rows, reading…', '25 of 25 rows', '25 of 25 rows']);
});

test('only the rows on the screen are drawn', async () => {
  const rows = Array.from({ length: 300 }, (_, index): ReportRow => [index + 1, '', '', '', null, [], null, null]);
  using _ = fakeBrowser({ texts: textsOf(rows) });
  await using shown = await mount(<ReportPage report={REPORT} />);
  const drawn = () => [...shown.markup.matchAll(/aria-rowindex=(\d+)/g)].map(([, row]) => Number(row)).slice(1);
  expect([drawn()[0], drawn().at(-1)]).toEqual([2, 28]);
  const list = shown.root.querySelector('.rows');
  if (list !== null) Object.assign(list, { scrollTop: 7200, clientHeight: 360 });
  await shown.fire('Rows, scrolling', 'onScroll');
  expect([drawn()[0], drawn().at(-1)]).toEqual([192, 221]);
  expect(shown.markup).toContain('translateY(7200px)');
});

test('a row shows why a judge scored it so', async () => {
  const row: ReportRow = [1, 'the sea', 'blue', 'red', null, [true, 0.5], 0.2, 1, [null, 'Too short.']];
  using _ = fakeBrowser({ texts: textsOf([row]) });
  await using shown = await mount(<ReportPage report={REPORT} />);
  await shown.click('1 show whole');
  const terms = shown.root.all.filter(({ tag }) => tag === 'dt').map(({ text }) => text);
  expect(terms).toEqual(['Inputs', 'Expected', 'Output', 'exact', 'judge', 'judge: reason', 'Cost', 'Latency']);
  expect(shown.markup).toContain('"Too short."');
});
