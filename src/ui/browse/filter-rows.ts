import { toFilter } from '../choose/edit-text.ts';
import type { Column } from '../layout/table-model.ts';
import { type Listing, sampleOf } from './row-sources.ts';

export interface RowFilter<Row> {
  /** Returns the matching loaded rows, up to the first that is not loaded; grows as rows arrive. */
  read(): readonly (Row | undefined)[];
}

/**
 * Creates a filter for the typed words. It checks each row once, also when more arrive later; a longer word is searched
 * among the rows that matched the shorter one.
 *
 * @param wider - a filter that lets more pass; `null`: none
 */
export function createRowFilter<Row>(
  { source, columns }: Pick<Listing<Row>, 'source' | 'columns'>,
  typed: string,
  wider: RowFilter<Row> | null,
): RowFilter<Row> {
  if (typed === '') return { read: () => source.rows };
  const matches = toFilter(typed);
  const found: Row[] = [];
  let seen = 0;
  return {
    read() {
      const rows = wider?.read() ?? source.rows;
      if (seen === rows.length) return found;
      const heads = columns(sampleOf(source));
      for (let row = rows[seen]; row !== undefined; row = rows[seen]) {
        if (matches(textOf(row, heads))) found.push(row);
        seen += 1;
      }
      return found;
    },
  };
}

function textOf<Row>(row: Row, columns: readonly Column<Row>[]): string {
  return columns.map(({ value }) => String(value(row) ?? '')).join(' ');
}
