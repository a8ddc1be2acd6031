import type { Result } from '../../contract/evaluations/result.ts';
import { isUnfinished } from '../../contract/evaluations/evaluation-status.ts';
import type { OperationContext } from '../operation/context.ts';
import { fromJson } from '../store/json-column.ts';
import type { EvaluationRow } from './queries/evaluations.ts';

/**
 * Reports an evaluation that is stuck because the database cannot store its failure.
 *
 * @throws the error of its runner
 */
export function requireProgress(
  { id, status }: EvaluationRow,
  problemOf: OperationContext['service']['problemOf'],
): void {
  if (!isUnfinished(fromJson<Result>(status))) return;
  const problem = problemOf(id);
  if (problem !== null) throw problem;
}
