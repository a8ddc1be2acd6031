import { expect, test } from 'vitest';
import type { EvaluationScenario } from '../../src/contract/evaluations/evaluation.ts';
import { compareEvaluations } from '../../src/evaluation/compare/compare-evaluations.ts';
import { createRandom } from '../../src/evaluation/statistics/random.ts';
import { createDraw, type Draw } from '../helpers/error-rates/shapes.ts';
import { evaluationOf, rowOf, type RowOf, scoreOf, streamOf } from '../helpers/evaluation-records.ts';

interface Simulated {
  readonly metric: string;
  /** Cases of each run. */
  readonly cases: number;
  readonly runs: number;
  /** How often each row is in the test set. */
  readonly copies: number;
  readonly draw: (draw: Draw) => readonly [Omit<RowOf, 'input'>, Omit<RowOf, 'input'>];
}

/** Simulates comparisons through the front door. @returns the share of runs with a verdict of `better` or `worse` */
async function falseVerdicts({ metric, cases, runs, copies, draw: drawPair }: Simulated): Promise<number> {
  const draw = createDraw(createRandom(cases * copies));
  let count = 0;
  for (let run = 0; run < runs; run += 1) {
    const drawn = Array.from({ length: cases }, () => drawPair(draw));
    const evaluated = (side: 0 | 1, id: string) => ({
      evaluation: evaluationOf({ id, aggregated_results: [scoreOf('exact_match', 0)] }),
      rows: () =>
        streamOf(
          copiesOf(
            drawn.map((pair) => pair[side]),
            copies,
          ),
        ),
    });
    const comparison = await compareEvaluations({ baseline: evaluated(0, 'a'), candidates: [evaluated(1, 'b')] });
    const found = comparison.candidates[0]?.metrics.find((each) => each.metric === metric);
    if (found?.verdict === 'better' || found?.verdict === 'worse') count += 1;
  }
  return count / runs;
}

/** @yields each row several times, shuffled: rows that repeat one another are seldom adjacent */
function* copiesOf(rows: readonly Omit<RowOf, 'input'>[], copies: number): Generator<EvaluationScenario> {
  for (let copy = 0; copy < copies; copy += 1) {
    for (const [index, row] of rows.entries()) {
      yield { ...rowOf({ input: String(index), ...row }), row: copy * rows.length + index + 1, repeat: 1 };
    }
  }
}

const PASSES: Simulated['draw'] = ({ uniform }) => [
  { scores: { exact_match: uniform() < 0.5 } },
  { scores: { exact_match: uniform() < 0.5 } },
];
const COSTS: Simulated['draw'] = ({ normal }) => [
  { cost: Math.exp(0.5 * normal()), scores: { exact_match: true } },
  { cost: Math.exp(0.5 * normal()), scores: { exact_match: true } },
];

// With 100 runs, a rate of 5 % is seen as up to 10 % in 97.5 % of all seeds; rows that counted as cases had 25 to 50 %.
test.each([
  ['exact_match', 1, PASSES],
  ['exact_match', 3, PASSES],
  ['exact_match', 10, PASSES],
  ['cost', 3, COSTS],
  ['cost', 10, COSTS],
] as const)('%s of rows that are %d times in the test set has few false verdicts', async (metric, copies, draw) => {
  expect(await falseVerdicts({ metric, cases: 30, runs: 100, copies, draw })).toBeLessThanOrEqual(0.1);
});

// Both answer wrong as often. Where b fails half of its wrong answers instead, those rows still count as wrong.
test.each([40, 200])('failing instead of answering wrong helps nobody, on %d rows', async (cases) => {
  const draw: Simulated['draw'] = ({ uniform }) => {
    const [one, other] = [uniform() < 0.6, uniform() < 0.6];
    return [{ scores: { exact_match: one } }, { scores: { exact_match: other || uniform() < 0.5 ? other : null } }];
  };
  expect(await falseVerdicts({ metric: 'exact_match', cases, runs: 100, copies: 1, draw })).toBeLessThanOrEqual(0.1);
});
