import type { Evaluator } from '../../contract/records/evaluator.ts';
import { evaluatorColumns, evaluatorSettingColumns } from '../columns/evaluator.ts';
import { toRecord, type Page } from '../page.ts';
import { toTable } from '../table-model.ts';

/** The built-in evaluators. */
export function evaluatorsPage(evaluators: readonly Evaluator[]): Page {
  return [toTable({ columns: evaluatorColumns, rows: evaluators, empty: 'No evaluators.' })];
}

/** One evaluator and what can be set. */
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
      empty: 'Nothing to set.',
    }),
  ];
}
