import type { EvaluationScenario } from '../../contract/evaluations/evaluation.ts';
import { notFound } from '../../foundation/closest-names.ts';
import { UserError } from '../../foundation/errors/wf-error.ts';
import { canonicalJson } from '../hashing/content-keys.ts';

/** A group of fewer rows says little. */
export const SMALL_GROUP = 10;

/** Beyond it, most groups would have few rows, and nobody could compare them. */
const MAX_GROUPS = 50;

/** What is collected of rows that have one value in a field. */
interface RowGroup<T> {
  /** `null` for rows without one. */
  readonly value: unknown;
  readonly collected: T;
}

/** Creates groups by the values of a field: equal JSON is one value. */
export function createRowGroups<T>(field: string, readField: ReadField, create: () => T) {
  const groups = new Map<string, RowGroup<T>>();
  const columns = new Set<string>();
  return {
    /**
     * Returns what is collected of the row's group.
     *
     * @throws {WF_INVALID_INPUT} for more different values than anybody could compare
     */
    of: (row: EvaluationScenario): T => {
      for (const column of columnsOf(row)) columns.add(column);
      const value = readField(row) ?? null;
      const name = canonicalJson(value);
      const found = groups.get(name);
      if (found !== undefined) return found.collected;
      if (groups.size === MAX_GROUPS) throw tooManyGroups(field);
      const group = { value, collected: create() };
      groups.set(name, group);
      return group.collected;
    },
    /** Returns the groups, in the order of their first rows, and the test set columns of all rows. */
    read: () => ({ groups: [...groups.values()], columns }),
  };
}

export function bySize(one: SizedGroup, other: SizedGroup): number {
  return other.rows - one.rows || (canonicalJson(one.value) < canonicalJson(other.value) ? -1 : 1);
}

interface SizedGroup {
  readonly value?: unknown;
  readonly rows: number;
}

function tooManyGroups(field: string): UserError {
  return new UserError({
    code: 'WF_INVALID_INPUT',
    message: `The rows have more than ${MAX_GROUPS} different values of ${JSON.stringify(field)}.`,
    nextSteps: ['Group by a column with few values, such as a language or a category'],
  });
}

/** Reads one field of a row; `null` where the row has none. */
export type ReadField = (row: EvaluationScenario) => unknown;

export function columnsOf({ inputs, correct_answers }: EvaluationScenario): string[] {
  return [...inputs.map(({ name }) => name), ...correct_answers.map(({ key }) => key)];
}

/** @throws {WF_NOT_FOUND} when no row has the column */
export function requireColumn(column: string, columns: ReadonlySet<string>): void {
  if (!columns.has(column)) throw notFound({ kind: 'column of the rows', name: column, available: [...columns] });
}

/** Reads a cell of a row by its column; `null` where the row has none. */
export function cellOf({ inputs, correct_answers }: EvaluationScenario, column: string): unknown {
  const input = inputs.find(({ name }) => name === column);
  return (input ?? correct_answers.find(({ key }) => key === column))?.value ?? null;
}

/** Selects the first `limit` items of a stream in a sort order; of equal items, the earlier one. */
export function createFirst<T>(limit: number, compare: (a: T, b: T) => number): { add(item: T): void; read(): T[] } {
  let first: T[] = [];
  const trim = (): void => {
    first = first.toSorted(compare).slice(0, limit);
  };
  return {
    add(item) {
      first.push(item);
      // Sorts once per `limit` items rather than for each.
      if (first.length >= 2 * limit + 64) trim();
    },
    read() {
      trim();
      return first;
    },
  };
}

export function createLargest<T>(limit: number): { add(item: T, size: number): void; read(): T[] } {
  const first = createFirst<{ readonly item: T; readonly size: number }>(limit, (a, b) => b.size - a.size);
  return {
    add: (item, size) => first.add({ item, size }),
    read: () => first.read().map(({ item }) => item),
  };
}
