import { expect, test } from 'vitest';
import type {
  EvaluationGroups,
  GroupSummary,
  EvaluationSummary,
  MetricSummary,
} from '../../../../src/contract/evaluations/evaluation-summary.ts';
import type { TestedEvaluation } from '../../../../src/contract/evaluations/evaluation.ts';
import { evaluationGroupsView, evaluationView } from '../../../../src/ui/evaluations/evaluation-view.ts';
import { scoreOf } from '../../../helpers/evaluation-records.ts';
import { drawnLines, paidEvaluation, writtenLines } from '../fixtures.ts';

const errorOf = (message: string) => ({ type: 'error', value: null, error: { message } });

test('one evaluation shows what ran, what it cost and every score', () => {
  const broken = { ...scoreOf('json_diff', null, { threshold: 1 }), result: errorOf('No column.') };
  const scored = scoreOf('exact_match', 0.75);
  const page = evaluationView(paidEvaluation({ aggregated_results: [scored, broken], labels: { team: 'a' } }));
  expect(drawnLines(page)).toEqual([
    'variant   default@2',
    'test set  cases',
    'status    ✓ finished',
    'cost      $0.01 in total',
    'latency   250 ms',
    'created   1 hour ago',
    'id        01932c5e-3333-7000-8000-000000000001',
    'labels    team=a',
    '',
    'evaluator    score  key               settings         error',
    'exact_match   0.75  auto_exact_match  -                -',
    'json_diff        -  auto_json_diff    {"threshold":1}  No column.',
  ]);
  expect(writtenLines(page).slice(0, 8)).toEqual([
    'id               01932c5e-3333-7000-8000-000000000001',
    'variant          default@2',
    'test set         cases',
    'status           EVALUATION_FINISHED',
    'average cost     unknown: No valid values found.',
    'total cost       0.01',
    'average latency  250 ms',
    'created          2026-11-20T11:00:00Z',
  ]);
});

/** Returns the field of an evaluation's record that begins so, as people and as programs see it. */
function fieldOf(change: Partial<TestedEvaluation>, drawn: string, written = drawn) {
  const page = evaluationView(paidEvaluation(change));
  const valueIn = (lines: readonly string[], label: string) =>
    lines
      .find((line) => line.startsWith(`${label} `))
      ?.slice(label.length)
      .trim();
  return [valueIn(drawnLines(page, 160), drawn), valueIn(writtenLines(page), written)];
}

const PARTLY = { type: 'cost', value: 0.0298, error: { message: 'The cost of 4 of 11 rows is not known.' } };
const judged = (cost: number | null) => ({
  aggregated_results: [{ ...scoreOf('critique', 7), result: { type: 'number', value: 7, cost } }],
});

test.each([
  [
    'what failed',
    { status: { ...errorOf('No model.'), value: 'EVALUATION_FAILED' } },
    ['error'],
    ['No model.', 'No model.'],
  ],
  [
    'an unknown latency',
    { average_latency: errorOf('No row was answered.') },
    ['latency', 'average latency'],
    ['unknown: No row was answered.', 'unknown: No row was answered.'],
  ],
  [
    'an unknown cost',
    { total_cost: errorOf('No price.') },
    ['cost', 'total cost'],
    ['unknown: No price.', 'unknown: No price.'],
  ],
  ['no cost', { total_cost: null }, ['cost', 'total cost'], ['unknown: no call reported it', '-']],
  [
    'a partly known cost, as a lower bound',
    { average_cost: PARTLY, total_cost: PARTLY },
    ['cost', 'total cost'],
    [
      'at least $0.0298 in total, $0.0298 a call. The cost of 4 of 11 rows is not known.',
      'at least $0.0298. The cost of 4 of 11 rows is not known.',
    ],
  ],
  ['the cost of judges', judged(0.25), ['judge cost'], ['$0.25', '0.25']],
  ['an unknown cost of judges', judged(null), ['judge cost'], ['unknown', 'unknown']],
] as const)('an evaluation shows %s', (_, change, labels, values) => {
  expect(fieldOf(change as Partial<TestedEvaluation>, ...(labels as [string]))).toEqual(values);
});

const EXACT: MetricSummary = {
  metric: 'exact_match',
  kind: 'pass_fail',
  goal: 'higher',
  count: 40,
  missing: 0,
  partial: 0,
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
const LATENCY: MetricSummary = {
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
};
const NO_COST: MetricSummary = {
  ...EXACT,
  metric: 'cost',
  kind: 'cost',
  count: 0,
  missing: 40,
  mean: null,
  interval: null,
};
const SUMMARY: EvaluationSummary = {
  id: '01932c5e-3333-7000-8000-000000000001',
  variant: 'default',
  level: 0.95,
  rows: 40,
  cases: 40,
  repeats: 1,
  errors: 0,
  flaky: 0,
  metrics: [EXACT, LATENCY, NO_COST],
  worst: [],
};
const INTERVALS = 'Each interval is certain at 95 %. How: wf help methods';

/** The lines of a summary, below the record of its evaluation. */
const summaryLines = (change: Partial<EvaluationSummary>, evaluation: Partial<TestedEvaluation> = {}) =>
  drawnLines(evaluationView(paidEvaluation(evaluation), { ...SUMMARY, ...change }), 160).slice(8);

test('people see scores as bars with intervals, figures of calls with units, and no metric without data', () => {
  expect(summaryLines({})).toEqual([
    '40 rows, 0 with errors; means with their 95 % intervals',
    'score        0 to 1                mean  interval',
    'exact_match  ███████▒▒▒▒▒▒·······   0.5  0.35 – 0.65',
    '',
    'a call     mean  interval         spread     p50  p90     p95  p99  greatest',
    'latency  250 ms  200 ms – 300 ms  █▃      200 ms  1 s  900 ms  1 s     1.5 s',
    '',
    INTERVALS,
  ]);
  expect(summaryLines({ metrics: [LATENCY] })[1]).toBe('No scores.');
});

test('a score outside 0 to 1 has its range instead of a bar, and its missing rows are told', () => {
  const points: MetricSummary = { ...EXACT, metric: 'points', kind: 'score', mean: 42, least: -1, greatest: 50 };
  expect(summaryLines({ metrics: [{ ...EXACT, missing: 2, count: 38 }, points] }).slice(1, 4)).toEqual([
    'score        0 to 1                          mean  interval     range    missing',
    'exact_match  ███████▒▒▒▒▒▒·······  0.5 (38 of 40)  0.35 – 0.65  -              2',
    'points       -                                 42  0.35 – 0.65  -1 – 50        -',
  ]);
});

test.each([
  [40, 3, '40 rows called 5 times each, 3 of them flaky (7.5 %), 2 with errors; means with their 95 % intervals'],
  [3, 1, '3 rows called 5 times each, 1 of them flaky (33.3 %), 2 with errors; means with their 95 % intervals'],
  [0, 0, '0 rows called 5 times each, 0 of them flaky (0 %), 2 with errors; means with their 95 % intervals'],
])('the summary of %i repeated rows counts the %i flaky ones', (rows, flaky, title) => {
  const lines = summaryLines({ rows, cases: rows, flaky, repeats: 5, errors: 2, metrics: [{ ...EXACT, flaky }] });
  expect([lines[0], lines[1]?.split(/ {2,}/).at(-1)]).toEqual([title, 'flaky']);
});

test('a summary ends with its worst rows, and which evaluators failed them', () => {
  const worst = {
    row: 7,
    failed: ['exact', 'json'],
    flaky: ['judge'],
    scores: {},
    error: 'Timed out.',
    latency: null,
    inputs: { message: 'Hello' },
    output: { reply: 'Hi' },
    expected: { answer: 'Hi there', tone: 'calm' },
  };
  expect(summaryLines({ repeats: 2, metrics: [EXACT], worst: [worst] }).slice(-3)).toEqual([
    'Worst rows',
    'row  failed       flaky  output          expected                             error       inputs',
    '  7  exact, json  judge  {"reply":"Hi"}  {"answer":"Hi there","tone":"calm"}  Timed out.  Hello',
  ]);
});

test.each([
  ['an error', errorOf('No column.'), {}, 1],
  ['an own cost', { type: 'number', value: 1, cost: null }, {}, 1],
  ['settings', { type: 'number', value: 1 }, { threshold: 1 }, 1],
  ['nothing else', { type: 'number', value: 1 }, {}, 0],
])('next to a summary, an evaluator with %s is shown: %#', (_, result, settings, shown) => {
  const lines = summaryLines({}, { aggregated_results: [{ ...scoreOf('critique', 1, settings), result }] });
  expect(lines.filter((line) => line.startsWith('critique'))).toHaveLength(shown);
});

const GROUP: GroupSummary = {
  value: 'de',
  rows: 20,
  cases: 20,
  errors: 1,
  is_small: false,
  metrics: [{ ...EXACT, mean: 0.75, interval: [0.531, 0.888] }, NO_COST],
};
const SMALL: GroupSummary = {
  ...GROUP,
  value: null,
  rows: 3,
  cases: 3,
  errors: 0,
  is_small: true,
  metrics: [{ ...EXACT, missing: 1 }, NO_COST],
};
const GROUPS: EvaluationGroups = { field: 'locale', level: 0.95, groups: [GROUP, SMALL] };

test('groups are a line each, without metrics that no group has, and small ones are noted', () => {
  expect(drawnLines(evaluationGroupsView(GROUPS))).toEqual([
    'By locale',
    'locale  rows  errors  exact_match           note',
    'de        20       1  0.75 (0.531 – 0.888)  -',
    '(none)     3       0  0.5 (0.35 – 0.65)     few cases',
    '',
    'Each interval holds on its own: of 20, one misses by chance.',
  ]);
  expect(drawnLines(evaluationGroupsView(GROUPS), 50)[1]).toBe('locale  rows  note');
  const large = { ...GROUPS, level: 0.9, groups: [{ ...GROUP, errors: 0 }] };
  expect(drawnLines(evaluationGroupsView(large)).slice(1)).toEqual([
    'locale  rows  exact_match',
    'de        20  0.75 (0.531 – 0.888)',
    '',
    'Each interval holds on its own: of 10, one misses by chance.',
  ]);
  expect(drawnLines(evaluationGroupsView({ ...GROUPS, groups: [] }))).toContain('There are no rows to group.');
  expect(evaluationGroupsView(null)).toEqual([]);
});
