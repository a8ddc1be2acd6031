import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import { type Db, fromJson } from '../schema.ts';

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
  for (const sha256 of hashes) if (!pinned.has(sha256)) await deleteArtifact(db, sha256, { isHere: true });
}

/** Deletes a bundle's row and what the database has of it. @param isHere - whether to keep it if it is in a bucket */
export async function deleteArtifact(db: Db, sha256: string, { isHere = false }: { readonly isHere?: boolean } = {}) {
  const deleted = await db
    .deleteFrom('artifacts')
    .where('sha256', '=', sha256)
    .$if(isHere, (query) => query.where('location', 'is', null))
    .executeTakeFirst();
  if (deleted.numDeletedRows === 0n) return;
  const positions = db.selectFrom('artifact_chunks').select('position').where('sha256', '=', sha256);
  for (const { position } of await positions.execute()) {
    await deleteChunk(db, { sha256, position }).execute();
    // SQLite frees a chunk in this thread.
    await setImmediate();
  }
}

export interface AbandonedChunk {
  readonly sha256: string;
  readonly position: number;
  readonly bytes: number;
}

/** Finds the chunks of uploads that began before an instant and never ended. */
export async function findAbandonedChunks(db: Db, before: string): Promise<AbandonedChunk[]> {
  return await db
    .selectFrom('artifact_chunks')
    .select(['sha256', 'position', sql<number>`octet_length(bytes)`.as('bytes')])
    .where('created_at', '<', before)
    .where('sha256', 'not in', db.selectFrom('artifacts').select('sha256'))
    .orderBy('sha256')
    .orderBy('position')
    .execute();
}

/** Deletes a chunk, unless its upload has ended or began again meanwhile. */
export async function deleteAbandonedChunk(db: Db, chunk: AbandonedChunk, before: string): Promise<void> {
  await deleteChunk(db, chunk)
    .where('created_at', '<', before)
    .where('sha256', 'not in', db.selectFrom('artifacts').select('sha256'))
    .execute();
}

function deleteChunk(db: Db, { sha256, position }: Pick<AbandonedChunk, 'sha256' | 'position'>) {
  return db.deleteFrom('artifact_chunks').where('sha256', '=', sha256).where('position', '=', position);
}

type EvaluationSet =
  | { readonly ids: readonly string[] }
  | { readonly appId: string }
  | { readonly humanEvaluationIds: readonly string[] };

/**
 * Deletes the stored outputs that only these evaluations have, with their scores. It runs before the evaluations are
 * deleted, in the same transaction.
 */
export async function deleteStoredOutputs(db: Db, set: EvaluationSet): Promise<void> {
  const own = db
    .selectFrom('evaluation_outcomes')
    .select('cell_hash')
    .where('cell_hash', 'is not', null)
    .where('evaluation_id', 'in', selectIds(db, set));
  const inOthers = db
    .selectFrom('evaluation_outcomes')
    .select('scenario_id')
    .where('cell_hash', '=', sql.ref<string>('cells.hash'))
    .where('evaluation_id', 'not in', selectIds(db, set));
  await db
    .deleteFrom('cells')
    .where('hash', 'in', own)
    .where((the) => the.not(the.exists(inOthers)))
    .execute();
  const judged = db.selectFrom('cells').select('hash').where('hash', '=', sql.ref<string>('scores.cell_hash'));
  await db
    .deleteFrom('scores')
    .where('cell_hash', 'in', own)
    .where((the) => the.not(the.exists(judged)))
    .execute();
}

function selectIds(db: Db, set: EvaluationSet) {
  const evaluations = db.selectFrom('evaluations').select('id');
  if ('ids' in set) return evaluations.where('id', 'in', set.ids);
  if ('appId' in set) return evaluations.where('app_id', '=', set.appId);
  return evaluations.where('human_evaluation_id', 'in', set.humanEvaluationIds);
}
