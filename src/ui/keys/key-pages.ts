import type { Key } from '../../contract/keys/key.ts';
import type { Page } from '../layout/page.ts';
import { toTable, type Column } from '../layout/table-model.ts';

/** Shows the keys of a service. */
export function keysPage(keys: readonly Key[]): Page {
  return [toTable({ columns: keyColumns, rows: keys, empty: 'No keys yet. Create one: wf keys create NAME' })];
}

/** Returns the remark for a new key. */
export function createdKeyRemark({
  name,
  role,
  expires_at,
  rate_limit,
}: Pick<Key, 'name' | 'role' | 'expires_at' | 'rate_limit'>): string {
  const limit = rate_limit == null ? '' : `, ${rate_limit} requests a minute`;
  const until = expires_at === null ? '' : `, until ${expires_at}`;
  return `This is the key of ${name} (${role}${limit}${until}). It will not be shown again. Next: wf login`;
}

const keyColumns: readonly Column<Key>[] = [
  { header: 'prefix', value: ({ prefix }) => prefix },
  { header: 'name', value: ({ name }) => name },
  { header: 'role', value: ({ role }) => role },
  { header: 'created', kind: 'time', value: ({ created_at }) => created_at, dropOrder: 2 },
  { header: 'expires', kind: 'time', value: ({ expires_at }) => expires_at },
  { header: 'per minute', kind: 'integer', value: ({ rate_limit }) => rate_limit, dropOrder: 1 },
];
