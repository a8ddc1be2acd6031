import type { EvaluationScenario } from '../../contract/evaluations/evaluation.ts';

/** Reads one field of a row; `null` where the row has none. */
export type ReadField = (row: EvaluationScenario) => unknown;

/** Lists the test set columns of a row. */
export function columnsOf({ inputs, correct_answers }: EvaluationScenario): string[] {
  return [...inputs.map(({ name }) => name), ...correct_answers.map(({ key }) => key)];
}

/** Reads a cell of a row by its column; `null` where the row has none. */
export function cellOf({ inputs, correct_answers }: EvaluationScenario, column: string): unknown {
  const input = inputs.find(({ name }) => name === column);
  return (input ?? correct_answers.find(({ key }) => key === column))?.value ?? null;
}
