import type { EvaluationScenario } from '../contract/records/evaluation.ts';
import type { EvaluatorConfig } from '../contract/records/evaluator.ts';
import type { TestsetRow } from '../contract/records/testset.ts';
import type { EvaluationRows } from '../evaluation/compare/compare-rows.ts';
import { EVALUATORS } from '../evaluation/evaluators.ts';
import { fromJson } from './store/json-column.ts';
import { type EvaluationRow, selectScenarios, toEvaluations } from './store/queries/evaluations.ts';
import type { Db } from './store/schema.ts';

interface ScenarioRow {
  readonly id: string;
  readonly cells: string;
  readonly outputs: string | null;
  readonly results: string | null;
}

/** Makes what turns an evaluation's stored rows into records. */
export function createScenarioReader(evaluation: EvaluationRow): (row: ScenarioRow) => EvaluationScenario {
  const answers = answerColumns(fromJson(evaluation.evaluator_configs), evaluation.correct_answer_column);
  return (row) => {
    const cells = Object.entries(fromJson<TestsetRow>(row.cells));
    return {
      id: row.id,
      evaluation_id: evaluation.id,
      inputs: cells.filter(([name]) => !answers.has(name)).map(([name, value]) => ({ name, type: 'text', value })),
      outputs: row.outputs === null ? [] : fromJson<EvaluationScenario['outputs']>(row.outputs),
      correct_answers: cells.filter(([name]) => answers.has(name)).map(([key, value]) => ({ key, value })),
      is_pinned: false,
      note: '',
      results: row.results === null ? [] : fromJson<EvaluationScenario['results']>(row.results),
    };
  };
}

/** The columns that hold expected answers: those that the evaluators compare with. */
function answerColumns(configs: readonly EvaluatorConfig[], chosen: string | null): ReadonlySet<string> {
  const named = configs
    .filter(({ evaluator_key }) => comparesWithAnAnswer(evaluator_key))
    .map(({ settings_values }) => {
      const key = settings_values?.['correct_answer_key'];
      return typeof key === 'string' ? key : (chosen ?? 'correct_answer');
    });
  const all = chosen === null ? named : [...named, chosen];
  return new Set(all.map((name) => name.replace(/^testcase\./, '')));
}

function comparesWithAnAnswer(key: string): boolean {
  const template = EVALUATORS.find((evaluator) => evaluator.key === key)?.settings_template ?? {};
  return Object.values(template).some((setting) => setting.ground_truth_key === true);
}

const PAGE_SIZE = 1000;

/** Pairs a stored evaluation with a walk over its rows, page by page. */
export async function readStoredEvaluation(db: Db, row: EvaluationRow): Promise<EvaluationRows> {
  const [evaluation] = await toEvaluations(db, [row]);
  if (evaluation === undefined) throw new Error('One row makes one record');
  return { evaluation, rows: () => walkScenarios(db, row) };
}

async function* walkScenarios(db: Db, evaluation: EvaluationRow): AsyncGenerator<EvaluationScenario> {
  const toRecord = createScenarioReader(evaluation);
  for (let after = -1; ;) {
    const page = await selectScenarios(db, evaluation.id)
      .where('evaluation_scenarios.position', '>', after)
      .limit(PAGE_SIZE)
      .execute();
    for (const row of page) yield toRecord(row);
    const last = page.at(-1);
    if (last === undefined || page.length < PAGE_SIZE) return;
    after = last.position;
  }
}
