import { UserError } from '../../errors/wf-error.ts';
import { Role } from '../../contract/records/key.ts';
import { makeKey } from '../keys/make-key.ts';
import type { Operation } from '../operation.ts';
import { readCursor, rowsToRead, toPage } from '../store/page.ts';

export const listKeys: Operation<'listKeys'> = {
  access: 'read',
  run: async (paging, { db }) => {
    const rows = await db
      .selectFrom('keys')
      .selectAll()
      .where('id', '>', readCursor(paging, ''))
      .orderBy('id')
      .limit(rowsToRead(paging))
      .execute();
    return toPage(
      rows,
      paging,
      (row) => row.id,
      ({ prefix, name, role, created_at, expires_at }) => ({
        prefix,
        name,
        role: Role.parse(role),
        created_at,
        expires_at,
      }),
    );
  },
};

export const createKey: Operation<'createKey'> = {
  access: 'write',
  hasSecretAnswer: true,
  run: async ({ body }, { db, now }) => {
    const expiresAt = body.expires_at ?? null;
    return await makeKey(db, { name: body.name, role: body.role ?? 'author', expiresAt, now });
  },
};

export const deleteKey: Operation<'deleteKey'> = {
  access: 'write',
  run: async ({ key_prefix }, { db }) => {
    const deleted = await db.deleteFrom('keys').where('prefix', '=', key_prefix).executeTakeFirst();
    if (deleted.numDeletedRows === 1n) return null;
    throw new UserError({
      code: 'WF_NOT_FOUND',
      message: `No key has the prefix ${JSON.stringify(key_prefix)}.`,
      nextSteps: ['wf api GET /keys'],
    });
  },
};
