import type { EvaluationRow } from '../../contract/evaluations/evaluation-row.ts';
import type { Evaluation } from '../../contract/evaluations/evaluation.ts';
import type { JudgedResult } from '../../contract/evaluations/result.ts';
import { valueOf } from './evaluation-columns.ts';
import { usageOf } from './evaluation-row-columns.ts';
import { formatValue } from '../layout/text/format-value.ts';
import { toRecord, type Field, type Page } from '../layout/page.ts';
import { toTable, type Column } from '../layout/table-model.ts';
import { toCell } from '../layout/text/to-cell.ts';

/** Shows one row of an evaluation: inputs, output, and each evaluator's verdict. */
export function evaluationRowPage(evaluation: Evaluation, row: EvaluationRow): Page {
  return [toRecord(fieldsOf(evaluation, row))];
}

/** Shows two rows of an evaluation side by side. */
export function comparedRowsPage(evaluation: Evaluation, first: EvaluationRow, second: EvaluationRow): Page {
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
  return formatValue(field.kind ?? 'text', field.value, { form: 'terminal', now: new Date(0) });
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

function fieldsOf({ aggregated_results }: Evaluation, row: EvaluationRow): Field[] {
  const [output] = row.outputs;
  const errors = [...row.outputs, ...row.results].flatMap(({ result }) => result.error?.message ?? []);
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
    ...(errors.length === 0 ? [] : [{ label: 'error', value: errors.join('; ') }]),
  ];
}
