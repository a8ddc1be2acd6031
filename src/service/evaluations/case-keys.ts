import type { RouteSchema } from '../../contract/deployments/route-schema.ts';
import { CASE_COLUMN, caseInputs } from '../../contract/evaluations/case-inputs.ts';
import type { EvaluatorConfig } from '../../contract/evaluators/evaluator.ts';
import type { TestsetRow } from '../../contract/testsets/testset.ts';
import { closestNames } from '../../foundation/closest-names.ts';
import { messageOf, UserError } from '../../foundation/errors/wf-error.ts';
import { parseCondition } from '../../evaluation/rows/parse-condition.ts';
import type { EvaluationOptions } from '../../contract/evaluations/evaluation.ts';
import { type Db, fromJson } from '../store/schema.ts';
import { requireRevisionRow } from '../testsets/queries/testset-rows.ts';
import type { RevisedTestset } from '../testsets/queries/testsets.ts';
import { answerColumns } from './scenario-records.ts';

interface CaseKeyOptions {
  /** The route that the rows are sent to. */
  readonly route: RouteSchema;
  readonly configs: readonly EvaluatorConfig[];
  readonly correctAnswerColumn: string | null;
  /** Column whose values name the cases. */
  readonly clusterBy: string | null;
}

/** Creates the function that reads the inputs of a row. */
export function inputKeys({ route, configs, correctAnswerColumn }: Omit<CaseKeyOptions, 'clusterBy'>) {
  return caseInputs(route, answerColumns(configs, correctAnswerColumn));
}

/** Creates the function that reads what the rows of one case have in common: a name, or the inputs and expected answers. */
export function caseKeys({ clusterBy, ...options }: CaseKeyOptions) {
  const answers = answerColumns(options.configs, options.correctAnswerColumn);
  const toInput = inputKeys(options);
  return (row: TestsetRow): unknown => {
    const name = clusterBy === null ? null : row[clusterBy];
    if (name !== null && name !== undefined && name !== '') return { name };
    return { inputs: toInput(row), answers: [...answers].map((column) => row[column] ?? null) };
  };
}

/**
 * Checks the columns that options name, and finds the one that names the cases; `null` if none does.
 *
 * @throws {WF_INVALID_INPUT} when there is no such column
 */
export async function requireColumns(
  db: Db,
  { name, revision_id }: RevisedTestset,
  { cluster_by, subset }: EvaluationOptions,
): Promise<string | null> {
  const names = fromJson<string[]>((await requireRevisionRow(db, revision_id)).columns);
  for (const [index, condition] of (subset?.where ?? []).entries()) {
    const loc = ['subset', 'where', index];
    requireColumn(name, names, readField(condition, loc), loc);
  }
  if (cluster_by == null) return names.includes(CASE_COLUMN) ? CASE_COLUMN : null;
  requireColumn(name, names, cluster_by, ['cluster_by']);
  return cluster_by;
}

function readField(condition: string, loc: readonly (string | number)[]): string {
  try {
    return parseCondition(condition).field;
  } catch (error) {
    const msg = messageOf(error);
    const details = [{ loc: ['body', 'options', ...loc], msg, type: 'value_error' }];
    throw new UserError({ code: 'WF_INVALID_INPUT', message: msg, details, cause: error });
  }
}

function requireColumn(testset: string, names: readonly string[], wanted: string, loc: readonly (string | number)[]) {
  if (names.includes(wanted)) return;
  const near = closestNames(wanted, names);
  const msg = `Input should be a column of the test set: ${(near.length > 0 ? near : names).join(', ')}`;
  throw new UserError({
    code: 'WF_INVALID_INPUT',
    message: `Test set ${JSON.stringify(testset)} has no column ${JSON.stringify(wanted)}.`,
    details: [{ loc: ['body', 'options', ...loc], msg, type: 'enum' }],
  });
}
