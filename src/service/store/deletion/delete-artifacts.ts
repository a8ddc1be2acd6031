import { fromJson } from '../json-column.ts';
import type { Db } from '../schema.ts';

/**
 * Reads the hashes of the bundles that deployments of an app, or all deployments, use, and of their parts. A bundle that
 * no deployment uses yet keeps its parts, too.
 */
export async function readPinnedArtifacts(db: Db, appId: string | null): Promise<Set<string>> {
  const deployed = await readDeployedArtifacts(db, appId);
  const parts = await db.selectFrom('bundle_parts').selectAll().execute();
  const used = parts.filter(({ bundle_sha256 }) => appId === null || deployed.has(bundle_sha256));
  return new Set([...deployed, ...used.map(({ sha256 }) => sha256)]);
}

async function readDeployedArtifacts(db: Db, appId: string | null): Promise<Set<string>> {
  const rows = await db
    .selectFrom('deployments')
    .select(['artifact_sha256', 'evaluators'])
    .$if(appId !== null, (query) => query.where('app_id', '=', appId ?? ''))
    .execute();
  return new Set(
    rows.flatMap(({ artifact_sha256: routes, evaluators }) => [
      ...(routes === null ? [] : [routes]),
      // Bundles of evaluators are named only here, in no column.
      ...(evaluators === null ? [] : [fromJson<{ readonly artifact_sha256: string }>(evaluators).artifact_sha256]),
    ]),
  );
}

/** Deletes those of these bundles that are stored in the database and that no deployment uses. */
export async function deleteUnpinnedArtifacts(db: Db, hashes: Iterable<string>): Promise<void> {
  const all = [...hashes];
  await deleteUnpinned(db, all);
  // Without their bundles, parts are no longer pinned.
  await deleteUnpinned(db, all);
}

async function deleteUnpinned(db: Db, hashes: readonly string[]): Promise<void> {
  const pinned = await readPinnedArtifacts(db, null);
  const unpinned = hashes.filter((sha256) => !pinned.has(sha256));
  if (unpinned.length === 0) return;
  await db.deleteFrom('artifacts').where('sha256', 'in', unpinned).where('location', 'is', null).execute();
}
