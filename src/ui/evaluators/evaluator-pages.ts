import type { Evaluator, EvaluatorConfig } from '../../contract/evaluators/evaluator.ts';
import { evaluatorColumns, evaluatorSettingColumns, storedEvaluatorColumns } from './evaluator-columns.ts';
import { toRecord, type Page } from '../layout/page.ts';
import { toTable } from '../layout/table-model.ts';

/** Shows the list of evaluators. */
export function evaluatorsPage(evaluators: readonly Evaluator[]): Page {
  return [toTable({ columns: evaluatorColumns, rows: evaluators, empty: 'No evaluators.' })];
}

/** Shows stored settings of evaluators. */
export function storedEvaluatorsPage(stored: readonly EvaluatorConfig[]): Page {
  const empty = 'Nothing is stored yet. Store settings: wf evaluators create NAME --evaluator KEY --set setting=value';
  return [toTable({ columns: storedEvaluatorColumns, rows: stored, empty })];
}

/** Shows one evaluator and its settings. */
export function evaluatorPage(evaluator: Evaluator): Page {
  return [
    toRecord([
      { label: 'key', value: evaluator.key },
      { label: 'name', value: evaluator.name },
      { label: 'description', value: evaluator.description },
      { label: 'tags', value: evaluator.tags.join(', ') },
    ]),
    toTable({
      columns: evaluatorSettingColumns,
      rows: Object.entries(evaluator.settings_template),
      empty: 'No settings.',
    }),
  ];
}
