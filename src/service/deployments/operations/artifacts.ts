import { setImmediate } from 'node:timers/promises';
import { CHUNK_BYTES, hasChunks, storeChunks, findArtifact, insertArtifact } from '../queries/artifacts.ts';
import { hashBytes } from '../../../http/create-slices.ts';
import { userError } from '../../../foundation/errors/wf-error.ts';
import { invalidField } from '../../operation/invalid-field.ts';
import { findOwnArtifacts, noteUpload, isWhole, readArtifact, storeBundleParts } from '../stored-artifacts.ts';
import type { Operation } from '../../operation/operation.ts';
import { deleteAbandonedChunk, findAbandonedChunks } from '../../store/deletion/delete-artifacts.ts';
import type { Store } from '../../store/open-store.ts';
import type { Db } from '../../store/schema.ts';

export const putArtifact: Operation<'putArtifact'> = {
  audit: { kind: 'artifact', verb: 'stored' },
  // A bundle is stored in its bucket, or in chunks, before its row is written, so that no row names what is missing.
  prepare: async ({ sha256, body }, { db, now, service: { artifacts, store } }) => {
    await requireHash(sha256, body);
    const row = await findArtifact(db, sha256);
    const location = row === null ? artifacts.locate(sha256) : row.location;
    if (location === null) {
      // An upload repairs a bundle that lost a chunk.
      if (!isChunked(body) || (row !== null && (await isWhole(db, artifacts, sha256, row)))) return;
      await forgetAbandoned(db, store.passingTransaction, new Date(Date.parse(now) - UPLOAD_LIFETIME_MS).toISOString());
      return await storeChunks({ passingTransaction: store.passingTransaction, sha256, bytes: body, created_at: now });
    }
    // An upload repairs an object that the bucket lost or damaged.
    const there = row === null ? null : await artifacts.get(location);
    if (there === null || (await hashBytes(there)) !== sha256) await artifacts.put(location, body, sha256);
  },
  run: async ({ sha256, body }, { db, now, record, principal, service: { artifacts } }) => {
    const location = artifacts.locate(sha256);
    const bytes = location === null && !isChunked(body) ? body : new Uint8Array();
    const isNew = await insertArtifact(db, { sha256, size: body.length, bytes, created_at: now, location });
    if (isNew && location === null && isChunked(body)) await requireChunks(db, sha256, body.length);
    await storeBundleParts(db, principal, sha256, body);
    await noteUpload(db, principal, sha256);
    record(isNew ? { kind: 'artifact', id: sha256, after: sha256, summary: `${body.length} bytes` } : null);
    const row = await findArtifact(db, sha256);
    if (row === null) throw new Error('The inserted bundle was not found');
    return { sha256, size: row.size, created_at: row.created_at };
  },
};

export const getArtifact: Operation<'getArtifact'> = {
  run: async ({ sha256 }, { db, service: { artifacts } }) => {
    const bytes = await readArtifact(db, artifacts, sha256);
    if (bytes === null) throw notStored(sha256);
    return bytes;
  },
};

export const headArtifact: Operation<'headArtifact'> = {
  run: async ({ sha256 }, { db, service: { artifacts } }) => {
    const row = await findArtifact(db, sha256);
    // A bundle that its bucket lost or damaged counts as missing, so that the next deploy uploads it again.
    if (row === null || !(await isWhole(db, artifacts, sha256, row))) throw notStored(sha256);
    return undefined;
  },
};

export const listMissingArtifacts: Operation<'listMissingArtifacts'> = {
  run: async ({ body: { sha256: asked, packages } }, { db, principal, service: { artifacts, hosting } }) => {
    if (packages !== undefined) hosting.requirePackages(packages);
    const wanted = [...new Set(asked)];
    const stored = await findOwnArtifacts(db, principal, wanted);
    // A bundle that its bucket lost or damaged counts as missing, as for `headArtifact`.
    for (const [sha256, row] of stored) if (!(await isWhole(db, artifacts, sha256, row))) stored.delete(sha256);
    return { sha256: wanted.filter((sha256) => !stored.has(sha256)) };
  },
};

/** Age at which the next upload deletes the chunks of one that never ended. */
const UPLOAD_LIFETIME_MS = 24 * 60 * 60 * 1000;

async function forgetAbandoned(db: Db, transaction: Store['passingTransaction'], before: string): Promise<void> {
  for (const chunk of await findAbandonedChunks(db, before)) {
    await transaction((changing) => deleteAbandonedChunk(changing, chunk, before));
    await setImmediate();
  }
}

function isChunked({ length }: Uint8Array): boolean {
  return length > CHUNK_BYTES;
}

/** The bundle, or its chunks, may have been deleted since they were stored. */
async function requireChunks(db: Db, sha256: string, size: number): Promise<void> {
  if (await hasChunks(db, sha256, size)) return;
  throw userError('WF_CONFLICT', `The bundle ${sha256} was deleted while it was uploaded: upload it again.`);
}

function notStored(sha256: string) {
  return userError('WF_NOT_FOUND', `No bundle with the hash ${sha256} is stored.`);
}

/** Recomputes the hash that the bundle is stored under: the path alone proves nothing. */
async function requireHash(sha256: string, bytes: Uint8Array): Promise<void> {
  const actual = await hashBytes(bytes);
  if (actual === sha256) return;
  throw invalidField(
    ['path', 'sha256'],
    `The received body has the SHA-256 ${actual}`,
    'hash_mismatch',
    'The hash of the received bytes differs from the path.',
  );
}
