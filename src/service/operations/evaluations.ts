import type { EvaluationScenario } from '../../contract/records/evaluation.ts';
import type { EvaluatorConfig } from '../../contract/records/evaluator.ts';
import type { TestsetRow } from '../../contract/records/testset.ts';
import { EVALUATORS } from '../../evaluation/evaluators.ts';
import type { Operation } from '../operation.ts';
import { fromJson } from '../store/json-column.ts';
import { readCursor, rowsToRead, toPage } from '../store/page.ts';
import { requireApp } from '../store/queries/apps.ts';
import { requireEvaluation, selectScenarios, toEvaluations } from '../store/queries/evaluations.ts';

export const listEvaluations: Operation<'listEvaluations'> = {
  access: 'read',
  run: async ({ app_id, ...paging }, { db }) => {
    const app = await requireApp(db, app_id);
    const rows = await db
      .selectFrom('evaluations')
      .selectAll()
      .where('app_id', '=', app.id)
      .where('human_evaluation_id', 'is', null)
      .where('id', '>', readCursor(paging, ''))
      .orderBy('id')
      .limit(rowsToRead(paging))
      .execute();
    const page = toPage(
      rows,
      paging,
      (row) => row.id,
      (row) => row,
    );
    return { items: await toEvaluations(db, page.items), next: page.next };
  },
};

export const getEvaluation: Operation<'getEvaluation'> = {
  access: 'read',
  run: async ({ evaluation_id }, { db }) => {
    const [evaluation] = await toEvaluations(db, [await requireEvaluation(db, evaluation_id)]);
    if (evaluation === undefined) throw new Error('One row makes one record');
    return evaluation;
  },
};

export const getEvaluationStatus: Operation<'getEvaluationStatus'> = {
  access: 'read',
  run: async ({ evaluation_id }, { db }) => ({ status: fromJson((await requireEvaluation(db, evaluation_id)).status) }),
};

export const getEvaluationResults: Operation<'getEvaluationResults'> = {
  access: 'read',
  run: async ({ evaluation_id }, { db }) => {
    const row = await requireEvaluation(db, evaluation_id);
    return { results: fromJson(row.aggregated_results), evaluation_id: row.id };
  },
};

export const listEvaluationScenarios: Operation<'listEvaluationScenarios'> = {
  access: 'read',
  run: async ({ evaluation_id, ...paging }, { db }) => {
    const evaluation = await requireEvaluation(db, evaluation_id);
    const columns = answerColumns(fromJson(evaluation.evaluator_configs), evaluation.correct_answer_column);
    const rows = await selectScenarios(db, evaluation.id)
      .where('evaluation_scenarios.position', '>', readCursor(paging, -1))
      .limit(rowsToRead(paging))
      .execute();
    return toPage(
      rows,
      paging,
      (row) => row.position,
      (row) => toScenario(row, evaluation.id, columns),
    );
  },
};

export const deleteEvaluations: Operation<'deleteEvaluations'> = {
  access: 'write',
  run: async ({ body }, { db }) => {
    const ids = [...new Set(body.evaluations_ids)];
    if (ids.length === 0) return undefined;
    for (const id of ids) await requireEvaluation(db, id);
    await db.deleteFrom('evaluations').where('id', 'in', ids).execute();
    return undefined;
  },
};

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

interface ScenarioRow {
  readonly id: string;
  readonly cells: string;
  readonly outputs: string | null;
  readonly results: string | null;
}

function toScenario(row: ScenarioRow, evaluationId: string, answers: ReadonlySet<string>): EvaluationScenario {
  const cells = Object.entries(fromJson<TestsetRow>(row.cells));
  return {
    id: row.id,
    evaluation_id: evaluationId,
    inputs: cells.filter(([name]) => !answers.has(name)).map(([name, value]) => ({ name, type: 'text', value })),
    outputs: row.outputs === null ? [] : fromJson<EvaluationScenario['outputs']>(row.outputs),
    correct_answers: cells.filter(([name]) => answers.has(name)).map(([key, value]) => ({ key, value })),
    is_pinned: false,
    note: '',
    results: row.results === null ? [] : fromJson<EvaluationScenario['results']>(row.results),
  };
}
