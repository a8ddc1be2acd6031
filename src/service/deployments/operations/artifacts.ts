import { UserError } from '../../../errors/wf-error.ts';
import { findArtifact, hashOf, isStored, readArtifact } from '../queries/stored-artifacts.ts';
import type { Operation } from '../../operation/operation.ts';

export const putArtifact: Operation<'putArtifact'> = {
  access: 'write',
  // What is kept elsewhere is there before its row, so that no row ever names what is not there.
  prepare: async ({ sha256, body }, { db, artifacts }) => {
    requireHash(sha256, body);
    const row = await findArtifact(db, sha256);
    const location = row === null ? artifacts.locate(sha256) : row.location;
    if (location === null) return;
    // What its bucket lost or holds damaged is written anew by whoever still has it.
    const there = row === null ? null : await artifacts.get(location);
    if (there === null || hashOf(there) !== sha256) await artifacts.put(location, body);
  },
  run: async ({ sha256, body }, { db, now, record, artifacts }) => {
    const location = artifacts.locate(sha256);
    const bytes = location === null ? body : new Uint8Array();
    const inserted = await db
      .insertInto('artifacts')
      .values({ sha256, size: body.length, bytes, created_at: now, location })
      .onConflict((conflict) => conflict.column('sha256').doNothing())
      .executeTakeFirst();
    const isNew = inserted.numInsertedOrUpdatedRows === 1n;
    record(isNew ? { kind: 'artifact', id: sha256, after: sha256, summary: `${body.length} bytes` } : null);
    const row = await findArtifact(db, sha256);
    if (row === null) throw new Error('A bundle inserted a moment ago is gone');
    return { sha256, size: row.size, created_at: row.created_at };
  },
};

export const getArtifact: Operation<'getArtifact'> = {
  access: 'read',
  run: async ({ sha256 }, { db, artifacts }) => {
    const bytes = await readArtifact(db, artifacts, sha256);
    if (bytes === null) throw notStored(sha256);
    return bytes;
  },
};

export const headArtifact: Operation<'headArtifact'> = {
  access: 'read',
  run: async ({ sha256 }, { db, artifacts }) => {
    // A bundle that its bucket lost is said to be missing, so that the next deploy brings it again.
    if (!(await isStored(db, artifacts, sha256))) throw notStored(sha256);
    return undefined;
  },
};

function notStored(sha256: string): UserError {
  return new UserError({ code: 'WF_NOT_FOUND', message: `No bundle with the hash ${sha256} is stored.` });
}

/** The name a bundle is stored under is a promise about its content, so it is recomputed here. */
function requireHash(sha256: string, bytes: Uint8Array): void {
  const actual = hashOf(bytes);
  if (actual === sha256) return;
  throw new UserError({
    code: 'WF_INVALID_INPUT',
    message: 'The bytes received have another hash than the path says.',
    details: [{ loc: ['path', 'sha256'], msg: `The body received has the SHA-256 ${actual}`, type: 'hash_mismatch' }],
  });
}
