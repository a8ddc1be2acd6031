import type { EvaluationRow } from '../../contract/evaluations/evaluation-row.ts';
import type { EvaluationRows } from '../compare/compare-rows.ts';
import { createFirst } from '../compare/keep-first.ts';
import type { Condition } from './parse-condition.ts';
import { columnsOf } from '../groups/row-cells.ts';
import { conditionField, fieldOf, requireField } from './row-fields.ts';

export interface SelectRowsOptions {
  readonly conditions: readonly Condition[];
  /** Field to sort by; `null` for the test set's order. */
  readonly sort: string | null;
  readonly isDescending: boolean;
  /** Rows to skip. */
  readonly offset: number;
  readonly limit: number;
}

export interface SelectedRows {
  readonly rows: readonly EvaluationRow[];
  /** Whether another page follows. */
  readonly hasMore: boolean;
}

/**
 * Selects a page of rows by conditions, in a sort order. Holds the rows up to the end of the page; without a sort order
 * it stops reading there.
 *
 * @throws {WF_NOT_FOUND} for a field the rows do not have
 */
export async function selectRows(
  { evaluation, rows }: EvaluationRows,
  options: SelectRowsOptions,
): Promise<SelectedRows> {
  const { conditions, sort, isDescending, offset, limit } = options;
  const wanted = offset + limit + 1;
  const sorted = createFirst<Keyed>(wanted, (a, b) => order(a.key, b.key, isDescending));
  const unsorted: EvaluationRow[] = [];
  const tests = conditions.map((condition) => ({
    holds: condition.holds,
    read: conditionField(evaluation, condition),
  }));
  const keyOf = sort === null ? null : fieldOf(evaluation, sort);
  const columns = new Set<string>();
  let place = 0;
  for await (const scenario of rows()) {
    place += 1;
    for (const column of columnsOf(scenario)) columns.add(column);
    if (!tests.every(({ holds, read }) => holds(read(scenario)))) continue;
    const row = { ...scenario, row: scenario.row ?? place };
    if (keyOf === null) unsorted.push(row);
    else sorted.add({ row, key: keyOf(scenario) });
    if (unsorted.length >= wanted) break;
  }
  if (place > 0)
    for (const name of [...conditions.map(({ field }) => field), sort ?? 'output'])
      requireField(evaluation, name, columns);
  const found = sort === null ? unsorted : sorted.read().map(({ row }) => row);
  return { rows: found.slice(offset, offset + limit), hasMore: found.length > offset + limit };
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
