import { formatSize, PARTS_LIST } from '../../foundation/sizes.ts';
import type { Principal } from '../operation/operation.ts';
import { readPinnedArtifacts } from '../store/deletion/delete-artifacts.ts';
import type { Db } from '../store/schema.ts';
import {
  type ArtifactRow,
  findArtifacts,
  findArtifact,
  readArtifactBytes,
  findUploads,
  insertUpload,
  hasChunks,
  readChunks,
  insertBundleParts,
} from './queries/artifacts.ts';
import { hashBytes } from '../../http/create-slices.ts';
import { UserError, userError } from '../../foundation/errors/wf-error.ts';
import type { ArtifactStorage } from '../hosting/artifacts/artifact-storage.ts';
import * as z from 'zod';
import { type BundlePart, isPartsDocument, parsePartsDocument } from '../../contract/deployments/bundle-parts.ts';

/**
 * Finds which of these stored bundles a key may deploy. Whoever deploys a bundle can read it, and a hash is not a secret: a key
 * of some apps deploys what these apps use, and what it uploaded itself.
 */
export async function findOwnArtifacts(db: Db, principal: Principal, hashes: readonly string[]) {
  const stored = await findArtifacts(db, hashes);
  const { appIds = null } = principal;
  if (appIds === null) return stored;
  const uploaded = await findUploads(db, keyOf(principal), hashes);
  if (hashes.every((sha256) => uploaded.has(sha256))) return stored;
  const used = await Promise.all(appIds.map(async (appId) => await readPinnedArtifacts(db, appId)));
  const isOwn = (sha256: string) => uploaded.has(sha256) || used.some((pinned) => pinned.has(sha256));
  return new Map([...stored].filter(([sha256]) => isOwn(sha256)));
}

/** Records that a key of some apps has the bytes of a stored bundle. */
export async function noteUpload(db: Db, principal: Principal, sha256: string): Promise<void> {
  if (principal.appIds != null) await insertUpload(db, { sha256, key_id: keyOf(principal) });
}

/** A session of the page acts as the key that it came from, and ends before it. */
function keyOf({ id, sessionOf }: Principal): string {
  return sessionOf ?? id;
}

/**
 * Reads a bundle from the database or its bucket.
 *
 * @returns `null` when it is not stored
 * @throws {WF_STORAGE} when a part of it is missing, or its bucket cannot be read, lost it, or has other content under its name
 */
export async function readArtifact(db: Db, storage: ArtifactStorage, sha256: string): Promise<Uint8Array | null> {
  const row = await findArtifact(db, sha256);
  if (row === null) return null;
  if (row.location === null) return await readStored(db, sha256, row);
  const bytes = await storage.get(row.location);
  if (bytes === null) throw damaged(`The bundle ${sha256} is gone from ${row.location}.`);
  if ((await hashBytes(bytes)) === sha256) return bytes;
  storage.doubt(row.location);
  throw damaged(`The bundle at ${row.location} is damaged: its hash differs.`);
}

async function readStored(db: Db, sha256: string, { size, bytes_here }: ArtifactRow): Promise<Uint8Array> {
  if (bytes_here === size) return await readArtifactBytes(db, sha256);
  const bytes = await readChunks(db, sha256, size);
  if (bytes === null) throw damaged(`The bundle ${sha256} is damaged: a part of it is missing.`);
  return bytes;
}

/**
 * Answers whether all of a stored bundle is still where its row says, with its own content. Reads content from a bucket only
 * where the bucket does not tell its length and hash.
 */
export async function isWhole(db: Db, storage: ArtifactStorage, sha256: string, row: ArtifactRow): Promise<boolean> {
  if (row.location !== null) return await isWholeInBucket(storage, sha256, { ...row, location: row.location });
  return row.bytes_here === row.size || (await hasChunks(db, sha256, row.size));
}

async function isWholeInBucket(
  storage: ArtifactStorage,
  sha256: string,
  { location, size }: Pick<ArtifactRow, 'size'> & { readonly location: string },
): Promise<boolean> {
  const told = await storage.describe(location);
  if (told === null || (told.size !== null && told.size !== size)) return false;
  if (told.size !== null && told.sha256 === sha256) return true;
  const bytes = await storage.get(location);
  return bytes !== null && (await hashBytes(bytes)) === sha256;
}

function damaged(message: string): UserError {
  return userError('WF_STORAGE', `${message} Deploy the same sources again.`);
}

/**
 * Records the parts of a bundle that carries files, so that they stay for as long as it does. Code has no parts.
 *
 * @throws {WF_INVALID_INPUT} when the list is invalid, or a part is not stored, or not for this key
 */
export async function storeBundleParts(db: Db, principal: Principal, sha256: string, bytes: Uint8Array): Promise<void> {
  const parts = parseParts(bytes);
  if (parts === null) return;
  const hashes = parts.map((part) => part.sha256);
  const stored = await findOwnArtifacts(db, principal, hashes);
  const lacking = parts.flatMap((part, index) => (stored.has(part.sha256) ? [] : [{ ...part, index }]));
  if (lacking.length > 0) {
    throw refused(
      'Parts of the bundle are not stored.',
      lacking.slice(0, MAX_DETAILS).map(({ path, index }) => ({
        loc: ['body', 'parts', index, 'sha256'],
        msg: `${path} is not stored: upload it first`,
        type: 'missing',
      })),
    );
  }
  await insertBundleParts(db, sha256, parts);
}

/** A list may have thousands of parts. */
const MAX_DETAILS = 20;

function parseParts(bytes: Uint8Array): readonly BundlePart[] | null {
  if (bytes.length > PARTS_LIST.most && isPartsDocument(bytes)) {
    throw refused(`The list of the bundle's parts is larger than ${formatSize(PARTS_LIST)}.`, [
      { loc: ['body'], msg: `Input should have at most ${formatSize(PARTS_LIST)}`, type: 'too_long' },
    ]);
  }
  try {
    return parsePartsDocument(bytes);
  } catch (error) {
    const issues = error instanceof z.ZodError ? error.issues : [{ path: [], message: 'It is not JSON' }];
    throw refused(
      "The list of the bundle's parts is invalid.",
      issues.slice(0, MAX_DETAILS).map(({ path, message }) => ({
        loc: ['body', ...path.map((step) => (typeof step === 'symbol' ? String(step) : step))],
        msg: message,
        type: 'value_error',
      })),
    );
  }
}

function refused(message: string, details: readonly object[]): UserError {
  return new UserError({ code: 'WF_INVALID_INPUT', message, details });
}
