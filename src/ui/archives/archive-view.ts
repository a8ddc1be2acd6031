import { shellWord } from '../../foundation/shell-word.ts';
import { formatBytes } from '../live/describe-event.ts';
import { toRecord, toText, type View } from '../layout/view.ts';
import { type Column, toTable } from '../layout/table-model.ts';
import type { ArchiveReport, MovedTable } from '../../contract/archives/archive-results.ts';

export function archiveView(headline: string, record: ArchiveReport): View {
  const { file, size, sha256, variables, missing } = record;
  const rows = Object.entries(record.rows).filter(([, count]) => count > 0);
  return [
    toText(headline),
    toRecord([
      { label: 'file', value: file },
      { label: 'size', value: formatBytes(size) },
      { label: 'sha256', value: sha256 },
    ]),
    toTable({ columns, rows: [...rows, ['bundles', record.artifacts]] }),
    ...(variables.length === 0
      ? []
      : [
          toText(
            `Not included: the values of ${variables.join(', ')}. Set them: wf env vars set ${shellWord(variables[0] ?? 'NAME')}`,
          ),
        ]),
    ...missing.map((what) => toText(`Not included: ${what}`)),
  ];
}

const columns: readonly Column<readonly [string, number]>[] = [
  { header: 'what', value: ([table]) => table.replaceAll('_', ' ') },
  { header: 'count', kind: 'integer', value: ([, count]) => count },
];

const EVERY = 100_000;

/** Creates a function that describes the progress of a move: one line per table and per 100,000 rows. */
export function describeMoveEvent(): (event: Pick<MovedTable, 'table' | 'rows'>) => string | null {
  let last = { table: '', rows: 0 };
  return ({ table, rows }) => {
    if (table === last.table && rows - last.rows < EVERY) return null;
    last = { table, rows };
    return `${table}: ${rows} rows`;
  };
}
