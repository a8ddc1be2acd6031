import type { EvaluationRow, Evaluation } from '../../contract/evaluations/evaluation.ts';
import type { JudgedResult } from '../../contract/evaluations/result.ts';
import { valueOf } from './evaluation-columns.ts';
import { toCell, formatShort } from '../layout/text/format-value.ts';
import { isCut } from '../../foundation/shorten.ts';
import { type Block, type Field, type View, toRecord, toText } from '../layout/view.ts';
import { type Column, toTable } from '../layout/table-model.ts';
import { describeErrors, evaluatorNames, modelAnswerOf } from '../../contract/evaluations/describe-results.ts';
import { isRecord } from '../../foundation/record.ts';
import { describeUse } from '../../contract/evaluations/describe-use.ts';

/** Shows one row of an evaluation: inputs, output, and each evaluator's verdict. */
export function evaluationRowView(evaluation: Evaluation, row: EvaluationRow): View {
  return [toRecord(fieldsOf(evaluation, row))];
}

export function comparedRowsView(evaluation: Evaluation, first: EvaluationRow, second: EvaluationRow): View {
  const [before, after] = [fieldsOf(evaluation, first), fieldsOf(evaluation, second)];
  const labels = new Set([...before, ...after].map(({ label }) => label));
  const read = (fields: readonly Field[], label: string) => textOf(fields.find((field) => field.label === label));
  const columns: Column<string>[] = [
    { header: 'field', value: (label) => label },
    { header: `row ${first.row}`, kind: 'prose', value: (label) => read(before, label) },
    { header: `row ${second.row}`, kind: 'prose', value: (label) => read(after, label) },
  ];
  return [toTable({ columns, rows: [...labels].slice(1) })];
}

/** Formats a value by its own kind, since one column mixes kinds. */
function textOf(field: Field | undefined): string | null {
  if (field?.value == null) return null;
  return formatShort(field.kind ?? 'text', field.value);
}

/** What a judge's score came from. */
function judgeFields(name: string, result: JudgedResult | undefined): Field[] {
  const { reason, votes, spread, cost } = result ?? {};
  return [
    ...(votes == null ? [] : [{ label: `${name} votes`, value: votes.join(', ') }]),
    ...(spread == null ? [] : [{ label: `${name} spread`, kind: 'figure' as const, value: spread }]),
    ...(reason == null ? [] : [{ label: `${name} reason`, kind: 'prose' as const, value: reason }]),
    ...(cost === undefined ? [] : [{ label: `${name} cost`, kind: 'cost' as const, value: cost }]),
  ];
}

function fieldsOf(evaluation: Evaluation, row: EvaluationRow): Field[] {
  const [output] = row.outputs;
  const { aggregated_results } = evaluation;
  const error = describeErrors(row, evaluatorNames(evaluation));
  const answer = modelAnswerOf(row);
  return [
    { label: 'row', kind: 'integer', value: row.row },
    ...aggregated_results.flatMap(({ evaluator_config: { id, name } }) => {
      const result = row.results.find(({ evaluator_config }) => evaluator_config === id)?.result;
      return [{ label: name, kind: 'figure' as const, value: valueOf(result) }, ...judgeFields(name, result)];
    }),
    { label: 'cost', kind: 'cost', value: output?.cost },
    ...(usageOf(row) === null ? [] : [{ label: 'cost from', kind: 'prose' as const, value: usageOf(row) }]),
    { label: 'latency', kind: 'seconds', value: output?.latency },
    ...row.inputs.map(({ name, value }) => ({ label: `input ${name}`, value: toCell(value) })),
    { label: 'output', value: toCell(output?.result.value) },
    ...row.correct_answers.map(({ key, value }) => ({ label: `expected ${key}`, value: toCell(value) })),
    ...(error === null ? [] : [{ label: 'error', value: error }]),
    ...(answer === null ? [] : [{ label: 'model answer', kind: 'prose' as const, value: answer }]),
  ];
}

export function evaluationRowColumns(
  { aggregated_results, route }: Evaluation,
  rows: readonly EvaluationRow[] = [],
): Column<EvaluationRow>[] {
  const names = evaluatorNames({ aggregated_results });
  const hasUsage = rows.some(({ outputs }) => outputs.some(({ usage }) => usage != null));
  return [
    { header: 'row', kind: 'integer', value: ({ row }) => row },
    ...aggregated_results.map(({ evaluator_config: { id, name } }) => ({
      header: name,
      kind: 'figure' as const,
      value: ({ results }: EvaluationRow) => valueOf(results.find((result) => result.evaluator_config === id)?.result),
    })),
    { header: 'cost (USD)', kind: 'figure', value: ({ outputs }) => outputs[0]?.cost, only: 'written' },
    { header: 'latency (s)', kind: 'figure', value: ({ outputs }) => outputs[0]?.latency, only: 'written' },
    { header: 'cost', kind: 'cost', value: ({ outputs }) => outputs[0]?.cost, dropOrder: 5, only: 'drawn' },
    { header: 'latency', kind: 'seconds', value: ({ outputs }) => outputs[0]?.latency, dropOrder: 4, only: 'drawn' },
    ...(hasUsage ? [{ header: 'cost from', value: usageOf, dropOrder: 8 }] : []),
    { header: 'output', value: ({ outputs }) => toCell(outputs[0]?.result.value), dropOrder: 1 },
    {
      header: 'expected',
      value: ({ correct_answers }) => toCell(onlyValue(entriesOf(correct_answers, 'key'))),
      dropOrder: 2,
    },
    ...(mayReason(aggregated_results, rows)
      ? [{ header: 'reason', value: reasonsOf(aggregated_results), dropOrder: 7 }]
      : []),
    { header: 'error', value: (row) => describeErrors(row, names), dropOrder: 3 },
    ...(rows.some((row) => modelAnswerOf(row) !== null)
      ? [{ header: 'model answer', value: modelAnswerOf, dropOrder: 9 }]
      : []),
    { header: 'inputs', value: ({ inputs }) => toCell(onlyValue(entriesOf(inputs, 'name'))), dropOrder: 6 },
    ...(route == null ? [] : [{ header: 'route', value: () => route, only: 'written' as const }]),
  ];
}

/** Answers whether an evaluator may have given reasons: a model, a webhook, or one of the project's own. */
function mayReason(aggregates: Evaluation['aggregated_results'], rows: readonly EvaluationRow[]): boolean {
  return (
    rows.some(({ results }) => results.some(({ result }) => result.reason != null)) ||
    aggregates.some(({ evaluator_config: { evaluator_key: key }, result }) => {
      return result.cost !== undefined || key === 'auto_webhook_test' || (rows.length === 0 && !BUILT_IN.test(key));
    })
  );
}

/** Keys of built-in evaluators. @source facts §2.6.1 */
const BUILT_IN = /^(?:auto_|rag_|field_match_test$)/;

/** Shows why judges scored a row so, with their names if there are several. */
function reasonsOf(aggregates: Evaluation['aggregated_results']): (row: EvaluationRow) => string | null {
  const names = new Map(aggregates.map(({ evaluator_config: { id, name } }) => [id, name]));
  return ({ results }) => {
    const reasons = results.flatMap(({ evaluator_config, result }) =>
      result.reason == null ? [] : [{ name: names.get(evaluator_config) ?? evaluator_config, reason: result.reason }],
    );
    if (reasons.length <= 1) return reasons[0]?.reason ?? null;
    return reasons.map(({ name, reason }) => `${name}: ${reason}`).join('; ');
  };
}

/** Shows what a row's cost came from. */
function usageOf({ outputs }: Pick<EvaluationRow, 'outputs'>): string | null {
  const usage = outputs[0]?.usage;
  return usage == null ? null : describeUse(usage);
}

function entriesOf<K extends 'key' | 'name'>(
  cells: readonly (Readonly<Record<K, string>> & { readonly value?: unknown })[],
  key: K,
): Record<string, unknown> {
  return Object.fromEntries(cells.map((cell) => [cell[key], cell.value]));
}

/** Names the commands that show long values of listed rows whole. */
export function describeCuts(rows: readonly object[], ...evaluations: readonly string[]): Block[] {
  if (!rows.some((row) => hasCut(row))) return [];
  return [toText(`Long values are cut. The rows have them whole: ${evaluations.map(exportLine).join(', ')}`)];
}

function exportLine(id: string): string {
  return `wf eval export ${id}`;
}

function hasCut(row: object): boolean {
  return Object.values(row).some((value) => isCut(value) || (isRecord(value) && Object.values(value).some(isCut)));
}

/** Unwraps a single cell: it needs no name. */
export function onlyValue(cells: Readonly<Record<string, unknown>>): unknown {
  const values = Object.values(cells);
  return values.length === 1 ? values[0] : values.length === 0 ? null : cells;
}
