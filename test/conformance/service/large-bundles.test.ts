import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { CHUNK_BYTES, storeChunks } from '../../../src/service/deployments/queries/artifacts.ts';
import { openWorld, type OwnWorld, seen } from '../../helpers/open-world.ts';
import { ROUTES } from '../../helpers/service-world.ts';

const LONG_AGO = '2020-01-01T00:00:00.000Z';
const DAY = 86_400;

let bundles = 0;

/** A bundle of two chunks and a half, unlike any other; no two of its chunks are equal. */
function createBundle() {
  bundles += 1;
  const bytes = new Uint8Array(Buffer.alloc(CHUNK_BYTES * 2.5, `The bundle ${bundles}. `));
  return { bytes, sha256: createHash('sha256').update(bytes).digest('hex') };
}

async function readStored({ running }: OwnWorld, sha256: string) {
  const { db } = running.store;
  const row = await db
    .selectFrom('artifacts')
    .select(['size', 'bytes'])
    .where('sha256', '=', sha256)
    .executeTakeFirst();
  const chunks = await db
    .selectFrom('artifact_chunks')
    .select(['position', 'bytes'])
    .where('sha256', '=', sha256)
    .orderBy('position')
    .execute();
  return {
    row: row === undefined ? null : [row.size, row.bytes.length],
    chunks: chunks.map(({ position, bytes }) => [position, bytes.length]),
  };
}

async function fetchBundle({ running }: OwnWorld, sha256: string): Promise<Buffer> {
  const response = await running.send('GET', `/artifacts/${sha256}`);
  expect(response.status).toBe(200);
  return Buffer.from(await response.arrayBuffer());
}

/** Stores the beginning of a bundle, as an upload does that is killed. */
async function interruptUpload({ running }: OwnWorld, { bytes, sha256 }: ReturnType<typeof createBundle>, at: string) {
  const { passingTransaction } = running.store;
  await storeChunks({ passingTransaction, sha256, bytes: bytes.subarray(0, CHUNK_BYTES * 2), created_at: at });
}

const WHOLE = {
  row: [CHUNK_BYTES * 2.5, 0],
  chunks: [
    [0, CHUNK_BYTES],
    [1, CHUNK_BYTES],
    [2, CHUNK_BYTES / 2],
  ],
};
const NOTHING = { row: null, chunks: [] };

test('are stored in chunks, and read back', async () => {
  await using world = await openWorld();
  const { bytes, sha256 } = createBundle();
  const path = `/artifacts/${sha256}`;
  for (let time = 0; time < 2; time += 1) {
    const answer = await seen(await world.running.send('PUT', path, { body: bytes }));
    expect(answer).toEqual([200, { sha256, size: bytes.length, created_at: expect.any(String) }]);
  }
  expect(await readStored(world, sha256)).toEqual(WHOLE);
  expect((await world.running.send('HEAD', path)).status).toBe(200);
  expect((await fetchBundle(world, sha256)).equals(bytes)).toBe(true);
});

test('that lost a chunk count as missing, and are repaired by the next upload', async () => {
  await using world = await openWorld();
  const { bytes, sha256 } = createBundle();
  const path = `/artifacts/${sha256}`;
  await world.running.send('PUT', path, { body: bytes });
  await world.running.store.db
    .deleteFrom('artifact_chunks')
    .where('sha256', '=', sha256)
    .where('position', '=', 1)
    .execute();
  expect((await world.running.send('GET', path)).status).toBe(503);
  expect((await world.running.send('HEAD', path)).status).toBe(404);
  expect(await world.call('listMissingArtifacts', { body: { sha256: [sha256] } })).toEqual({ sha256: [sha256] });
  expect((await world.running.send('PUT', path, { body: bytes })).status).toBe(200);
  expect((await fetchBundle(world, sha256)).equals(bytes)).toBe(true);
});

test('of one chunk at most are stored in their row', async () => {
  await using world = await openWorld();
  const bytes = createBundle().bytes.subarray(0, CHUNK_BYTES);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  await world.call('putArtifact', { sha256, body: bytes });
  expect(await readStored(world, sha256)).toEqual({ row: [CHUNK_BYTES, CHUNK_BYTES], chunks: [] });
  expect((await fetchBundle(world, sha256)).equals(bytes)).toBe(true);
});

test('of earlier releases are read from their row', async () => {
  await using world = await openWorld();
  const { bytes, sha256 } = createBundle();
  const { db } = world.running.store;
  await db.insertInto('artifacts').values({ sha256, size: bytes.length, bytes, created_at: LONG_AGO }).execute();
  expect((await fetchBundle(world, sha256)).equals(bytes)).toBe(true);
});

test('whose upload was interrupted are not stored, until the upload is repeated', async () => {
  await using world = await openWorld();
  const bundle = createBundle();
  const { sha256 } = bundle;
  await interruptUpload(world, bundle, LONG_AGO);
  expect((await world.running.send('HEAD', `/artifacts/${sha256}`)).status).toBe(404);
  const body = { variant_name: 'large', artifact_sha256: sha256, routes: ROUTES, sdk_version: '0.1.0' };
  expect((await world.running.send('POST', `/apps/${world.appId}/deployments`, { body })).status).toBe(422);
  await world.call('putArtifact', { sha256, body: bundle.bytes });
  expect(await readStored(world, sha256)).toEqual(WHOLE);
  expect((await fetchBundle(world, sha256)).equals(bundle.bytes)).toBe(true);
});

test('whose upload was interrupted a day ago are deleted by the next upload', async () => {
  await using world = await openWorld();
  const [old, young, next] = [createBundle(), createBundle(), createBundle()];
  await interruptUpload(world, old, LONG_AGO);
  await interruptUpload(world, young, new Date().toISOString());
  await world.call('putArtifact', { sha256: next.sha256, body: next.bytes });
  expect(await readStored(world, old.sha256)).toEqual(NOTHING);
  expect(await readStored(world, young.sha256)).toEqual({ row: null, chunks: WHOLE.chunks.slice(0, 2) });
  expect(await readStored(world, next.sha256)).toEqual(WHOLE);
});

test('two uploads of one bundle at once are one', async () => {
  await using world = await openWorld();
  const { bytes: body, sha256 } = createBundle();
  await Promise.all([world.call('putArtifact', { sha256, body }), world.call('putArtifact', { sha256, body })]);
  expect(await readStored(world, sha256)).toEqual(WHOLE);
});

test('that lost a chunk are reported as damaged', async () => {
  await using world = await openWorld();
  const { bytes: body, sha256 } = createBundle();
  await world.call('putArtifact', { sha256, body });
  await world.running.store.db.deleteFrom('artifact_chunks').where('position', '=', 1).execute();
  const detail = `The bundle ${sha256} is damaged: a part of it is missing. Deploy the same sources again.`;
  expect(await seen(await world.running.send('GET', `/artifacts/${sha256}`))).toEqual([503, { detail }]);
});

test('are pruned with their chunks, and so are interrupted uploads', async () => {
  await using world = await openWorld();
  const { db } = world.running.store;
  const [unused, started, young] = [createBundle(), createBundle(), createBundle()];
  for (const { sha256, bytes: body } of [unused, young]) await world.call('putArtifact', { sha256, body });
  await interruptUpload(world, started, LONG_AGO);
  const made = { created_at: LONG_AGO };
  await db.updateTable('artifacts').set(made).where('sha256', '=', unused.sha256).execute();
  const kinds = [{ kind: 'bundles', count: 2, bytes: CHUNK_BYTES * 4.5 }];
  const planned = await world.callByAll('prune', { body: { older_than_seconds: DAY, plan: true } });
  expect(planned.kinds).toEqual(kinds);
  expect(await readStored(world, unused.sha256)).toEqual(WHOLE);
  const pruned = await world.callByAll('prune', { body: { older_than_seconds: DAY } });
  expect(pruned.kinds).toEqual(kinds);
  expect(await readStored(world, unused.sha256)).toEqual(NOTHING);
  expect(await readStored(world, started.sha256)).toEqual(NOTHING);
  expect(await readStored(world, young.sha256)).toEqual(WHOLE);
});

test('are measured as a whole, and go with their app', async () => {
  await using world = await openWorld();
  const { bytes: body, sha256 } = createBundle();
  await world.call('putArtifact', { sha256, body });
  const created = await world.callByAll('createApp', { body: { app_name: world.nextName() } });
  const app_id = created.app_id;
  const deployment = { variant_name: 'large', artifact_sha256: sha256, routes: ROUTES, sdk_version: '0.1.0' };
  await world.callByAll('createDeployment', { app_id, body: deployment });
  const usage = await world.callByAll('getUsage', { app_id });
  const bundles = usage.entries.filter(({ kind }) => kind === 'bundles');
  expect(bundles).toEqual([expect.objectContaining({ app_id, rows: 1, bytes: body.length })]);
  await world.callByAll('deleteApp', { app_id });
  expect(await readStored(world, sha256)).toEqual(NOTHING);
});
