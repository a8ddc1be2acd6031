import { closestNames } from '../errors/closest-names.ts';
import { UserError } from '../errors/wf-error.ts';
import { needsAnswer } from '../evaluation/compares-with-answer.ts';
import { expectedColumn } from '../evaluation/evaluators/read-answers.ts';
import type { EvaluatorSpec } from '../evaluation/parse-evaluator-spec.ts';

export interface AnswerColumnsOptions {
  /** The test set as the person named it. */
  readonly testset: string;
  /** Of all its rows; none when nobody knows. */
  readonly columns: readonly string[];
  readonly evaluators: readonly EvaluatorSpec[];
}

/**
 * Checks that evaluators find the column they compare outputs with, before a single call is paid for.
 *
 * @throws {WF_TESTSET_INVALID} naming the column, the evaluator and the columns there are
 */
export function requireAnswerColumns({ testset, columns, evaluators }: AnswerColumnsOptions): void {
  if (columns.length === 0) return;
  for (const { key, settings } of evaluators.filter((evaluator) => needsAnswer(evaluator.key))) {
    const column = expectedColumn(settings);
    if (!columns.includes(column)) throw missingColumn(testset, column, columns, key.replace(/^auto_/, ''));
  }
}

function missingColumn(testset: string, column: string, columns: readonly string[], evaluator: string): UserError {
  const other = closestNames(column, columns)[0] ?? columns.at(-1) ?? 'COLUMN';
  return new UserError({
    code: 'WF_TESTSET_INVALID',
    message: `${testset} has no column ${JSON.stringify(column)} with the answers that ${evaluator} expects. It has: ${columns.join(', ')}.`,
    nextSteps: [`Name another column: --evaluators ${evaluator}:correct_answer_key=${other}`],
    details: { column, columns },
  });
}
