import type { ReactNode } from 'react';

export type TableColumn = string | { readonly label: string; readonly isNumber: true };

interface RecordTableProps {
  readonly label: string;
  readonly columns: readonly TableColumn[];
  /** Cells by column label. */
  readonly rows: readonly { readonly key: string; readonly cells: Readonly<Record<string, ReactNode>> }[];
}

/** A table with a record per row. If wider than the page, it scrolls on its own. */
export function RecordTable({ label, columns, rows }: RecordTableProps) {
  return (
    <div className="card scroll" tabIndex={0} role="group" aria-label={label}>
      <table>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={labelOf(column)} scope="col" className={isNumber(column) ? 'number' : undefined}>
                {labelOf(column) === '' ? <span className="hidden">Actions</span> : labelOf(column)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, cells }) => (
            <tr key={key}>
              {columns.map((column) => (
                <td
                  key={labelOf(column)}
                  data-label={labelOf(column)}
                  className={isNumber(column) ? 'number' : undefined}
                >
                  {cells[labelOf(column)]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function labelOf(column: TableColumn): string {
  return typeof column === 'string' ? column : column.label;
}

function isNumber(column: TableColumn): boolean {
  return typeof column !== 'string';
}
