import type { DialectName } from '../../../src/service/store/schema.ts';
import type { StoredRow, StoredTable, StoredValue } from './read-every-row.ts';

/** Writes rows as statements that insert them. */
export function dumpRows(tables: readonly StoredTable[], dialect: DialectName): string[] {
  return tables
    .filter(({ rows }) => rows.length > 0)
    .map(({ name, columns, rows }) => {
      const names = columns.map((column) => column.name);
      const toLine = (row: StoredRow) => `  (${names.map((each) => toLiteral(row[each] ?? null, dialect)).join(', ')})`;
      return `insert into ${name} (${names.join(', ')}) values\n${rows.map(toLine).join(',\n')}`;
    });
}

function toLiteral(value: StoredValue, dialect: DialectName): string {
  if (value === null) return 'null';
  if (value instanceof Uint8Array) {
    const hex = Buffer.from(value).toString('hex');
    return dialect === 'sqlite' ? `x'${hex}'` : `'\\x${hex}'::bytea`;
  }
  return typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value);
}
