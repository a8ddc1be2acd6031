import { expect, test } from 'vitest';
import { compareEvaluations } from '../../../../src/evaluation/compare/compare-evaluations.ts';
import { evaluationOf, rowOf, scoreOf, streamOf, type RowOf } from '../../../helpers/evaluation-records.ts';
import { roundFigures } from '../../../helpers/round-figures.ts';

type Given = readonly (RowOf & { readonly row: number; readonly repeat: number })[];

const evaluated = (id: string, given: Given, part: object = {}) => ({
  evaluation: evaluationOf({
    id,
    aggregated_results: [scoreOf('exact_match', 1), scoreOf('levenshtein_distance', 1)],
    ...part,
  }),
  rows: () => streamOf(given.map(({ row, repeat, ...record }) => ({ ...rowOf(record), row, repeat }))),
});
const rowsOf = (passes: (index: number) => boolean, edits: (index: number) => number): Given =>
  Array.from({ length: 12 }, (_, index) => ({
    input: `case ${index >> 1}`,
    row: (index >> 1) + 1,
    repeat: (index & 1) + 1,
    output: `output ${index}`,
    scores: { exact_match: passes(index), levenshtein_distance: edits(index) },
    latency: (index + 1) / 10,
    cost: index < 8 ? (index + 1) / 100 : null,
  }));

const BASELINE = evaluated(
  'baseline',
  rowsOf(
    (index) => index < 6,
    (index) => index,
  ),
);
const CANDIDATE = evaluated(
  'candidate',
  rowsOf(
    (index) => index % 3 !== 0,
    (index) => 7 - (index >> 1),
  ),
);

test.each([0, 1, 10])('repeated rows are compared, with %d changed ones', async (maxRows) => {
  const comparison = await compareEvaluations({ baseline: BASELINE, candidates: [CANDIDATE], maxRows, level: 0.9 });
  expect(roundFigures(comparison)).toMatchSnapshot();
});

test('several candidates are compared, also unnamed ones', async () => {
  const unnamed = evaluated(
    'unnamed',
    rowsOf(
      () => true,
      () => 0,
    ).slice(0, 4),
    {
      variant_names: [],
      revisions: [],
      aggregated_results: [scoreOf('exact_match', 1)],
    },
  );
  const comparison = await compareEvaluations({ baseline: BASELINE, candidates: [CANDIDATE, unnamed], seed: 7 });
  expect(roundFigures(comparison)).toMatchSnapshot();
});

test('evaluations without a common row are refused', async () => {
  const empty = evaluated('empty', [], { testset_name: null });
  await expect(compareEvaluations({ baseline: BASELINE, candidates: [empty] })).rejects.toThrow(
    'The evaluations baseline (test set cases) and empty (test set unknown) have no row in common: there is nothing to compare.',
  );
});
