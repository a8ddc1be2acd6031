import type { EvaluationRow, TestedEvaluation } from '../../contract/evaluations/evaluation.ts';
import { describeSubject } from '../../contract/evaluations/subject.ts';
import type { HumanEvaluation } from '../../contract/human-evaluations/human-evaluation.ts';
import { evaluationColumns, humanEvaluationColumns } from './evaluation-columns.ts';
import { evaluationRowColumns } from './evaluation-row-views.ts';
import { describeEmpty, type Filtered } from '../labels/label-columns.ts';
import { drawn, toText, type View } from '../layout/view.ts';
import { type TableBlock, toTable } from '../layout/table-model.ts';

export function evaluationsView(evaluations: readonly TestedEvaluation[]): View {
  return [toEvaluationTable(evaluations)];
}

export function nextCommandView(evaluations: readonly TestedEvaluation[]): View {
  if (!evaluations.every(({ status }) => status.value === 'EVALUATION_FINISHED')) return [];
  const ids = evaluations.map(({ id }) => id);
  return drawn(toText(`Next: wf eval ${ids.length === 1 ? 'show' : 'compare'} ${ids.join(' ')}`));
}

export function evaluationListView(evaluations: readonly TestedEvaluation[], filtered: Filtered = {}): View {
  return [toEvaluationTable(evaluations, describeEmpty('evaluation', NONE, filtered))];
}

const NONE = 'No evaluations yet. Run one: wf eval run --testset FILE --evaluators exact_match --variants VARIANT';

function toEvaluationTable(evaluations: readonly TestedEvaluation[], empty = NONE): TableBlock {
  return toTable({ columns: evaluationColumns(evaluations), rows: evaluations, empty });
}

export function evaluationRowsView(evaluation: TestedEvaluation, rows: readonly EvaluationRow[]): View {
  return [
    ...drawn(toText(describeSubject(evaluation))),
    toTable({ columns: evaluationRowColumns(evaluation, rows), rows, empty: 'No row matches.' }),
  ];
}

export function humanEvaluationsView(evaluations: readonly HumanEvaluation[], filtered: Filtered = {}): View {
  const none = 'No human evaluations yet. Create one: wf human-eval create --testset FILE --variants A,B';
  const empty = describeEmpty('human evaluation', none, filtered);
  return [toTable({ columns: humanEvaluationColumns, rows: evaluations, empty })];
}
