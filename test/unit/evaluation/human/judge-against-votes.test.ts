import { describe, expect, test } from 'vitest';
import { metricsOf } from '../../../../src/evaluation/compare/metrics.ts';
import { joinVotes } from '../../../../src/evaluation/human/human-case.ts';
import { judgeAgainstVotes, type JudgeOptions } from '../../../../src/evaluation/human/judge-against-votes.ts';
import { evaluationOf, rowOf, scoreOf, streamOf } from '../../../helpers/evaluation-records.ts';
import { humanEvaluationOf, scoredEvaluationOf, scoredOf, votedOf } from '../../../helpers/human-records.ts';

type Scores = readonly (number | boolean | null)[];

/** An evaluator's scores of the outputs `a0`, `a1`, …, or of `b0`, `b1`, … */
function judgeOf(name: 'a' | 'b', scores: Scores, evaluator = 'exact_match') {
  const variants = humanEvaluationOf().variant_ids;
  const evaluation = evaluationOf({
    variant_ids: [variants[name === 'a' ? 0 : 1] ?? ''],
    aggregated_results: [scoreOf(evaluator, 1)],
  });
  const rows = scores.map((score, index) =>
    rowOf({ input: `case ${index}`, output: `${name}${index}`, scores: { [evaluator]: score } }),
  );
  const [metric] = metricsOf(evaluation);
  if (metric === undefined) throw new Error('There is a metric.');
  return { name: `${name}:${evaluator}`, rows: { evaluation, rows: () => streamOf(rows) }, metric };
}

async function judge(
  given: ReturnType<typeof votedOf>,
  judges: JudgeOptions['judges'],
  options: Partial<Pick<JudgeOptions, 'evaluation' | 'judgePass' | 'passScore'>> = {},
) {
  const cases = () => joinVotes(streamOf(given.scenarios), streamOf(given.votes));
  const usual = { evaluation: humanEvaluationOf(), passScore: 50, judgePass: null, level: 0.95 };
  return await judgeAgainstVotes({ ...usual, judges, cases, ...options });
}

describe('one judge of a variant', () => {
  const NONE = [0, 0];

  test.each<[string, string, Scores, number | null, number[][], object]>([
    // Two for the variant, of which both passed; one each for the other, for both and for none.
    [
      'passes and failures',
      'aab+-b.',
      [true, true, false, true, false, null, true],
      null,
      [[2, 0], [0, 1], [1, 0], [0, 1]], // prettier-ignore
      { cases: 5, undecided: 1, unpaired: 0 },
    ],
    ['scores from a bound on', 'aabb', [0.9, 0.5, 0.4, 0.1], 0.5, [[2, 0], [0, 2], NONE, NONE], { cases: 4 }], // prettier-ignore
    ['scores without a bound', 'aabb', [0.9, 0.5, 0.4, 0.1], null, [NONE, NONE, NONE, NONE], { undecided: 4 }],
    ['fewer rows', 'aabb', [true], null, [[1, 0], NONE, NONE, NONE], { cases: 1, unpaired: 3 }],
    ['rows that nobody voted on', '....', [true, true, true, true], null, [NONE, NONE, NONE, NONE], { cases: 0 }],
  ])('with %s is set against what people voted', async (_, votes, scores, judgePass, table, counts) => {
    const judged = await judge(votedOf([votes]), [judgeOf('a', scores)], { judgePass });
    expect(judged).toMatchObject({ table, ...counts, agreement: null, interval: null, kappa: null });
    expect(judged).toMatchObject({
      against: ['a:exact_match'],
      human_labels: ['default@2', 'tuned@1', 'both good', 'both bad'],
      judge_labels: ['good', 'bad'],
    });
  });

  test('passes up to a bound where less is better', async () => {
    const judged = await judge(votedOf(['aabb']), [judgeOf('a', [3, 1, 2, 5], 'levenshtein_distance')], {
      judgePass: 2,
    });
    expect(judged.table).toEqual([[1, 1], [1, 1], NONE, NONE]); // prettier-ignore
  });

  test('is set against what most people chose, unless there is a tie', async () => {
    const { table, undecided } = await judge(votedOf(['aa+', 'bb+', '.ba']), [judgeOf('a', [true, true, true])]);
    expect([table, undecided]).toEqual([[NONE, [1, 0], [1, 0], NONE], 1]);
  });

  test('pairs with no case of another variant, or of another output', async () => {
    const other = judgeOf('a', [true, true]);
    const evaluation = { ...other.rows.evaluation, variant_ids: ['another'] };
    const rows = () => streamOf([rowOf({ input: 'case 0', output: 'else', scores: { exact_match: true } })]);
    expect(await judge(votedOf(['ab']), [{ ...other, rows: { evaluation, rows } }])).toMatchObject({
      cases: 0,
      unpaired: 2,
      undecided: 0,
    });
  });

  test('pairs by an input that is the expected answer of the judged row', async () => {
    const { scenarios, votes } = votedOf(['a']);
    const named = scenarios.map((scenario) => ({
      ...scenario,
      inputs: [...scenario.inputs, { input_name: 'correct_answer', input_value: 'case 0' }],
    }));
    expect(await judge({ scenarios: named, votes }, [judgeOf('a', [true])])).toMatchObject({ cases: 1, unpaired: 0 });
  });
});

describe('a judge of each variant', () => {
  test('prefers the better score, and agrees with people by a kappa', async () => {
    const judges = [judgeOf('a', [1, 0.2, 0.5, 0.5, 0.1, null]), judgeOf('b', [0.5, 0.9, 0.5, 0.1, 0.9, 1])];
    const judged = await judge(votedOf(['aab+ba', 'abb-b.']), judges);
    const labels = ['default@2', 'tuned@1', 'neither'];
    expect(judged).toMatchObject({
      against: ['a:exact_match', 'b:exact_match'],
      human_labels: labels,
      judge_labels: labels,
      // Votes aa, bb, +- and bb; the judge prefers a, neither, a and b. The second case is a tie of people.
      table: [[1, 0, 0], [0, 1, 1], [1, 0, 0]], // prettier-ignore
      cases: 4,
      undecided: 2,
      agreement: 0.5,
    });
    // 5/16 by chance: (1/2 − 5/16) / (1 − 5/16). Clopper and Pearson's interval of 2 of 4.
    expect(judged.kappa).toBeCloseTo(3 / 11, 12);
    expect(judged.interval).toEqual([expect.closeTo(0.067585986, 8), expect.closeTo(0.932414014, 8)]);
  });

  test('prefers the lower score where less is better', async () => {
    const judges = [judgeOf('a', [1, 4], 'levenshtein_distance'), judgeOf('b', [2, 3], 'levenshtein_distance')];
    expect((await judge(votedOf(['ab']), judges)).table).toEqual([[1, 0, 0], [0, 1, 0], [0, 0, 0]]); // prettier-ignore
  });
});

test.each<[Scores, number | null]>([
  [[true, false, true, false], null],
  [[0.9, 0.4, 0.5, 0.6], 0.5],
])('a judge with %j agrees with scores whose mean is good from the bound on', async (scores, judgePass) => {
  const given = scoredOf([
    [50, 49, 90, null],
    [50, 50, 80, null],
  ]);
  const evaluation = scoredEvaluationOf();
  expect(await judge(given, [judgeOf('a', scores)], { evaluation, judgePass })).toMatchObject({
    human_labels: ['good', 'bad'],
    judge_labels: ['good', 'bad'],
    table: [[2, 0], [0, 1]], // prettier-ignore
    cases: 3,
    agreement: 1,
    // Clopper and Pearson's interval of 3 of 3.
    interval: [expect.closeTo(0.292401774, 8), 1],
    kappa: 1,
    kappa_interval: null,
  });
});
