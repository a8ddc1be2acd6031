/** How far one table came. */
interface RowsMoved {
  readonly table: string;
  readonly rows: number;
}

/** Rows between two lines about the same table. */
const EVERY = 100_000;

/** Makes the words for a move as it goes on: a line for each table, and for each 100,000 of its rows. */
export function describeMoveEvent(): (event: RowsMoved) => string | null {
  let told = { table: '', rows: 0 };
  return ({ table, rows }) => {
    if (table === told.table && rows - told.rows < EVERY) return null;
    told = { table, rows };
    return `${table}: ${rows} rows`;
  };
}
