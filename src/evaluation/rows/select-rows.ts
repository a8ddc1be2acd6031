import type { EvaluationRow, Evaluation, EvaluationScenario } from '../../contract/evaluations/evaluation.ts';
import { type EvaluationRows, type Metric, metricsOf } from '../compare/metrics.ts';
import { findNamed } from '../compare/primary-metrics.ts';
import { cellOf, columnsOf, createFirst, type ReadField } from '../groups/group-rows.ts';
import { shortenRow } from '../groups/shorten-rows.ts';
import type { Condition } from './parse-condition.ts';
import { notFound } from '../../foundation/closest-names.ts';
import { UserError } from '../../foundation/errors/wf-error.ts';
import { hasFinished, isErroneous, isUnscored } from '../../contract/evaluations/evaluation-status.ts';

export interface SelectRowsOptions {
  readonly conditions: readonly Condition[];
  /** Field to sort by; `null` for the test set's order. */
  readonly sort: string | null;
  readonly isDescending: boolean;
  /** Whether long values stay. @defaultValue true */
  readonly isWhole?: boolean;
  /** @defaultValue 0 */
  readonly offset?: number;
  /** @defaultValue all */
  readonly limit?: number;
}

/**
 * Selects a page of rows by conditions, in a sort order. Holds the rows up to the end of the page; without a sort order
 * it stops reading there.
 *
 * @throws {WF_NOT_FOUND} for a field the rows do not have
 */
export async function selectRows(source: EvaluationRows, options: SelectRowsOptions) {
  const { conditions, sort, isDescending, isWhole = true, offset = 0, limit = Infinity } = options;
  const wanted = offset + limit + 1;
  const sorted = createFirst<Keyed>(wanted, (a, b) => order(a.key, b.key, isDescending));
  const unsorted: EvaluationRow[] = [];
  const keyOf = sort === null ? null : fieldOf(source.evaluation, sort);
  for await (const found of matchRows(source, conditions, sort === null ? [] : [sort])) {
    const row = isWhole ? found : shortenRow(found);
    if (keyOf === null) unsorted.push(row);
    else sorted.add({ row, key: keyOf(found) });
    if (unsorted.length >= wanted) break;
  }
  const rows = sort === null ? unsorted : sorted.read().map(({ row }) => row);
  return { rows: rows.slice(offset, offset + limit), hasMore: rows.length > offset + limit };
}

/**
 * Selects rows by conditions, in the order of the test set, as they are read.
 *
 * @param fields - further fields that the rows must have
 * @yields the rows, each with its row number in the test set
 * @throws {WF_NOT_FOUND} for a field that no row has, before the first row
 */
export async function* matchRows(
  { evaluation, rows }: EvaluationRows,
  conditions: readonly Condition[],
  fields: readonly string[] = [],
): AsyncGenerator<EvaluationRow> {
  const tests = conditions.map((condition) => ({
    holds: condition.holds,
    read: conditionField(evaluation, condition),
  }));
  const required = [...conditions.map(({ field }) => field), ...fields];
  const columns = new Set<string>();
  /** Rows that wait until each field has been seen; `null`: it has. */
  let waiting: EvaluationRow[] | null = [];
  let place = 0;
  for await (const scenario of rows()) {
    place += 1;
    if (waiting !== null) for (const column of columnsOf(scenario)) columns.add(column);
    const isMatch = tests.every(({ holds, read }) => holds(read(scenario)));
    const row = { ...scenario, row: scenario.row ?? place, route: evaluation.route ?? null };
    if (isMatch) waiting?.push(row);
    if (waiting === null) {
      if (isMatch) yield row;
    } else if (required.every((name) => hasField(evaluation, name, columns))) {
      yield* waiting;
      waiting = null;
    }
  }
  if (waiting !== null && place > 0) for (const name of required) requireField(evaluation, name, columns);
}

interface Keyed {
  readonly row: EvaluationRow;
  readonly key: unknown;
}

/** Rows without a value come last in either direction. */
function order(a: unknown, b: unknown, isDescending: boolean): number {
  const [hasNoA, hasNoB] = [a, b].map((value) => value === null || value === undefined);
  if (hasNoA || hasNoB) return Number(hasNoA) - Number(hasNoB);
  return isDescending ? compare(b, a) : compare(a, b);
}

function compare(a: unknown, b: unknown): number {
  if (typeof a !== 'string' && typeof b !== 'string') return Number(a) - Number(b);
  const [one, other] = [String(a), String(b)];
  return one < other ? -1 : one > other ? 1 : 0;
}

/**
 * Finds the field that a name means: an evaluator, `cost`, `latency`, `error` (whether the row failed), `output`, or else
 * a test set column.
 */
export function fieldOf(evaluation: Evaluation, name: string): ReadField {
  const metric = metricNamed(evaluation, name);
  if (metric?.name === name) return metric.read;
  if (name === 'error') return (row) => isErroneous(row) && (isReached(row) || hasFinished(evaluation.status));
  if (name === 'output') return ({ outputs }) => outputs[0]?.result.value ?? null;
  if (metric === undefined) return (row) => cellOf(row, name);
  return (row) => (columnsOf(row).includes(name) ? cellOf(row, name) : metric.read(row));
}

function metricNamed(evaluation: Evaluation, name: string): Metric | undefined {
  return findNamed(name, metricsOf(evaluation));
}

/**
 * Finds the field of a condition. A condition on `error` is about whether there is one, or about its message.
 *
 * @throws {WF_USAGE} for text where the field has numbers
 */
function conditionField(evaluation: Evaluation, { field, sign, wanted }: Condition): ReadField {
  if (field === 'error' && wanted !== 'true' && wanted !== 'false') return errorOf;
  if (metricNamed(evaluation, field) !== undefined) requireFigure(field, sign, wanted);
  return fieldOf(evaluation, field);
}

/** A stopped evaluation has rows that nobody called; in a finished one, a row without an output failed. */
function isReached({ outputs, results }: EvaluationScenario): boolean {
  return outputs.length > 0 || results.length > 0;
}

function errorOf({ outputs, results }: EvaluationScenario): string {
  const failed = [...outputs, ...results].filter(({ result }) => isUnscored(result));
  return failed.map(({ result }) => result.error?.message ?? '').join('\n');
}

function requireFigure(field: string, sign: string, wanted: string): void {
  const isVerdict = /^(true|false|)$/.test(wanted) && (sign === '=' || sign === '!=');
  const isFigure = wanted !== '' && !Number.isNaN(Number(wanted));
  if (isVerdict || isFigure || sign === '~') return;
  throw new UserError({
    code: 'WF_USAGE',
    message: `Cannot compare ${field} with ${JSON.stringify(wanted)}: write a number, true or false.`,
    nextSteps: [`--where ${field}=false`, `--where "${field}>1"`],
  });
}

/**
 * Refuses a field that no row had.
 *
 * @param columns - the columns of the rows
 * @throws {WF_NOT_FOUND} with similar names
 */
export function requireField(evaluation: Evaluation, name: string, columns: ReadonlySet<string>): void {
  if (hasField(evaluation, name, columns)) return;
  throw notFound({ kind: 'field of the rows', name, available: [...ownFields(evaluation), ...columns] });
}

function hasField(evaluation: Evaluation, name: string, columns: ReadonlySet<string>): boolean {
  return columns.has(name) || OTHER_FIELDS.includes(name) || metricNamed(evaluation, name) !== undefined;
}

function ownFields(evaluation: Evaluation): string[] {
  return [...metricsOf(evaluation).map((metric) => metric.name), ...OTHER_FIELDS];
}

const OTHER_FIELDS: readonly string[] = ['error', 'output'];
