import { shellWord } from '../../foundation/shell-word.ts';
import { ROUTES_STEP, UserError } from '../../foundation/errors/wf-error.ts';
import type { RouteSchema } from '../../contract/deployments/route-schema.ts';
import type { TestsetRow } from '../../contract/testsets/testset.ts';
import { closestNames } from '../../foundation/closest-names.ts';
import { requiredInputs } from '../../contract/evaluations/case-inputs.ts';
import { columnsToRead, comparesWithAnswer } from '../../evaluation/evaluators/catalogue/evaluators.ts';
import type { EvaluatorSpec } from '../../evaluation/evaluators/settings/parse-evaluator-spec.ts';
import { toShortKey } from '../../evaluation/evaluators/definition/spec-name.ts';

interface InputColumnsOptions {
  readonly testset: string;
  readonly rows: readonly TestsetRow[];
  /** Index of the first of these rows in the test set. */
  readonly start: number;
  readonly route: RouteSchema;
}

/**
 * Checks that every row has the route's required inputs, before anything is stored.
 *
 * @throws {WF_TESTSET_INVALID} with the missing input, the row and its columns
 */
export function requireInputColumns({ testset, rows, start, route }: InputColumnsOptions): void {
  for (const input of requiredInputs(route)) {
    const index = rows.findIndex((row) => !Object.hasOwn(row, input));
    if (index === -1) continue;
    const columns = Object.keys(rows[index] ?? {});
    const near = closestNames(input, columns)[0];
    throw new UserError({
      code: 'WF_TESTSET_INVALID',
      message: `Route ${route.path} needs the input ${JSON.stringify(input)}, which row ${start + index + 1} of ${testset} does not have. It has: ${columns.join(', ')}.`,
      nextSteps: near === undefined ? [ROUTES_STEP] : [`Rename the column ${near} to ${input}`],
      details: { input, row: start + index + 1, columns },
    });
  }
}

interface AnswerColumnsOptions {
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
      : [`wf evaluators show ${shellWord(evaluator)}`],
    details: { column, columns },
  });
}
