import type { Evaluation } from '../../contract/evaluations/evaluation.ts';
import type { Row } from './read-row.ts';

/** A column with the scores of one evaluator. */
export interface EvaluatorColumn {
  readonly id: string;
  readonly name: string;
}

/** Most rows to search for evaluators that the evaluation does not list. */
const MOST_ROWS = 100;

/**
 * Finds the evaluator columns: those in the evaluation's summary and, while it runs, those of its rows.
 *
 * @param names - names of the app's evaluator configurations, by id
 */
export function evaluatorColumns(
  { aggregated_results }: Pick<Evaluation, 'aggregated_results'>,
  rows: readonly Row[],
  names: ReadonlyMap<string, string>,
): readonly EvaluatorColumn[] {
  const columns = new Map(aggregated_results.map(({ evaluator_config: { id, name } }) => [id, name]));
  for (const { verdicts } of rows.slice(0, MOST_ROWS)) {
    for (const id of Object.keys(verdicts)) if (!columns.has(id)) columns.set(id, names.get(id) ?? id);
  }
  return [...columns].map(([id, name]) => ({ id, name }));
}
