import { readWithin } from '../../store/read-within.ts';
import type { Evaluation, EvaluationScenario } from '../../../contract/evaluations/evaluation.ts';
import { isErroneous } from '../../../contract/evaluations/evaluation-status.ts';
import type { TestsetRow } from '../../../contract/testsets/testset.ts';
import { evaluatorsOf, type Metric } from '../../../evaluation/compare/metrics.ts';
import { createHashTable, hashOf } from '../../../evaluation/testset/check/hash-table.ts';
import { UserError } from '../../../foundation/errors/wf-error.ts';
import { type Db, fromJson } from '../../store/schema.ts';
import { requireEvaluation, toEvaluation } from '../queries/evaluations.ts';
import { LONG_COLUMNS, selectScenarios, pagesAfter } from '../queries/scenario-rows.ts';
import { createScenarioReader } from '../scenario-records.ts';

interface FailedOf {
  /** Evaluation whose failed rows are meant. */
  readonly evaluationId: string;
  readonly appId: string;
  readonly testsetId: string;
  /** Reads the inputs of a row. */
  readonly toInput: (row: TestsetRow) => unknown;
}

const PAGE_SIZE = 1000;

/**
 * Creates the function that returns whether a row has the inputs of one that failed in an evaluation. Inputs are compared
 * instead of row numbers, so that rows pair over the revisions of a test set.
 *
 * @throws {WF_NOT_FOUND} when there is no such evaluation
 * @throws {WF_INVALID_INPUT} when it is of another app or test set
 */
export async function readFailedInputs(db: Db, { evaluationId, appId, testsetId, toInput }: FailedOf) {
  const stored = await requireEvaluation(db, evaluationId);
  if (stored.app_id !== appId) throw refuse(evaluationId, 'is of another app');
  if (stored.testset_id !== testsetId) throw refuse(evaluationId, `ran on the test set ${stored.testset_name}`);
  const hasFailed = createFailureTest(await toEvaluation(db, stored, null));
  const toRecord = createScenarioReader(stored);
  const failed = createHashTable();
  const read = (after: number) =>
    readWithin(
      selectScenarios(db, stored.id)
        .where('evaluation_scenarios.position', '>', after)
        .where('evaluation_outcomes.outputs', 'is not', null),
      LONG_COLUMNS,
      PAGE_SIZE,
    );
  for await (const page of pagesAfter(-1, read)) {
    for (const row of page)
      if (hasFailed(toRecord(row))) failed.put(hashOf(toInput(fromJson<TestsetRow>(row.cells))), 1, 0);
  }
  return (row: TestsetRow): boolean => failed.has(hashOf(toInput(row)));
}

function refuse(evaluationId: string, reason: string): UserError {
  const msg = `The evaluation ${reason}`;
  return new UserError({
    code: 'WF_INVALID_INPUT',
    message: `Cannot evaluate the rows that failed in evaluation ${evaluationId}: it ${reason}.`,
    details: [{ loc: ['body', 'options', 'subset', 'failed_of'], msg, type: 'value_error' }],
  });
}

/**
 * Creates the function that returns whether a finished row failed: it has an error, an evaluator judged it `false`, or it
 * has the worst score of an evaluator's range.
 */
function createFailureTest(evaluation: Evaluation): (row: EvaluationScenario) => boolean {
  const evaluators = evaluatorsOf(evaluation).filter(({ source }) => source === 'evaluator');
  return (row) =>
    isErroneous(row) ||
    // A stopped evaluation has no results of its evaluators yet.
    row.results.some(({ result }) => result.value === false) ||
    evaluators.some((evaluator) => isWorst(evaluator, evaluator.read(row)));
}

function isWorst({ range, goal }: Metric, value: number | boolean | null): boolean {
  const worst = goal === 'higher' ? range?.low : range?.high;
  return typeof value === 'number' && value === worst;
}
