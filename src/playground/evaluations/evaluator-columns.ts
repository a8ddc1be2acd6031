import type { Evaluation } from '../../contract/evaluations/evaluation.ts';
import type { Row } from './read-row.ts';

/** A column with the scores of one evaluator. */
export interface EvaluatorColumn {
  readonly id: string;
  readonly name: string;
  /** Whether it scores with numbers. */
  readonly isNumber: boolean;
}

/** Most rows to search for what the evaluation does not say of its evaluators. */
const MAX_ROWS = 100;

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
  const first = rows.slice(0, MAX_ROWS);
  for (const { verdicts } of first) {
    for (const id of Object.keys(verdicts)) if (!columns.has(id)) columns.set(id, names.get(id) ?? id);
  }
  return [...columns].map(([id, name]) => ({
    id,
    name,
    isNumber: first.some(({ verdicts }) => isNumeric(verdicts[id])),
  }));
}

function isNumeric(verdict: string | undefined): boolean {
  return verdict !== undefined && verdict !== '' && Number.isFinite(Number(verdict));
}
