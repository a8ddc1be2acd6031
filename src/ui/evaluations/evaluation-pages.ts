import type { EvaluationRow, Evaluation, TestedEvaluation } from '../../contract/evaluations/evaluation.ts';
import type { HumanEvaluation } from '../../contract/human-evaluations/human-evaluation.ts';
import { evaluationColumns, humanEvaluationColumns, toVariants } from './evaluation-columns.ts';
import { evaluationRowColumns } from './evaluation-row-pages.ts';
import { shellWord } from '../../foundation/shell-word.ts';
import { describeEmpty, type Filtered } from '../labels/label-columns.ts';
import { drawn, toText, type Page } from '../layout/page.ts';
import { type TableBlock, toTable } from '../layout/table-model.ts';

/** Shows evaluations with their scores. */
export function evaluationsPage(evaluations: readonly TestedEvaluation[]): Page {
  return [toEvaluationTable(evaluations)];
}

/** Suggests the next command once all evaluations are finished. */
export function nextCommandPage(evaluations: readonly TestedEvaluation[]): Page {
  if (!evaluations.every(({ status }) => status.value === 'EVALUATION_FINISHED')) return [];
  const names = [...new Set(evaluations.map(toVariants))];
  const command = ['wf', 'eval', names.length === 1 ? 'show' : 'compare', ...names.map(shellWord)];
  return drawn(toText(`Next: ${command.join(' ')}`));
}

/** Shows the evaluations of an app, in their order. */
export function evaluationListPage(evaluations: readonly TestedEvaluation[], filtered: Filtered = {}): Page {
  return [toEvaluationTable(evaluations, describeEmpty('evaluation', NONE, filtered))];
}

const NONE = 'No evaluations yet. Run one: wf eval run --testset FILE --evaluators exact_match';

function toEvaluationTable(evaluations: readonly TestedEvaluation[], empty = NONE): TableBlock {
  return toTable({ columns: evaluationColumns(evaluations), rows: evaluations, empty });
}

/** Shows a page of an evaluation's rows. */
export function evaluationRowsPage(
  evaluation: Evaluation,
  rows: readonly EvaluationRow[],
  nextPage: number | null,
): Page {
  return [
    toTable({ columns: evaluationRowColumns(evaluation, rows), rows, empty: 'No row matches.' }),
    ...(nextPage === null
      ? []
      : [toText(`There are more: add --page ${nextPage}, or export all with wf eval export ${evaluation.id}`)]),
  ];
}

/** Shows the human evaluations of an app. */
export function humanEvaluationsPage(evaluations: readonly HumanEvaluation[], filtered: Filtered = {}): Page {
  const none = 'No human evaluations yet. Create one: wf human-eval create --testset FILE --variants A,B';
  const empty = describeEmpty('human evaluation', none, filtered);
  return [toTable({ columns: humanEvaluationColumns, rows: evaluations, empty })];
}
