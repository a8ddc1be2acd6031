import type { TestsetReport, ColumnGroups } from '../../../contract/testsets/testset-report.ts';
import { SMALL_GROUP } from '../../groups/group-rows.ts';

/** A small group with a smaller share than this says little. */
const SMALL_SHARE = 0.05;

/** Numbers of rows, also of those that the report does not list. */
interface Counted {
  readonly empty: number;
  readonly ragged: number;
  readonly repeated: number;
  readonly near: number;
  readonly moreContradictions: number;
  /** Number of cells that are numbers with a decimal comma, by column. */
  readonly decimalCommas: readonly { readonly column: string; readonly count: number }[];
}

/** Describes the findings: problems that invalidate an evaluation, and warnings that weaken it. */
export function judgeTestset(
  found: Omit<TestsetReport, 'problems' | 'warnings'>,
  { empty, ragged, repeated, near, moreContradictions, decimalCommas }: Counted,
): Pick<TestsetReport, 'problems' | 'warnings'> {
  return {
    problems: [
      ...found.missing_columns.map((column) => `There is no column ${JSON.stringify(column)}.`),
      ...some(empty, 'row is empty', 'rows are empty'),
      ...found.contradictions.map(
        ({ rows, more, example }) =>
          `Rows ${list(rows, more)} have the same input and different expected answers: ${quoted(example)}.`,
      ),
      ...some(
        moreContradictions,
        'more row has the input of another and a different expected answer',
        'more rows have the inputs of others and different expected answers',
      ),
    ],
    warnings: [
      ...otherSeparator(found.columns.map(({ column }) => column)),
      ...some(ragged, 'row lacks a column that others have', 'rows lack a column that others have'),
      ...some(repeated, 'row repeats another', 'rows repeat others'),
      ...some(near, 'row is nearly another', 'rows are nearly others'),
      ...found.columns.flatMap(({ column, empty }) =>
        empty === 0 ? [] : some(empty, `cell of ${column} is empty`, `cells of ${column} are empty`),
      ),
      ...decimalCommas.flatMap(({ column, count }) => {
        const found = [`cell of ${column} has a decimal comma`, `cells of ${column} have a decimal comma`] as const;
        return some(count, ...found).map((warning) => `${warning} Evaluators of numbers read a decimal point.`);
      }),
      ...found.groups.flatMap(({ column, groups }) =>
        groups
          .filter(({ count, share }) => share < SMALL_SHARE && count < SMALL_GROUP)
          .map(({ value, count }) => `Only ${count} of ${found.rows} rows have ${column} ${quoted(value)}.`),
      ),
      ...(found.power.detectable === null ? ['There are too few cases to find any difference.'] : []),
    ],
  };
}

/** Its delimiter was not detected, because most rows have another number of cells than the header. */
function otherSeparator([only, ...others]: readonly string[]): string[] {
  if (only === undefined || others.length > 0 || !/[;\t]/.test(only)) return [];
  const found = only.includes(';') ? ['semicolons', "';'"] : ['tabs', 'tab'];
  return [`The only column is called ${quoted(only)}. If ${found[0]} separate the cells, add --delimiter ${found[1]}.`];
}

function some(count: number, one: string, many: string): string[] {
  return count === 0 ? [] : [`${count} ${count === 1 ? one : many}.`];
}

function list(rows: readonly number[], more: number): string {
  const names = [...rows.map(String), ...(more === 0 ? [] : [`${more} more`])];
  return names.length < 3 ? names.join(' and ') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}

function quoted(text: string): string {
  return JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text);
}

/** A column with more values than this does not group rows. */
const MAX_VALUES = 20;
const MAX_VALUE_LENGTH = 60;

export function createGroupCounter(): {
  add(column: string, value: unknown): void;
  read(rows: number): ColumnGroups[];
} {
  const columns = new Map<string, Map<string, number> | null>();
  return {
    add(column, value) {
      const counts = columns.get(column);
      // `null`: the column has too many values, or one too long to be a label.
      if (counts === null) return;
      const text = typeof value === 'string' ? value : JSON.stringify(value ?? null);
      const known = counts ?? new Map<string, number>();
      known.set(text, (known.get(text) ?? 0) + 1);
      columns.set(column, known.size > MAX_VALUES || text.length > MAX_VALUE_LENGTH ? null : known);
    },
    read: (rows) =>
      [...columns].flatMap(([column, counts]) => {
        if (counts === null || counts.size < 2 || counts.size * 2 > rows) return [];
        const groups = [...counts]
          .map(([value, count]) => ({ value, count, share: count / rows }))
          .toSorted((a, b) => b.count - a.count);
        return [{ column, groups }];
      }),
  };
}
