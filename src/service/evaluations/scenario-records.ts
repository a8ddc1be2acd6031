import { readScenarios, type ScenarioRow } from './queries/scenario-rows.ts';
import type { EvaluationOptions, EvaluationScenario } from '../../contract/evaluations/evaluation.ts';
import type { TestsetRow } from '../../contract/testsets/testset.ts';
import type { EvaluationRows } from '../../evaluation/compare/compare-rows.ts';
import { fromJson } from '../store/json-column.ts';
import { type EvaluationRow, toEvaluation } from './queries/evaluations.ts';
import type { Db } from '../store/schema.ts';
import { answerColumns, toWireScenario } from './to-wire-scenario.ts';

/** Creates the function that turns an evaluation's stored rows into records. */
export function createScenarioReader(
  evaluation: EvaluationRow,
): (row: Pick<ScenarioRow, 'id' | 'position' | 'cells' | 'outputs' | 'results'>) => EvaluationScenario {
  const options = {
    evaluationId: evaluation.id,
    answers: answerColumns(fromJson(evaluation.evaluator_configs), evaluation.correct_answer_column),
    repeats: fromJson<EvaluationOptions>(evaluation.options).repeat ?? 1,
  };
  return ({ id, position, cells, outputs, results }) =>
    toWireScenario(
      {
        id,
        position,
        row: fromJson<TestsetRow>(cells),
        outputs: outputs === null ? [] : fromJson<EvaluationScenario['outputs']>(outputs),
        results: results === null ? [] : fromJson<EvaluationScenario['results']>(results),
      },
      options,
    );
}

const PAGE_SIZE = 1000;

/** Reads an evaluation; its rows are read page by page. */
export async function readStoredEvaluation(db: Db, row: EvaluationRow): Promise<EvaluationRows> {
  const evaluation = await toEvaluation(db, row, null);
  return { evaluation, rows: () => walkScenarios(db, row) };
}

async function* walkScenarios(db: Db, evaluation: EvaluationRow): AsyncGenerator<EvaluationScenario> {
  const toRecord = createScenarioReader(evaluation);
  for (let after = -1; ;) {
    const page = await readScenarios(db, evaluation.id, { isBehind: '>', key: after, limit: PAGE_SIZE });
    for (const row of page) yield toRecord(row);
    const last = page.at(-1);
    if (last === undefined || page.length < PAGE_SIZE) return;
    after = last.position;
  }
}
