import { expect, test } from 'vitest';
import type { HumanEvaluation } from '../../../../src/contract/human-evaluations/human-evaluation.ts';
import { metricsOf } from '../../../../src/evaluation/compare/metrics.ts';
import { joinVotes } from '../../../../src/evaluation/human/human-case.ts';
import { judgeAgainstVotes, type JudgeOptions } from '../../../../src/evaluation/human/judge-against-votes.ts';
import { evaluationOf, rowOf, scoreOf, streamOf } from '../../../helpers/evaluation-records.ts';
import { humanEvaluationOf, scoredEvaluationOf, scoredOf, votedOf } from '../../../helpers/human-records.ts';
import { roundFigures } from '../../../helpers/round-figures.ts';

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

const judge = async (
  evaluation: HumanEvaluation,
  given: ReturnType<typeof votedOf>,
  judges: JudgeOptions['judges'],
  judgePass: number | null = null,
) => {
  const cases = () => joinVotes(streamOf(given.scenarios), streamOf(given.votes));
  return roundFigures(await judgeAgainstVotes({ evaluation, judges, cases, passScore: 50, judgePass, level: 0.95 }));
};

test.each<[string, string[], Scores, number | null]>([
  ['passes and fails', ['aab+-b.'], [true, true, false, true, false, null, true], null],
  ['scores', ['aabb', 'abbb'], [0.9, 0.5, 0.4, 0.1], 0.5],
  ['scores without a bound', ['aabb'], [0.9, 0.5, 0.4, 0.1], null],
  ['fewer rows', ['aabb'], [true], null],
  ['no votes', ['....'], [true, true, true, true], null],
])('one judge with %s is compared with votes', async (_, votes, scores, pass) => {
  expect(await judge(humanEvaluationOf(), votedOf(votes), [judgeOf('a', scores)], pass)).toMatchSnapshot();
});

test('a judge of each variant is compared with preferences', async () => {
  const judges = [judgeOf('a', [1, 0.2, 0.5, 0.5, 0.1, null]), judgeOf('b', [0.5, 0.9, 0.5, 0.1, 0.9, 1])];
  expect(await judge(humanEvaluationOf(), votedOf(['aab+ba', 'abb-b.']), judges)).toMatchSnapshot();
});

test.each<[Scores, number | null]>([
  [[true, false, true, false], null],
  [[0.9, 0.4, 0.5, 0.6], 0.5],
])('a judge with %j is compared with scores', async (scores, pass) => {
  const given = scoredOf([
    [50, 49, 90, null],
    [50, 50, 80, null],
  ]);
  expect(await judge(scoredEvaluationOf(), given, [judgeOf('a', scores)], pass)).toMatchSnapshot();
});

test('a judge whose scores are better when lower passes from above', async () => {
  const judges = [judgeOf('a', [3, 1, 2, 5], 'levenshtein_distance')];
  expect(await judge(humanEvaluationOf(), votedOf(['aabb']), judges, 2)).toMatchSnapshot();
});

test('a judge of another variant, or of another output, pairs with no case', async () => {
  const other = judgeOf('a', [true, true]);
  const evaluation = { ...other.rows.evaluation, variant_ids: ['another'] };
  const rows = () => streamOf([rowOf({ input: 'case 0', output: 'else', scores: { exact_match: true } })]);
  expect(await judge(humanEvaluationOf(), votedOf(['ab']), [{ ...other, rows: { evaluation, rows } }])).toMatchObject({
    cases: 0,
    unpaired: 2,
    undecided: 0,
    agreement: null,
  });
});

test('an input may be the expected answer of the judged row', async () => {
  const { scenarios, votes } = votedOf(['a']);
  const named = scenarios.map((scenario) => ({
    ...scenario,
    inputs: [...scenario.inputs, { input_name: 'correct_answer', input_value: 'case 0' }],
  }));
  expect(await judge(humanEvaluationOf(), { scenarios: named, votes }, [judgeOf('a', [true])])).toMatchObject({
    unpaired: 0,
    table: [
      [1, 0],
      [0, 0],
      [0, 0],
      [0, 0],
    ],
  });
});

test('there is at least one judge', async () => {
  await expect(judge(humanEvaluationOf(), votedOf(['a']), [])).rejects.toThrow(
    expect.objectContaining({ message: 'There is at least one judge.' }),
  );
});
