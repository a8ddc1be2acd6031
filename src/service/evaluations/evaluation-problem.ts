import type { Result } from '../../contract/evaluations/result.ts';
import { isUnfinished } from '../../evaluation/results/evaluation-status.ts';
import type { OperationContext } from '../operation/operation.ts';
import { fromJson } from '../store/json-column.ts';
import type { EvaluationRow } from './queries/evaluations.ts';

/**
 * Whoever waits for an evaluation learns that it does not get on: the database that would hold its failure takes nothing.
 *
 * @throws what its runner met
 */
export function requireProgress({ id, status }: EvaluationRow, problemOf: OperationContext['problemOf']): void {
  if (!isUnfinished(fromJson<Result>(status))) return;
  const problem = problemOf(id);
  if (problem !== null) throw problem;
}
