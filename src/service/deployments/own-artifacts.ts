import type { Principal } from '../operation/context.ts';
import { readPinnedArtifacts } from '../store/deletion/delete-artifacts.ts';
import type { Db } from '../store/schema.ts';
import { type ArtifactRow, findArtifacts } from './queries/artifacts.ts';
import { findUploads, insertUpload } from './queries/artifact-uploads.ts';

/**
 * Finds which of these stored bundles a key may deploy. Whoever deploys a bundle can read it, and a hash is no secret: a key
 * of some apps deploys what these apps use, and what it uploaded itself.
 */
export async function findOwnArtifacts(
  db: Db,
  principal: Principal,
  hashes: readonly string[],
): Promise<Map<string, ArtifactRow>> {
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
