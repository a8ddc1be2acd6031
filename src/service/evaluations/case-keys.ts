import type { RouteSchema } from '../../contract/deployments/route-schema.ts';
import { caseInputs } from '../../contract/evaluations/case-inputs.ts';
import type { EvaluatorConfig } from '../../contract/evaluators/evaluator.ts';
import type { TestsetRow } from '../../contract/testsets/testset.ts';
import { CASE_COLUMN } from '../../evaluation/compare/cases.ts';
import { closestNames } from '../../foundation/closest-names.ts';
import { UserError } from '../../foundation/errors/wf-error.ts';
import { type Db, fromJson } from '../store/schema.ts';
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

/** Creates the function that reads what the rows of one case have in common: a name, or the inputs and expected answers. */
export function caseKeys({ route, configs, correctAnswerColumn, clusterBy }: CaseKeyOptions) {
  const answers = answerColumns(configs, correctAnswerColumn);
  const toInput = caseInputs(route, answers);
  return (row: TestsetRow): unknown => {
    const name = clusterBy === null ? null : row[clusterBy];
    if (name !== null && name !== undefined && name !== '') return { name };
    return { inputs: toInput(row), answers: [...answers].map((column) => row[column] ?? null) };
  };
}

/**
 * Finds the column that names the cases of a test set; `null` if none does.
 *
 * @throws {WF_INVALID_INPUT} when there is no such column
 */
export async function findClusterColumn(
  db: Db,
  { name, revision_id }: RevisedTestset,
  wanted: string | null,
): Promise<string | null> {
  const { columns } = await db
    .selectFrom('testset_revisions')
    .select('columns')
    .where('id', '=', revision_id)
    .executeTakeFirstOrThrow();
  const names = fromJson<string[]>(columns);
  if (wanted === null) return names.includes(CASE_COLUMN) ? CASE_COLUMN : null;
  if (names.includes(wanted)) return wanted;
  const near = closestNames(wanted, names);
  const msg = `Input should be a column of the test set: ${(near.length > 0 ? near : names).join(', ')}`;
  throw new UserError({
    code: 'WF_INVALID_INPUT',
    message: `Test set ${JSON.stringify(name)} has no column ${JSON.stringify(wanted)}.`,
    details: [{ loc: ['body', 'options', 'cluster_by'], msg, type: 'enum' }],
  });
}
