import { setImmediate } from 'node:timers/promises';
import { repeatsOf, streamByCase } from './queries/cases.ts';
import { readScenarios, type ScenarioRow } from './queries/scenario-rows.ts';
import type { EvaluationScenario } from '../../contract/evaluations/evaluation.ts';
import type { TestsetRow } from '../../contract/testsets/testset.ts';
import type { EvaluationRows, RowOrder } from '../../evaluation/compare/metrics.ts';
import { type Db, fromJson } from '../store/schema.ts';
import { type EvaluationRow, toEvaluation } from './queries/evaluations.ts';
import type { JudgedScenario } from './evaluation-job.ts';
import type { EvaluatorConfig } from '../../contract/evaluators/evaluator.ts';
import { expectedColumns } from '../../contract/evaluations/case-inputs.ts';

/** @param readJson - reads outputs and results */
export function createScenarioReader(
  evaluation: EvaluationRow,
  readJson: typeof fromJson = fromJson,
): (
  row: Pick<ScenarioRow, 'id' | 'position' | 'case_position' | 'cells' | 'outputs' | 'results'>,
) => EvaluationScenario {
  const options = {
    evaluationId: evaluation.id,
    answers: answerColumns(fromJson(evaluation.evaluator_configs), evaluation.correct_answer_column),
    repeats: repeatsOf(evaluation.options),
    knowsCases: evaluation.case_count !== null,
  };
  return ({ id, position, case_position, cells, outputs, results }) =>
    toWireScenario(
      {
        id,
        position,
        casePosition: case_position,
        row: fromJson<TestsetRow>(cells),
        outputs: outputs === null ? [] : readJson<EvaluationScenario['outputs']>(outputs),
        results: results === null ? [] : readJson<EvaluationScenario['results']>(results),
      },
      options,
    );
}

/** Reading and using a page takes some milliseconds; then others run. */
const PAGE_SIZE = 250;

/** Reads an evaluation; its rows are read page by page. */
export async function readStoredEvaluation(db: Db, row: EvaluationRow): Promise<EvaluationRows> {
  const evaluation = await toEvaluation(db, row, null);
  return { evaluation, rows: (order) => walkScenarios(db, row, order) };
}

async function* walkScenarios(
  db: Db,
  evaluation: EvaluationRow,
  order: RowOrder = 'row',
): AsyncGenerator<EvaluationScenario> {
  const toRecord = createScenarioReader(evaluation);
  if (order === 'case') {
    for await (const page of streamByCase(db, evaluation, PAGE_SIZE)) {
      for (const row of page) yield toRecord(row);
      await setImmediate();
    }
    return;
  }
  for (let after = -1; ;) {
    const { rows, isCut } = await readScenarios(db, evaluation.id, { isBehind: '>', key: after, limit: PAGE_SIZE });
    for (const row of rows) yield toRecord(row);
    const last = rows.at(-1);
    if (last === undefined || (!isCut && rows.length < PAGE_SIZE)) return;
    after = last.position;
    await setImmediate();
  }
}

type StoredScenario = Pick<JudgedScenario, 'id' | 'position' | 'casePosition' | 'row' | 'outputs' | 'results'>;

interface WireScenarioOptions {
  readonly evaluationId: string;
  readonly answers: ReadonlySet<string>;
  readonly repeats: number;
  readonly knowsCases: boolean;
}

export function toWireScenario(scenario: StoredScenario, options: WireScenarioOptions): EvaluationScenario {
  const { evaluationId, answers, repeats, knowsCases } = options;
  const cells = Object.entries(scenario.row);
  const rowAt = (position: number) => Math.floor(position / repeats) + 1;
  return {
    id: scenario.id,
    row: rowAt(scenario.position),
    ...(knowsCases ? { case: rowAt(scenario.casePosition ?? scenario.position) } : {}),
    repeat: (scenario.position % repeats) + 1,
    evaluation_id: evaluationId,
    inputs: cells.filter(([name]) => !answers.has(name)).map(([name, value]) => ({ name, type: 'text', value })),
    outputs: scenario.outputs,
    correct_answers: cells.filter(([name]) => answers.has(name)).map(([key, value]) => ({ key, value })),
    is_pinned: false,
    note: '',
    results: scenario.results,
  };
}

/** Names the columns with expected answers: rows show them apart from the inputs, and routes do not get them. */
export function answerColumns(configs: readonly EvaluatorConfig[], chosen: string | null): ReadonlySet<string> {
  const settings = configs.map(({ settings_values }) => settings_values);
  return expectedColumns(settings, chosen ?? undefined);
}
