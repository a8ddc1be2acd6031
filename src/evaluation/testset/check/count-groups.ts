import type { ColumnGroups } from '../../../contract/testsets/testset-report.ts';

/** A column with more values than this does not group rows. */
const MAX_VALUES = 20;
const MAX_VALUE_LENGTH = 60;

/** Counts the values of columns that have few values. */
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
