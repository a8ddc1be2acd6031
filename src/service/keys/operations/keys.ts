import { deleteKeyRecords, findKey, hasOtherOperator, type KeyRow, readKeys } from '../queries/keys.ts';
import { UserError } from '../../../errors/wf-error.ts';
import { Role } from '../../../contract/endpoint/role.ts';
import { makeKey } from '../make-key.ts';
import type { Operation } from '../../operation/operation.ts';
import { readCursor, rowsToRead, toPage } from '../../store/page.ts';
import type { Db } from '../../store/schema.ts';

export const listKeys: Operation<'listKeys'> = {
  access: 'read',
  run: async (paging, { db }) => {
    const rows = await readKeys(db, { after: readCursor(paging, ''), limit: rowsToRead(paging) });
    return toPage(rows, paging, (row) => row.id, toKey);
  },
};

function toKey({ prefix, name, role, created_at, expires_at, rate_limit }: KeyRow) {
  return { prefix, name, role: Role.parse(role), created_at, expiration_date: expires_at, expires_at, rate_limit };
}

/** Name of a key that was created without one. */
const UNNAMED = 'unnamed';

export const createKey: Operation<'createKey'> = {
  access: 'write',
  audit: { kind: 'key', verb: 'created' },
  hasSecretAnswer: true,
  run: async ({ body }, { db, now, record }) => {
    const expiresAt = body.expires_at ?? null;
    requireFuture(expiresAt, now);
    const { name = UNNAMED, role = 'author', rate_limit: rateLimit = null } = body;
    const key = await makeKey(db, { name, role, expiresAt, rateLimit, now });
    const [prefix = ''] = key.split('.');
    record({ kind: 'key', id: prefix, name, after: prefix, summary: `created, ${role}` });
    return key;
  },
};

function requireFuture(expiresAt: string | null, now: string): void {
  if (expiresAt === null || Date.parse(expiresAt) > Date.parse(now)) return;
  const msg = 'Input should be a time in the future';
  const details = [{ loc: ['body', 'expires_at'], msg, type: 'datetime_future' }];
  throw new UserError({ code: 'WF_INVALID_INPUT', message: `${msg}.`, details });
}

export const deleteKey: Operation<'deleteKey'> = {
  access: 'write',
  audit: { kind: 'key', verb: 'revoked' },
  run: async ({ key_prefix }, { db, now, record }) => {
    const key = await findKey(db, key_prefix);
    if (key === null) {
      throw new UserError({
        code: 'WF_NOT_FOUND',
        message: `No key has the prefix ${JSON.stringify(key_prefix)}.`,
        nextSteps: ['wf keys list'],
      });
    }
    await requireOtherOperator(db, key, now);
    await deleteKeyRecords(db, key);
    record({ kind: 'key', id: key.prefix, name: key.name, before: key.prefix, summary: `revoked, ${key.role}` });
    return { message: `Key ${JSON.stringify(key.prefix)} is revoked.` };
  },
};

export const validateKey: Operation<'validateKey'> = {
  access: 'read',
  run: async ({ key_prefix }, { db, now }) => {
    const key = await findKey(db, key_prefix);
    return key !== null && (key.expires_at === null || key.expires_at > now);
  },
};

/** Keeps the last operator's key: without one, nobody could create another. */
async function requireOtherOperator(db: Db, { prefix, name, role, session_of }: KeyRow, now: string): Promise<void> {
  if (role !== 'operator' || session_of !== null) return;
  if (await hasOtherOperator(db, prefix, now)) return;
  throw new UserError({
    code: 'WF_CONFLICT',
    message: `${JSON.stringify(name)} is the last operator's key: create another before you revoke it.`,
  });
}
