import type { EvaluationScenario } from '../../contract/evaluations/evaluation.ts';
import { CASE_COLUMN } from '../../contract/evaluations/case-inputs.ts';
import { UserError } from '../../foundation/errors/wf-error.ts';
import { shellWord } from '../../foundation/shell-word.ts';
import { sumOf } from '../../foundation/numbers.ts';
import { cellOf, columnsOf, requireColumn } from '../groups/group-rows.ts';
import { canonicalJson } from '../hashing/content-keys.ts';
import type { Metric } from './metrics.ts';

/** All rows of a case: rows that repeat one another, and the repetitions of each. */
export type CaseRows = readonly [EvaluationScenario, ...EvaluationScenario[]];

/** Rows that are grouped in memory where the service does not know the cases; beyond it, a repeated row is a case of its own. */
export const MAX_GROUPED_ROWS = 10_000;

/**
 * Groups the rows of an evaluation by their cases. Holds one case at a time if the rows know their cases, else at most
 * `MAX_GROUPED_ROWS` rows.
 *
 * @param clusterBy - column that names the cases, if not those that the service knows
 * @yields the cases, in the order of their first rows
 * @throws {WF_NOT_FOUND} when no row has this column: each would be a case of its own
 */
export async function* groupCases(
  rows: AsyncIterable<EvaluationScenario>,
  clusterBy: string | null = null,
): AsyncGenerator<CaseRows> {
  const grouper = createGrouper(clusterBy);
  const columns = new Set<string>();
  for await (const row of rows) {
    if (clusterBy !== null && !columns.has(clusterBy)) for (const column of columnsOf(row)) columns.add(column);
    yield* grouper.add(row);
  }
  if (clusterBy !== null && columns.size > 0) requireColumn(clusterBy, columns);
  yield* grouper.end();
}

export function createGrouper(clusterBy: string | null = null) {
  let waiting = new Map<string, [EvaluationScenario, ...EvaluationScenario[]]>();
  let count = 0;
  const flush = (): CaseRows[] => {
    const whole = [...waiting.values()];
    [waiting, count] = [new Map(), 0];
    return whole;
  };
  return {
    /** @returns the cases that this row completes */
    add(row: EvaluationScenario): readonly CaseRows[] {
      const isOrdered = clusterBy === null && row.case != null;
      const key = isOrdered ? `case ${row.case}` : keyOf(row, clusterBy ?? CASE_COLUMN);
      const group = waiting.get(key);
      const isRepeat = row.row != null && row.repeat != null && row.repeat > 1;
      if (group !== undefined) group.push(row);
      count += 1;
      if (group !== undefined) return [];
      if (clusterBy !== null && count > MAX_GROUPED_ROWS) throw tooManyRows(clusterBy);
      const whole = isOrdered || (count > MAX_GROUPED_ROWS && !isRepeat) ? flush() : [];
      waiting.set(key, [row]);
      return whole;
    },
    /** @returns the last cases */
    end: flush,
  };
}

function tooManyRows(column: string): UserError {
  return new UserError({
    code: 'WF_INVALID_INPUT',
    message: `The evaluation has more than ${MAX_GROUPED_ROWS} rows, too many to name their cases by ${JSON.stringify(column)} now.`,
    nextSteps: [`wf eval run … --cluster-by ${shellWord(column)}: stores the cases, of any number of rows`],
  });
}

/** Identifies a case across evaluations. A cell may be an input of one and an expected answer of the other, so all count. */
export function keyOf(row: EvaluationScenario, clusterBy: string | null): string {
  const name = clusterBy === null ? null : cellOf(row, clusterBy);
  if (name !== null && name !== '') return `name ${canonicalJson(name)}`;
  return canonicalJson(
    Object.fromEntries([
      ...row.inputs.map((input) => [input.name, input.value] as const),
      ...row.correct_answers.map(({ key, value }) => [key, value] as const),
    ]),
  );
}

/** Counts the rows of a case without their repetitions. */
export function countRows(rows: CaseRows, isCounted: (row: EvaluationScenario) => boolean = () => true): number {
  const counted = new Set<number>();
  let others = 0;
  for (const row of rows) {
    if (!isCounted(row)) continue;
    if (row.row == null) others += 1;
    else counted.add(row.row);
  }
  return counted.size + others;
}

/** Counts the repetitions of the row of a case that has the most. */
export function countRepeats(rows: CaseRows): number {
  return rows.reduce((most, { repeat }) => Math.max(most, repeat ?? 1), 1);
}

/** What a metric says about a case. */
export interface CaseValue {
  /** The value all rows agree on, else the mean of those that have one; `null` where none has. */
  readonly value: number | boolean | null;
  /** Whether rows with the same cells have different values. */
  readonly isFlaky: boolean;
  /** All rows passed or failed, so that the value is a share of them. */
  readonly isShare: boolean;
  /** Number of rows, repetitions included. */
  readonly rows: number;
  /** Number of those that have a value. */
  readonly valued: number;
}

/**
 * Averages a metric over the rows of a case. They count as one: as separate cases they would make every interval too narrow.
 */
export function readCase({ read, source }: Metric, rows: CaseRows): CaseValue {
  const [first] = rows;
  if (rows.length === 1) {
    const value = read(first);
    const isValued = value !== null;
    return {
      value,
      isFlaky: false,
      isShare: !isValued || typeof value === 'boolean',
      rows: 1,
      valued: Number(isValued),
    };
  }
  const values = rows.map(read);
  const known = values.filter((each) => each !== null);
  const differs = known.some((each) => each !== known[0]);
  const counted = {
    isFlaky: differs && source === 'evaluator' && isFlaky(rows, values),
    isShare: known.every((each) => typeof each === 'boolean'),
    rows: rows.length,
    valued: known.length,
  };
  if (known.length === 0) return { value: null, ...counted };
  // The mean of equal numbers may differ from them by a rounding error.
  if (!differs && known[0] !== undefined) return { value: known[0], ...counted };
  return { value: sumOf(known, (each) => Number(each)) / known.length, ...counted };
}

/** Rows of a case that a column names may well differ; those with the same cells should not. */
function isFlaky(rows: CaseRows, values: readonly (number | boolean | null)[]): boolean {
  const seen = new Map<string, number | boolean>();
  return rows.some((row, index) => {
    const value = values[index];
    if (value === null || value === undefined) return false;
    const key = keyOf(row, null);
    const before = seen.get(key);
    if (before === undefined) seen.set(key, value);
    return before !== undefined && before !== value;
  });
}
