import { toFilter } from '../choose/to-filter.ts';
import type { Column } from '../layout/table-model.ts';
import { type Listing, sampleOf } from './listing.ts';

/** The rows that have what is typed. */
export interface RowFilter<Row> {
  /** Those of the rows that are here, up to the first that is not; it grows with them. */
  read(): readonly (Row | undefined)[];
}

/**
 * Makes the filter of what is typed. Each row is looked at once, also where more come later; a longer word is looked for
 * among the rows that had the shorter one.
 *
 * @param narrowed - the filter this one is a narrower one of, if it is
 */
export function createRowFilter<Row>(
  { source, columns }: Pick<Listing<Row>, 'source' | 'columns'>,
  typed: string,
  narrowed: RowFilter<Row> | null,
): RowFilter<Row> {
  if (typed === '') return { read: () => source.rows };
  const matches = toFilter(typed);
  const found: Row[] = [];
  let seen = 0;
  return {
    read() {
      const rows = narrowed?.read() ?? source.rows;
      if (seen === rows.length) return found;
      const heads = columns(sampleOf(source));
      for (; seen < rows.length; seen += 1) {
        const row = rows[seen];
        if (row === undefined) break;
        if (matches(textOf(row, heads))) found.push(row);
      }
      return found;
    },
  };
}

function textOf<Row>(row: Row, columns: readonly Column<Row>[]): string {
  return columns.map(({ value }) => String(value(row) ?? '')).join(' ');
}
