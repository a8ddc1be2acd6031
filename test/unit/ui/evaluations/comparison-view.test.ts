import { expect, test } from 'vitest';
import type { ComparedMetric, Comparison } from '../../../../src/contract/evaluations/comparison.ts';
import { comparisonView } from '../../../../src/ui/evaluations/comparison-view.ts';
import { NOTHING_MISSING } from '../../../helpers/evaluation-records.ts';
import { drawnLines, writtenLines } from '../fixtures.ts';

const EXACT: ComparedMetric = {
  metric: 'exact_match',
  kind: 'pass_fail',
  goal: 'higher',
  target: 'mean',
  pairs: 20,
  missing: { ...NOTHING_MISSING, candidate: 1, losses: 1, rows: [4] },
  without_errors: null,
  baseline: 0.5,
  candidate: 0.75,
  difference: 0.25,
  scale: 'difference',
  change: 0.25,
  interval: [0.1, 0.4],
  interval_level: 0.95,
  gate_interval: [0.05, 0.45],
  method: 'mcnemar',
  range: [0, 1],
  p_value: 0.01,
  p_adjusted: 0.02,
  least_pairs: 6,
  better: 6,
  worse: 1,
  same: 13,
  calls: null,
  variance: 0.2,
  verdict: 'better',
};
const LATENCY: ComparedMetric = {
  ...EXACT,
  metric: 'latency',
  kind: 'latency',
  goal: 'lower',
  target: 'median',
  scale: 'ratio',
  baseline: 1,
  candidate: 0.9,
  change: -0.1,
  interval: [-0.312_34, -0.001],
  missing: NOTHING_MISSING,
  method: 'sign_flips',
  calls: { warm_up: 2, shared: 0, interleaved: 20, apart: 0 },
  verdict: 'no difference shown',
};
const FEW: ComparedMetric = { ...LATENCY, change: 1, interval: null, verdict: 'too few rows' };
const NO_DATA: ComparedMetric = { ...EXACT, metric: 'cost', kind: 'cost', change: null, verdict: 'no data', pairs: 0 };

function comparisonOf(
  candidate: Partial<Comparison['candidates'][number]>,
  change: Partial<Comparison> = {},
): Comparison {
  const one = {
    id: 'e2',
    variant: 'formal@2',
    pairs: 20,
    rows: 20,
    only_in_baseline: 0,
    only_in_candidate: 0,
    evaluators_only_in_baseline: [],
    evaluators_only_in_candidate: [],
    errors: 0,
    baseline_errors: 0,
    worse_count: 0,
    better_count: 0,
    metrics: [],
    worse: [],
    better: [],
    flaky: 0,
    flaky_rows: [],
  };
  const baseline = { id: 'e1', variant: 'formal@1' };
  return { baseline, level: 0.95, seed: 1, candidates: [{ ...one, ...candidate }], ...change };
}

/** The lines of a comparison from one that begins so, up to the next empty line. */
function blockOf(lines: readonly string[], beginning: string): string[] {
  const start = lines.findIndex((line) => line.startsWith(beginning));
  const rest = start === -1 ? [] : lines.slice(start);
  const end = rest.indexOf('');
  return rest.slice(0, end === -1 ? undefined : end);
}

test('people see each metric with its sign and unit, and which have no data', () => {
  const lines = drawnLines(comparisonView(comparisonOf({ metrics: [EXACT, LATENCY, FEW, NO_DATA] })), 180);
  expect(blockOf(lines, 'formal@2')).toEqual([
    'formal@2 after formal@1, 20 rows',
    'metric       before   after  change  worse   │  better  verdict                                   interval          cases better  cases worse  p adjusted  missing',
    'exact_match     0.5    0.75   +0.25          │ ├──●──┤  ✓ better                                  +0.1 … +0.4                  6            1        0.02        1',
    'latency         1 s  900 ms   −10 %          │──●────┤  · unclear                                 −31.2 % … −0.1 %             6            1        0.02        -',
    'latency         1 s  900 ms  +100 %  ●       │          ? too few cases to say: 20 of at least 6  -                            6            1        0.02        -',
  ]);
  expect(lines).toContain('No row has data in both evaluations: cost.');
});

test('programs get figures without signs and units, and ratios in percent', () => {
  const lines = writtenLines(comparisonView(comparisonOf({ metrics: [EXACT, LATENCY, FEW, NO_DATA] })));
  expect(blockOf(lines, 'formal@2')).toEqual([
    'formal@2 (e2) after formal@1 (e1), 20 rows',
    'METRIC       BEFORE  AFTER  CHANGE     FROM      TO     P  P ADJUSTED  BETTER  WORSE  MISSING  VERDICT',
    'exact_match     0.5   0.75    0.25      0.1     0.4  0.01        0.02       6      1        1  better',
    'latency (s)       1    0.9   -10 %  -31.2 %  -0.1 %  0.01        0.02       6      1        0  no difference shown',
    'latency (s)       1    0.9   100 %        -       -  0.01        0.02       6      1        0  too few cases to say: 20 of at least 6',
    'cost (USD)      0.5   0.75       -      0.1     0.4  0.01        0.02       6      1        1  no data',
  ]);
});

test('rows of only one evaluation are counted, and flaky rows are listed', () => {
  const flaky_rows = [{ row: 5, metric: 'exact_match', baseline: null, candidate: true }];
  const page = comparisonView(comparisonOf({ only_in_baseline: 1, only_in_candidate: 2, flaky: 2, flaky_rows }));
  expect(drawnLines(page).slice(1, 9)).toEqual([
    'They have no metrics in common.',
    '',
    'No evaluator judged both. Cost and latency alone do not say which answers are better.',
    '',
    'Left out: 1 case that only the first evaluation has, 2 that only this one has.',
    '',
    'Flaky: repetitions disagree 2 times',
    'row  metric       mean before  mean after',
  ]);
});

const GROUPS = [
  { value: 'de', rows: 20, cases: 20, is_small: false, metrics: [EXACT, NO_DATA] },
  {
    value: null,
    rows: 3,
    cases: 3,
    is_small: true,
    metrics: [{ ...EXACT, verdict: 'too few rows' as const, pairs: 3 }],
  },
];
const grouped = (groups: typeof GROUPS, level = 0.95) =>
  comparisonView(comparisonOf({ metrics: [EXACT], groups }, { group_by: 'locale', level }));

test('groups are below their candidate: people see those with data, and a note where rows are few', () => {
  const lines = blockOf(drawnLines(grouped(GROUPS), 220), 'formal@2 after formal@1, by locale');
  expect(lines.slice(1).map((line) => line.split(/ {2,}/).toSpliced(6, 1))).toEqual([
    [
      'locale',
      'rows',
      'metric',
      'before',
      'after',
      'change',
      '│',
      'better',
      'verdict',
      'interval',
      'cases better',
      'cases worse',
      'p adjusted',
      'missing',
      'note',
    ],
    ['de', '20', 'exact_match', '0.5', '0.75', '+0.25', '✓ better', '+0.1 … +0.4', '6', '1', '0.02', '1', '-'],
    [
      '(none)',
      '3',
      'exact_match',
      '0.5',
      '0.75',
      '+0.25',
      '? too few cases to say: 3 of at least 6',
      '+0.1 … +0.4',
      '6',
      '1',
      '0.02',
      '1',
      'few cases',
    ],
  ]);
  const large = GROUPS.map((group) => ({ ...group, is_small: false }));
  expect(blockOf(drawnLines(grouped(large), 220), 'formal@2 after formal@1, by locale')[1]).not.toContain('note');
});

test('programs get every metric of every group, and the level of the verdicts has four digits', () => {
  const lines = writtenLines(grouped(GROUPS, 0.987_654));
  const table = blockOf(lines, 'formal@2 after formal@1, by locale');
  expect(table.slice(1).map((line) => line.split(/ {2,}/).slice(0, 3))).toEqual([
    ['LOCALE', 'ROWS', 'METRIC'],
    ['de', '20', 'exact_match'],
    ['de', '20', 'cost (USD)'],
    ['-', '3', 'exact_match'],
  ]);
  expect(lines).toContain('The verdicts of these groups are at 98.77 % together, apart from those of all rows.');
});
