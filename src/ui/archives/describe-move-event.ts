interface RowsMoved {
  readonly table: string;
  readonly rows: number;
}

/** Number of rows between two lines about the same table. */
const EVERY = 100_000;

/** Creates a function that describes the progress of a move: one line per table and per 100,000 rows. */
export function describeMoveEvent(): (event: RowsMoved) => string | null {
  let last = { table: '', rows: 0 };
  return ({ table, rows }) => {
    if (table === last.table && rows - last.rows < EVERY) return null;
    last = { table, rows };
    return `${table}: ${rows} rows`;
  };
}
