import type { AuditEntry } from '../../contract/audit/audit-entry.ts';
import { drawn, written, type View } from '../layout/view.ts';
import { toTable, type Column } from '../layout/table-model.ts';

/** Shows the audit log: oldest first for programs, newest first on a terminal. */
export function auditLogView(entries: readonly AuditEntry[], isFiltered = false): View {
  const table = { columns: entryColumns, empty: isFiltered ? 'No change matches.' : 'No changes yet.' };
  return [
    ...written(toTable({ ...table, rows: entries })),
    ...drawn(toTable({ ...table, rows: entries.toReversed() })),
  ];
}

/** Names the record of an entry; a bundle by a prefix of its hash. */
export function nameOf({ kind, name, record }: AuditEntry): string {
  return `${kind} ${name ?? (kind === 'artifact' ? record?.slice(0, 12) : record) ?? ''}`.trim();
}

const entryColumns: readonly Column<AuditEntry>[] = [
  { header: 'when', kind: 'time', value: ({ created_at }) => created_at },
  { header: 'who', value: ({ key_name }) => key_name },
  { header: 'what', value: nameOf },
  { header: 'change', value: ({ summary, action }) => summary ?? action },
  { header: 'role', value: ({ role }) => role, dropOrder: 5 },
  { header: 'before', kind: 'id', value: ({ before }) => before, dropOrder: 2 },
  { header: 'after', kind: 'id', value: ({ after }) => after, dropOrder: 1 },
  { header: 'app', kind: 'id', value: ({ app }) => app, dropOrder: 3 },
  { header: 'request', kind: 'id', value: (entry) => entry.request_id, dropOrder: 4 },
];
