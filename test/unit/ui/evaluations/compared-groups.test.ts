import { expect, test } from 'vitest';
import type { ComparedCandidate, ComparedMetric, Comparison } from '../../../../src/contract/evaluations/comparison.ts';
import { comparedGroupBlocks } from '../../../../src/ui/evaluations/compared-groups.ts';
import { drawnLines, writtenLines } from '../fixtures.ts';

const METRIC = {
  metric: 'exact_match',
  kind: 'pass_fail',
  goal: 'higher',
  pairs: 20,
  missing: 1,
  baseline: 0.5,
  candidate: 0.75,
  difference: 0.25,
  scale: 'difference',
  change: 0.25,
  interval: [0.1, 0.4],
  p_value: 0.01,
  p_adjusted: 0.02,
  least_pairs: 6,
  better: 6,
  worse: 1,
  same: 13,
  calls: null,
  verdict: 'better',
} as unknown as ComparedMetric;

const NOTHING: ComparedMetric = { ...METRIC, metric: 'cost', verdict: 'no data', baseline: null, candidate: null };
const COMPARISON = { baseline: { variant: 'default@1' }, level: 0.95, group_by: 'locale' } as unknown as Comparison;

const candidateOf = (groups: ComparedCandidate['groups']) => ({ variant: 'formal@2', groups }) as ComparedCandidate;

const GROUPS: ComparedCandidate['groups'] = [
  { value: 'de', rows: 20, is_small: false, metrics: [METRIC, NOTHING] },
  { value: null, rows: 3, is_small: true, metrics: [METRIC] },
];

const REMARK = 'The verdicts of these groups are at 95 % together, apart from those of all rows.';

test('people see the metrics of each group that have figures', () => {
  expect(drawnLines(comparedGroupBlocks(COMPARISON, candidateOf(GROUPS)), 140)).toMatchInlineSnapshot(`
    [
      "formal@2 after default@1, by locale",
      "                                                                                              rows   rows         p",
      "locale  rows  metric       before  after  change  worse   │  better  verdict   interval     better  worse  adjusted  missing  note",
      "de        20  exact_match     0.5   0.75   +0.25          │ ├──●──┤  ✓ better  +0.1 … +0.4       6      1      0.02        1  -",
      "(none)     3  exact_match     0.5   0.75   +0.25          │ ├──●──┤  ✓ better  +0.1 … +0.4       6      1      0.02        1  few rows",
      "",
      "The verdicts of these groups are at 95 % together, apart from those of all rows.",
    ]
  `);
});

test('programs get every metric of every group', () => {
  const lines = writtenLines(comparedGroupBlocks(COMPARISON, candidateOf(GROUPS)));
  expect(lines[0]).toBe('formal@2 after default@1, by locale');
  expect(lines.slice(1).map((line) => line.split(/ {2,}/).slice(0, 3))).toEqual([
    ['LOCALE', 'ROWS', 'METRIC'],
    ['de', '20', 'exact_match'],
    ['de', '20', 'cost'],
    ['-', '3', 'exact_match'],
    [''],
    [REMARK],
  ]);
});

test('the level of the verdicts has four digits', () => {
  const blocks = comparedGroupBlocks({ ...COMPARISON, level: 0.987_654 }, candidateOf(GROUPS));
  expect(writtenLines(blocks).at(-1)).toBe(REMARK.replace('95', '98.77'));
});

test('on a narrow terminal, the number of rows and the note are dropped with the least columns of metrics', () => {
  const [, table] = comparedGroupBlocks(COMPARISON, candidateOf(GROUPS));
  const heads = table?.type === 'table' ? table.columns : [];
  const shared = heads.filter(({ header }) => ['locale', 'rows', 'note'].includes(header));
  expect(shared.map(({ header, kind, dropOrder }) => [header, kind, dropOrder])).toEqual([
    ['locale', 'text', 0],
    ['rows', 'integer', 3],
    ['note', 'text', 3],
  ]);
});

test('without small groups there is no note, and without groups nothing', () => {
  const large = GROUPS.map((group) => ({ ...group, is_small: false }));
  expect(drawnLines(comparedGroupBlocks(COMPARISON, candidateOf(large)), 140)[1]).not.toContain('note');
  expect(comparedGroupBlocks(COMPARISON, candidateOf(undefined))).toEqual([]);
  const none = comparedGroupBlocks(COMPARISON, candidateOf([{ value: 'de', rows: 1, is_small: true, metrics: [] }]));
  expect(drawnLines(none)).toEqual([
    'formal@2 after default@1, by locale',
    'They have no metrics in common.',
    '',
    REMARK,
  ]);
});
