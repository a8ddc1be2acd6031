import type { EvaluationScenario } from '../../../src/contract/evaluations/evaluation.ts';
import type { ComparedMetric } from '../../../src/contract/evaluations/comparison.ts';
import { compareEvaluations } from '../../../src/evaluation/compare/compare-evaluations.ts';
import { createRandom } from '../../../src/evaluation/statistics/random.ts';
import { evaluationOf, rowOf, type RowOf, scoreOf, streamOf } from '../evaluation-records.ts';
import { createDraw, type Draw } from './shapes.ts';

/** The two rows of a case, before and after. */
export type DrawRows = (draw: Draw) => readonly [Omit<RowOf, 'input'>, Omit<RowOf, 'input'>];

export interface SimulatedEvaluations {
  readonly metric: string;
  /** Cases of each run. */
  readonly cases: number;
  readonly runs: number;
  /** How often each row is in the test set. */
  readonly copies: number;
  readonly draw: DrawRows;
}

/** Simulates comparisons of stored evaluations. @returns the share of runs with a verdict of `better` or `worse` */
export async function simulateEvaluations(simulated: SimulatedEvaluations): Promise<number> {
  const { cases, copies, runs } = simulated;
  const draw = createDraw(createRandom(cases * copies));
  let count = 0;
  for (let run = 0; run < runs; run += 1) {
    const { verdict } = await compareDrawn(simulated, draw);
    if (verdict === 'better' || verdict === 'worse') count += 1;
  }
  return count / runs;
}

async function compareDrawn(
  { cases, copies, metric, draw: drawRows }: SimulatedEvaluations,
  draw: Draw,
): Promise<ComparedMetric> {
  const drawn = Array.from({ length: cases }, () => drawRows(draw));
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
  if (found === undefined) throw new Error(`Nothing compared ${metric}.`);
  return found;
}

/** @yields each row several times, shuffled: rows that repeat one another are seldom adjacent */
function* copiesOf(rows: readonly Omit<RowOf, 'input'>[], copies: number): Generator<EvaluationScenario> {
  for (let copy = 0; copy < copies; copy += 1) {
    for (const [index, row] of rows.entries()) {
      yield { ...rowOf({ input: String(index), ...row }), row: copy * rows.length + index + 1, repeat: 1 };
    }
  }
}

export const ALIKE_PASSES: DrawRows = ({ uniform }) => [
  { scores: { exact_match: uniform() < 0.5 } },
  { scores: { exact_match: uniform() < 0.5 } },
];

export const ALIKE_COSTS: DrawRows = ({ normal }) => [
  { cost: Math.exp(0.5 * normal()), scores: { exact_match: true } },
  { cost: Math.exp(0.5 * normal()), scores: { exact_match: true } },
];

/** Both answer wrong as often. Of the wrong answers, so many fail instead on either side. */
export function failingInstead(before: number, after: number): DrawRows {
  return ({ uniform }) => {
    const score = (failing: number) => {
      const isRight = uniform() < 0.6;
      return { scores: { exact_match: isRight || uniform() >= failing ? isRight : null } };
    };
    return [score(before), score(after)];
  };
}
