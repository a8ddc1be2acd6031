import { shellWord } from '../../foundation/shell-word.ts';
import { countOf } from '../../foundation/numbers.ts';
import type { App } from '../../contract/apps/app.ts';
import type { Key } from '../../contract/keys/key.ts';
import { describeEmpty, type Filtered } from '../labels/label-columns.ts';
import type { View } from '../layout/view.ts';
import { toTable, type Column } from '../layout/table-model.ts';

/** Shows the keys of a service; an app that was deleted is shown by its id. */
export function keysView(
  keys: readonly Key[],
  apps: readonly Pick<App, 'app_id' | 'app_name'>[],
  filtered: Filtered = {},
): View {
  const nameOf = (id: string) => apps.find(({ app_id }) => app_id === id)?.app_name ?? id;
  const rows = keys.map((key) => ({ ...key, apps: describeReach(key, nameOf) }));
  return [toTable({ columns: keyColumns, rows, empty: describeEmpty('key', NONE, filtered) })];
}

/** `null`: a service of others does not say. */
function describeReach({ app_ids }: Key, nameOf: (id: string) => string): string | null {
  return app_ids === undefined ? null : (app_ids?.map(nameOf).join(', ') ?? 'all');
}

const NONE = 'No keys yet. Create one: wf keys create NAME';

/** @param url - the service that takes the key; `null`: one that is started over the data of this folder */
export function createdKeyRemark(
  {
    name,
    role,
    expires_at,
    rate_limit,
    model_call_limit,
    app_ids,
  }: Pick<Key, 'name' | 'role' | 'expires_at' | 'rate_limit' | 'model_call_limit'> & {
    readonly app_ids: readonly string[] | null;
  },
  url: string | null,
): string {
  const reach = app_ids === null ? '' : ` of ${countOf(app_ids.length, 'app')}`;
  const limit = rate_limit == null ? '' : `, ${rate_limit} requests a minute`;
  const models = model_call_limit == null ? '' : `, ${countOf(model_call_limit, 'model call')} a day`;
  const next = url === null ? 'wf serve' : `wf login --base-url ${shellWord(url)}`;
  const until = expires_at === null ? '' : `, until ${expires_at}`;
  return `This is the key of ${name} (${role}${reach}${limit}${models}${until}). It will not be shown again. Next: ${next}`;
}

const keyColumns: readonly Column<Key & { readonly apps: string | null }>[] = [
  { header: 'prefix', value: ({ prefix }) => prefix },
  { header: 'name', value: ({ name }) => (name === '' ? null : name) },
  { header: 'role', value: ({ role }) => role },
  { header: 'apps', value: ({ apps }) => apps, dropOrder: 4 },
  { header: 'created', kind: 'time', value: ({ created_at }) => created_at, dropOrder: 3 },
  { header: 'last used', kind: 'time', value: ({ last_used_at }) => last_used_at ?? null, dropOrder: 5 },
  { header: 'expires', kind: 'time', value: ({ expiration_date }) => expiration_date ?? null },
  { header: 'per minute', kind: 'integer', value: ({ rate_limit }) => rate_limit, dropOrder: 1 },
  { header: 'model calls today', value: toModelCalls, dropOrder: 2 },
];

function toModelCalls({ model_calls_today: today, model_call_limit: limit }: Key): string | null {
  if (today === undefined) return null;
  return limit == null ? String(today) : `${today} of ${limit}`;
}
