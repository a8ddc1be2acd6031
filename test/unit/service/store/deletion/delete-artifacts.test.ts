import { expect, test } from 'vitest';
import {
  deleteAbandonedChunk,
  deleteArtifact,
  deleteUnpinnedArtifacts,
  findAbandonedChunks,
  readPinnedArtifacts,
} from '../../../../../src/service/store/deletion/delete-artifacts.ts';
import type { Db } from '../../../../../src/service/store/schema.ts';
import { insertBare } from '../../../../helpers/insert-bare.ts';
import { openBare } from '../../../../helpers/open-bare.ts';

/** Bundles of two apps: of routes with a part, of evaluators, and one that nothing uses, with a part as well. */
async function openBundles(): Promise<Db> {
  const { db } = await openBare();
  await insertBare(db, 'deployments', [
    { id: '1', app_id: 'a', artifact_sha256: 'routes', evaluators: '{"artifact_sha256":"judges"}' },
    { id: '2', app_id: 'b', artifact_sha256: 'others', evaluators: null },
    { id: '3', app_id: 'a', artifact_sha256: null, evaluators: null },
  ]);
  await insertBare(db, 'bundle_parts', [
    { bundle_sha256: 'routes', sha256: 'part' },
    { bundle_sha256: 'unused', sha256: 'its part' },
  ]);
  const hashes = ['routes', 'judges', 'others', 'part', 'unused', 'its part'];
  await insertBare(
    db,
    'artifacts',
    hashes.map((sha256) => ({ sha256, location: null })),
  );
  return db;
}

const stored = async (db: Db) =>
  (await db.selectFrom('artifacts').select('sha256').orderBy('sha256').execute()).map(({ sha256 }) => sha256);
const chunks = async (db: Db) =>
  (await db.selectFrom('artifact_chunks').select(['sha256', 'position']).execute()).map(
    ({ sha256, position }) => `${sha256} ${position}`,
  );

test('bundles of routes and of evaluators are in use, with their parts', async () => {
  const db = await openBundles();
  expect(await readPinnedArtifacts(db, 'a')).toEqual(new Set(['routes', 'judges', 'part']));
  expect(await readPinnedArtifacts(db, 'b')).toEqual(new Set(['others']));
  expect(await readPinnedArtifacts(db, null)).toEqual(new Set(['routes', 'judges', 'others', 'part', 'its part']));
});

test('of these bundles, those are deleted that nothing uses, and then their parts', async () => {
  const db = await openBundles();
  await deleteUnpinnedArtifacts(db, new Set(['routes', 'part', 'unused', 'its part']));
  expect(await stored(db)).toEqual(['judges', 'others', 'part', 'routes']);
});

test('a bundle in a bucket stays where only the database is meant', async () => {
  const { db } = await openBare();
  await insertBare(db, 'artifacts', [{ sha256: 'far', location: 's3' }]);
  await insertBare(db, 'artifact_chunks', [{ sha256: 'far', position: 0 }]);
  await deleteUnpinnedArtifacts(db, ['far']);
  expect([await stored(db), await chunks(db)]).toEqual([['far'], ['far 0']]);
  await deleteArtifact(db, 'far');
  expect([await stored(db), await chunks(db)]).toEqual([[], []]);
});

test('chunks whose upload never ended are found by their age, and deleted unless it did meanwhile', async () => {
  const { db } = await openBare();
  const [old, limit] = ['2026-01-01T00:00:00Z', '2026-01-02T00:00:00Z'];
  const chunk = (sha256: string, position: number, created_at = old) => ({
    sha256,
    position,
    created_at,
    bytes: new Uint8Array(position + 3),
  });
  await insertBare(db, 'artifact_chunks', [
    chunk('b', 1),
    chunk('b', 0),
    chunk('a', 0),
    chunk('c', 0, limit),
    chunk('ended', 0),
  ]);
  await insertBare(db, 'artifacts', [{ sha256: 'ended' }]);
  const found = await findAbandonedChunks(db, limit);
  expect(found).toEqual([
    { sha256: 'a', position: 0, bytes: 3 },
    { sha256: 'b', position: 0, bytes: 3 },
    { sha256: 'b', position: 1, bytes: 4 },
  ]);
  for (const one of [found[1]!, chunkAt('c'), chunkAt('ended')]) await deleteAbandonedChunk(db, one, limit);
  expect((await chunks(db)).toSorted()).toEqual(['a 0', 'b 1', 'c 0', 'ended 0']);
});

const chunkAt = (sha256: string) => ({ sha256, position: 0, bytes: 3 });
