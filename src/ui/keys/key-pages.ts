import type { Key } from '../../contract/keys/key.ts';
import type { Page } from '../layout/page.ts';
import { toTable, type Column } from '../layout/table-model.ts';

/** The keys of a service. */
export function keysPage(keys: readonly Key[]): Page {
  return [toTable({ columns: keyColumns, rows: keys, empty: 'No keys yet. Make one: wf keys create NAME' })];
}

/** What goes beside a key that was just made. */
export function createdKeyRemark({
  name,
  role,
  expires_at,
  rate_limit,
}: Pick<Key, 'name' | 'role' | 'expires_at' | 'rate_limit'>): string {
  const limit = rate_limit == null ? '' : `, ${rate_limit} requests a minute`;
  const until = expires_at === null ? '' : `, until ${expires_at}`;
  return `The key of ${name} (${role}${limit}${until}). It is not shown again. Next: wf login`;
}

const keyColumns: readonly Column<Key>[] = [
  { header: 'prefix', value: ({ prefix }) => prefix },
  { header: 'name', value: ({ name }) => name },
  { header: 'role', value: ({ role }) => role },
  { header: 'created', kind: 'time', value: ({ created_at }) => created_at, dropOrder: 2 },
  { header: 'expires', kind: 'time', value: ({ expires_at }) => expires_at },
  { header: 'a minute', kind: 'integer', value: ({ rate_limit }) => rate_limit, dropOrder: 1 },
];
