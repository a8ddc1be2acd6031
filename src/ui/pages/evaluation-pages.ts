import type { EvaluationRow } from '../../contract/evaluation-row.ts';
import type { EvaluationSummary } from '../../contract/records/evaluation-summary.ts';
import type { Evaluation, TestedEvaluation } from '../../contract/records/evaluation.ts';
import type { HumanEvaluation } from '../../contract/records/human-evaluation.ts';
import type { Result } from '../../contract/records/result.ts';
import {
  aggregatedResultColumns,
  evaluationColumns,
  humanEvaluationColumns,
  toTestset,
  toVariants,
  valueOf,
} from '../columns/evaluation.ts';
import { evaluationRowColumns, metricSummaryColumns, worstRowColumns } from '../columns/evaluation-summary.ts';
import type { Kind } from '../format-value.ts';
import { toRecord, toText, type Block, type Field, type Page } from '../page.ts';
import { type Column, toTable } from '../table-model.ts';

/** Evaluations, each with its scores. */
export function evaluationsPage(evaluations: readonly TestedEvaluation[]): Page {
  const empty = 'No evaluations yet. Run one: wf eval run --testset FILE --evaluators exact_match';
  return [toTable({ columns: evaluationColumns(evaluations), rows: evaluations, empty })];
}

/** One evaluation: what ran, what it cost, each evaluator's verdict, and, once it has all its rows, what they come to. */
export function evaluationPage(evaluation: TestedEvaluation, summary: EvaluationSummary | null = null): Page {
  return [
    toRecord([
      { label: 'id', kind: 'id', value: evaluation.id },
      { label: 'variant', value: toVariants(evaluation) },
      { label: 'test set', value: toTestset(evaluation) },
      { label: 'status', kind: 'status', value: valueOf(evaluation.status) },
      ...errorField('error', evaluation.status),
      ...resultFields('average cost', 'cost', evaluation.average_cost),
      ...resultFields('total cost', 'cost', evaluation.total_cost),
      ...resultFields('average latency', 'seconds', evaluation.average_latency),
      { label: 'created', kind: 'time', value: evaluation.created_at },
      { label: 'updated', kind: 'time', value: evaluation.updated_at },
    ]),
    toTable({
      columns: aggregatedResultColumns(evaluation.aggregated_results),
      rows: evaluation.aggregated_results,
      empty: 'No scores yet.',
    }),
    ...(summary === null ? [] : summaryBlocks(summary)),
  ];
}

function summaryBlocks({ rows, repeats, errors, flaky, level, metrics, worst }: EvaluationSummary): Block[] {
  const repeated = repeats === 1 ? '' : ` called ${repeats} times each, ${flaky} of them flaky (${share(flaky, rows)})`;
  const title = `${rows} row${rows === 1 ? '' : 's'}${repeated}, ${errors} with errors; means with their ${level * 100} % intervals`;
  return [
    toTable({ title, columns: columnsFor(metricSummaryColumns, repeats), rows: metrics, empty: '' }),
    ...(worst.length === 0
      ? []
      : [toTable({ title: 'Worst rows', columns: columnsFor(worstRowColumns, repeats), rows: worst, empty: '' })]),
  ];
}

/** What was called once cannot be flaky. */
function columnsFor<Row>(columns: readonly Column<Row>[], repeats: number): readonly Column<Row>[] {
  return repeats > 1 ? columns : columns.filter(({ header }) => header !== 'flaky');
}

function share(part: number, whole: number): string {
  return `${whole === 0 ? 0 : Math.round((part / whole) * 1000) / 10} %`;
}

/** A page of an evaluation's rows. */
export function evaluationRowsPage(
  evaluation: Evaluation,
  rows: readonly EvaluationRow[],
  nextPage: number | null,
): Page {
  return [
    toTable({ columns: evaluationRowColumns(evaluation), rows, empty: 'No row is like that.' }),
    ...(nextPage === null
      ? []
      : [toText(`There are more: add --page ${nextPage}, or export all with wf eval export ${evaluation.id}`)]),
  ];
}

/** The human evaluations of an app. */
export function humanEvaluationsPage(evaluations: readonly HumanEvaluation[]): Page {
  const empty = 'No human evaluations yet.';
  return [toTable({ columns: humanEvaluationColumns, rows: evaluations, empty })];
}

/** A figure, and why it is unknown where it is: unknown is never shown as 0. */
function resultFields(label: string, kind: Kind, result: Result | null | undefined): Field[] {
  const value = valueOf(result);
  const error = result?.error?.message;
  return [value === null && error !== undefined ? { label, value: `unknown: ${error}` } : { label, kind, value }];
}

function errorField(label: string, result: Result): Field[] {
  return result.error ? [{ label, value: result.error.message }] : [];
}
