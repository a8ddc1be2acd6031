import type { Evaluation } from '../../contract/evaluations/evaluation.ts';
import type { Row } from './read-row.ts';

/** A column of verdicts. */
export interface EvaluatorColumn {
  readonly id: string;
  readonly name: string;
}

/** How many rows are looked at for verdicts of which the evaluation itself says nothing. */
const LOOKED_AT = 100;

/**
 * Finds the columns of verdicts: what the evaluation sums up, and, while it is not finished, what its rows have.
 *
 * @param names - of the app's evaluator configurations, by id
 */
export function evaluatorColumns(
  { aggregated_results }: Pick<Evaluation, 'aggregated_results'>,
  rows: readonly Row[],
  names: ReadonlyMap<string, string>,
): readonly EvaluatorColumn[] {
  const columns = new Map(aggregated_results.map(({ evaluator_config: { id, name } }) => [id, name]));
  for (const { verdicts } of rows.slice(0, LOOKED_AT)) {
    for (const id of Object.keys(verdicts)) if (!columns.has(id)) columns.set(id, names.get(id) ?? id);
  }
  return [...columns].map(([id, name]) => ({ id, name }));
}
