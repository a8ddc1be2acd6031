import {
  appIdsOf,
  deleteKeyRecords,
  findKey,
  hasOtherOperator,
  type KeyRow,
  readKeys,
  requireKeyName,
  type UsedKeyRow,
  findKeyUse,
} from '../queries/keys.ts';
import { dayOf } from '../require-rate.ts';
import { type ModelCalls, readModelCalls } from '../queries/key-limits.ts';
import { userError } from '../../../foundation/errors/wf-error.ts';
import { invalidField } from '../../operation/invalid-field.ts';
import { Role } from '../../../contract/endpoint/endpoint.ts';
import { type AppRow, requireApp } from '../../apps/queries.ts';
import { makeKey, prefixOf } from '../find-principal.ts';
import type { Operation } from '../../operation/operation.ts';
import { toPage, readPageAfter } from '../../store/page.ts';
import type { Db } from '../../store/schema.ts';

export const listKeys: Operation<'listKeys'> = {
  run: async (paging, { db, now }) => {
    const rows = await readKeys(db, readPageAfter(paging, ''));
    const ids = rows.map(({ id }) => id);
    const calls = await readModelCalls(db, ids, dayOf(now));
    return toPage(rows, paging, 'id', (row) => toKey(row, calls.get(row.id) ?? NO_CALLS));
  },
};

const NO_CALLS: ModelCalls = { today: 0, total: 0 };

function toKey(row: UsedKeyRow, calls: ModelCalls) {
  const { prefix, name, role, created_at, expires_at, rate_limit, used_at: last_used_at, model_call_limit } = row;
  const expiry = { expiration_date: expires_at, expires_at };
  const models = { model_call_limit, model_calls_today: calls.today, model_calls: calls.total };
  return {
    prefix,
    name,
    role: Role.parse(role),
    created_at,
    ...expiry,
    rate_limit,
    app_ids: appIdsOf(row),
    last_used_at,
    ...models,
  };
}

/** Name of a key that was created without one. */
const UNNAMED = 'unnamed';

export const createKey: Operation<'createKey'> = {
  audit: { kind: 'key', verb: 'created' },
  hasSecretAnswer: true,
  run: async ({ body }, { db, now, record }) => {
    const expiresAt = body.expires_at ?? null;
    requireFuture(expiresAt, now);
    const name = await requireKeyName(db, body.name ?? UNNAMED);
    const { role = 'author', rate_limit: rateLimit = null } = body;
    const modelCallLimit = body.model_call_limit ?? null;
    const apps = await requireApps(db, body.app_ids ?? null);
    const appIds = apps?.map(({ id }) => id) ?? null;
    const key = await makeKey(db, { name, role, expiresAt, rateLimit, modelCallLimit, appIds, now });
    const prefix = prefixOf(key);
    const reach = apps === null ? '' : ` of ${apps.map((app) => app.name).join(', ')}`;
    record({ kind: 'key', id: prefix, name, after: prefix, summary: `created, ${role}${reach}` });
    return key;
  },
};

async function requireApps(db: Db, ids: readonly string[] | null): Promise<AppRow[] | null> {
  if (ids === null) return null;
  const apps: AppRow[] = [];
  for (const id of new Set(ids)) apps.push(await requireApp(db, id));
  return apps;
}

function requireFuture(expiresAt: string | null, now: string): void {
  if (expiresAt === null || Date.parse(expiresAt) > Date.parse(now)) return;
  throw invalidField(['body', 'expires_at'], 'Input should be a time in the future', 'datetime_future');
}

export const deleteKey: Operation<'deleteKey'> = {
  audit: { kind: 'key', verb: 'revoked' },
  run: async ({ key_prefix }, { db, now, record }) => {
    const key = await findKey(db, key_prefix);
    if (key === null) throw userError('WF_NOT_FOUND', `No key has the prefix ${JSON.stringify(key_prefix)}.`);
    await requireOtherOperator(db, key, now);
    // The record of the key goes; the audit log keeps when it was last used.
    const usedAt = await findKeyUse(db, key.id);
    const use = usedAt === null ? 'never used' : `last used ${usedAt}`;
    await deleteKeyRecords(db, key);
    record({
      kind: 'key',
      id: key.prefix,
      name: key.name,
      before: key.prefix,
      summary: `revoked, ${key.role}, ${use}`,
    });
    return { message: `Key ${JSON.stringify(key.prefix)} is revoked.` };
  },
};

export const validateKey: Operation<'validateKey'> = {
  run: async ({ key_prefix }, { db, now }) => {
    const key = await findKey(db, key_prefix);
    return key !== null && (key.expires_at === null || key.expires_at > now);
  },
};

/** Keeps the last operator's key of all apps: without one, nobody could create another. */
async function requireOtherOperator(db: Db, key: KeyRow, now: string): Promise<void> {
  const { prefix, name, role, session_of, app_ids } = key;
  if (role !== 'operator' || session_of !== null || app_ids !== null) return;
  if (await hasOtherOperator(db, prefix, now)) return;
  throw userError(
    'WF_CONFLICT',
    `${JSON.stringify(name)} is the last operator's key: create another before you revoke it.`,
  );
}
