import { createHash } from 'node:crypto';
import { UserError } from '../../errors/wf-error.ts';
import type { Operation } from '../operation.ts';
import type { Db } from '../store/schema.ts';

export const putArtifact: Operation<'putArtifact'> = {
  access: 'write',
  run: async ({ sha256, body }, { db, now, record }) => {
    requireHash(sha256, body);
    const inserted = await db
      .insertInto('artifacts')
      .values({ sha256, size: body.length, bytes: body, created_at: now })
      .onConflict((conflict) => conflict.column('sha256').doNothing())
      .executeTakeFirst();
    const isNew = inserted.numInsertedOrUpdatedRows === 1n;
    record(isNew ? { kind: 'artifact', id: sha256, after: sha256, summary: `${body.length} bytes` } : null);
    const { size, created_at } = await requireArtifact(db, sha256);
    return { sha256, size, created_at };
  },
};

export const getArtifact: Operation<'getArtifact'> = {
  access: 'read',
  run: async ({ sha256 }, { db }) => {
    await requireArtifact(db, sha256);
    const { bytes } = await db
      .selectFrom('artifacts')
      .select('bytes')
      .where('sha256', '=', sha256)
      .executeTakeFirstOrThrow();
    return new Uint8Array(bytes);
  },
};

export const headArtifact: Operation<'headArtifact'> = {
  access: 'read',
  run: async ({ sha256 }, { db }) => {
    await requireArtifact(db, sha256);
    return undefined;
  },
};

async function requireArtifact(db: Db, sha256: string): Promise<{ size: number; created_at: string }> {
  const found = await db
    .selectFrom('artifacts')
    .select(['size', 'created_at'])
    .where('sha256', '=', sha256)
    .executeTakeFirst();
  if (found !== undefined) return found;
  throw new UserError({ code: 'WF_NOT_FOUND', message: `No bundle with the hash ${sha256} is stored.` });
}

/** The name a bundle is stored under is a promise about its content, so it is recomputed here. */
function requireHash(sha256: string, bytes: Uint8Array): void {
  const actual = createHash('sha256').update(bytes).digest('hex');
  if (actual === sha256) return;
  throw new UserError({
    code: 'WF_INVALID_INPUT',
    message: 'The bytes received have another hash than the path says.',
    details: [{ loc: ['path', 'sha256'], msg: `The body received has the SHA-256 ${actual}`, type: 'hash_mismatch' }],
  });
}
