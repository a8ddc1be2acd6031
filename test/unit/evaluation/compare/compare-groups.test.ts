import { expect, test } from 'vitest';
import { compareEvaluations } from '../../../../src/evaluation/compare/compare-evaluations.ts';
import { createRandom } from '../../../../src/evaluation/statistics/random.ts';
import { evaluationOf, rowOf, streamOf } from '../../../helpers/evaluation-records.ts';

interface Sliced {
  readonly locale?: string;
  readonly before: boolean;
  readonly after: boolean;
}

const CANDIDATE = evaluationOf({
  id: '01932c5e-3333-7000-8000-000000000002',
  variant_names: ['tuned'],
  revisions: ['1'],
});

async function compareBy(groupBy: string, rows: readonly Sliced[]) {
  const rowsWith = (passed: (row: Sliced) => boolean) => () =>
    streamOf(
      rows.map((row, index) => {
        const made = rowOf({ input: `case ${index}`, scores: { exact_match: passed(row) } });
        const cells = row.locale === undefined ? [] : [{ name: 'locale', type: 'text', value: row.locale }];
        return { ...made, inputs: [...made.inputs, ...cells] };
      }),
    );
  const comparison = await compareEvaluations({
    baseline: { evaluation: evaluationOf(), rows: rowsWith(({ before }) => before) },
    candidates: [{ evaluation: CANDIDATE, rows: rowsWith(({ after }) => after) }],
    groupBy,
  });
  const groups = comparison.candidates[0]?.groups ?? [];
  return { comparison, groups, verdicts: groups.map(({ value, metrics }) => [value, metrics[0]?.verdict]) };
}

const times = (count: number, row: Sliced): Sliced[] => Array.from({ length: count }, () => row);

test('a gain in one group and a loss in another are found, where all rows together show nothing', async () => {
  const { comparison, groups, verdicts } = await compareBy('locale', [
    ...times(30, { locale: 'de', before: false, after: true }),
    ...times(30, { locale: 'fr', before: true, after: false }),
    ...times(4, { before: true, after: true }),
  ]);
  expect(comparison.candidates[0]?.metrics[0]).toMatchObject({ verdict: 'no difference shown', better: 30, worse: 30 });
  expect(comparison.group_by).toBe('locale');
  expect(verdicts).toEqual([
    ['de', 'better'],
    ['fr', 'worse'],
    [null, 'too few rows'],
  ]);
  expect(groups.map(({ rows, is_small }) => [rows, is_small])).toEqual([
    [30, false],
    [30, false],
    [4, true],
  ]);
});

test('a comparison lets others run between its metrics', async () => {
  let turns = 0;
  let isOver = false;
  const turn = (): void => {
    turns += 1;
    if (!isOver) setImmediate(turn);
  };
  setImmediate(turn);
  const locales = Array.from({ length: 10 }, (_, index) => `locale ${index}`);
  const { groups } = await compareBy(
    'locale',
    locales.flatMap((locale) => times(6, { locale, before: false, after: true })),
  );
  isOver = true;
  expect(turns).toBeGreaterThan(2 * groups.flatMap(({ metrics }) => metrics).length);
});

test('verdicts of groups share one error rate, and leave that of all rows alone', async () => {
  // 6 rows that change are p = 0.03125 by McNemar: shown in one group, not in two.
  const six = (locale: string) => times(6, { locale, before: false, after: true });
  const one = await compareBy('locale', six('de'));
  expect(one.verdicts).toEqual([['de', 'better']]);
  const two = await compareBy('locale', [...six('de'), ...times(20, { locale: 'fr', before: true, after: true })]);
  expect(two.groups.map(({ metrics }) => metrics[0]?.p_adjusted)).toEqual([1, 0.0625]);
  expect(two.verdicts).toEqual([
    ['fr', 'no difference shown'],
    ['de', 'too few rows'],
  ]);
  expect(two.comparison.candidates[0]?.metrics[0]).toMatchObject({ p_adjusted: 0.03125, verdict: 'better' });
});

test('equal variants get a verdict in at most one comparison of twenty, over ten groups', async () => {
  const random = createRandom(11);
  let wrong = 0;
  for (let run = 0; run < 200; run += 1) {
    const rows = Array.from({ length: 300 }, (_, index) => ({
      locale: `l${index % 10}`,
      before: random.below(10) < 7,
      after: random.below(10) < 7,
    }));
    const { verdicts } = await compareBy('locale', rows);
    if (verdicts.some(([, verdict]) => verdict === 'better' || verdict === 'worse')) wrong += 1;
  }
  expect(wrong).toBeLessThanOrEqual(10);
});

test('a column that no row has is refused, and so is a score', async () => {
  const rows = times(3, { locale: 'de', before: true, after: false });
  await expect(compareBy('locals', rows)).rejects.toMatchObject({
    code: 'WF_NOT_FOUND',
    message: 'No column of the rows is called "locals". Did you mean locale?',
  });
  await expect(compareBy('exact_match', rows)).rejects.toMatchObject({ code: 'WF_NOT_FOUND' });
});

test('of 40 groups whose cost doubles in every row, each is worse', async () => {
  const costing = (factor: number) => () =>
    streamOf(
      Array.from({ length: 800 }, (_, index) => {
        const made = rowOf({
          input: `case ${index}`,
          scores: { exact_match: true },
          cost: (1 + (index % 7) / 10) * factor,
        });
        return { ...made, inputs: [...made.inputs, { name: 'locale', type: 'text', value: `locale ${index % 40}` }] };
      }),
    );
  const { candidates } = await compareEvaluations({
    baseline: { evaluation: evaluationOf(), rows: costing(0.01) },
    candidates: [{ evaluation: CANDIDATE, rows: costing(0.02) }],
    groupBy: 'locale',
  });
  const costs = candidates[0]?.groups?.map(({ metrics }) => metrics.find(({ metric }) => metric === 'cost')?.verdict);
  expect(costs).toEqual(Array.from({ length: 40 }, () => 'worse'));
});
