import type { Evaluation, EvaluationScenario } from '../../contract/records/evaluation.ts';
import { notFound } from '../../errors/not-found.ts';
import { isErroneous, metricsOf } from '../compare/metrics.ts';

/** Reads one field of a row; `null` where the row has none. */
export type ReadField = (row: EvaluationScenario) => unknown;

/**
 * Finds what a name means on the rows of an evaluation: an evaluator, `cost`, `latency`, `error` (whether the row went
 * wrong), `output`, or else a column of the test set.
 */
export function fieldOf(evaluation: Evaluation, name: string): ReadField {
  const metric = metricsOf(evaluation).find((candidate) => candidate.name === name);
  if (metric !== undefined) return metric.read;
  if (name === 'error') return isErroneous;
  if (name === 'output') return ({ outputs }) => outputs[0]?.result.value ?? null;
  return (row) => cellOf(row, name);
}

/**
 * Tells a column that no row had from one that is there.
 *
 * @param columns - that the rows had
 * @throws {WF_NOT_FOUND} with the names that come near
 */
export function requireField(evaluation: Evaluation, name: string, columns: ReadonlySet<string>): void {
  const own = [...metricsOf(evaluation).map((metric) => metric.name), 'error', 'output'];
  if (own.includes(name) || columns.has(name)) return;
  throw notFound({ kind: 'field of the rows', name, available: [...own, ...columns] });
}

/** Names the columns of the test set that a row was made from. */
export function columnsOf({ inputs, correct_answers }: EvaluationScenario): string[] {
  return [...inputs.map(({ name }) => name), ...correct_answers.map(({ key }) => key)];
}

function cellOf({ inputs, correct_answers }: EvaluationScenario, column: string): unknown {
  const input = inputs.find(({ name }) => name === column);
  return (input ?? correct_answers.find(({ key }) => key === column))?.value ?? null;
}
