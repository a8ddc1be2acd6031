import { closestNames } from '../../foundation/closest-names.ts';
import { UserError } from '../../foundation/errors/wf-error.ts';
import { columnsToRead, comparesWithAnswer } from '../../evaluation/evaluators/catalogue/evaluators.ts';
import type { EvaluatorSpec } from '../../evaluation/evaluators/settings/parse-evaluator-spec.ts';
import { toShortKey } from '../../evaluation/evaluators/definition/spec-name.ts';

export interface AnswerColumnsOptions {
  /** The test set's name as typed. */
  readonly testset: string;
  /** Columns of all rows; empty if unknown. */
  readonly columns: readonly string[];
  readonly evaluators: readonly EvaluatorSpec[];
}

/**
 * Checks that the test set has every column that the evaluators read, before any call costs money.
 *
 * @throws {WF_TESTSET_INVALID} with the missing column, the evaluator and the available columns
 */
export function requireAnswerColumns({ testset, columns, evaluators }: AnswerColumnsOptions): void {
  if (columns.length === 0) return;
  for (const { key, settings } of evaluators) {
    const column = columnsToRead(key, settings).find((name) => !columns.includes(name));
    if (column !== undefined) throw missingColumn(testset, column, columns, key);
  }
}

function missingColumn(testset: string, column: string, columns: readonly string[], key: string): UserError {
  const evaluator = toShortKey(key);
  const other = closestNames(column, columns)[0] ?? columns.at(-1) ?? 'COLUMN';
  const isAnswer = comparesWithAnswer(key);
  const use = isAnswer ? `with the answers that ${evaluator} expects` : `, which ${evaluator} reads`;
  return new UserError({
    code: 'WF_TESTSET_INVALID',
    message: `${testset} has no column ${JSON.stringify(column)}${isAnswer ? ' ' : ''}${use}. It has: ${columns.join(', ')}.`,
    nextSteps: isAnswer
      ? [`Name another column: --evaluators ${evaluator}:correct_answer_key=${other}`]
      : [`wf evaluators show ${evaluator}`],
    details: { column, columns },
  });
}
