import { expect, test } from 'vitest';
import { createArtifactStorage } from '../../../src/service/hosting/artifacts/artifact-storage.ts';
import { BUNDLE, BUNDLE_SHA256 } from '../../helpers/service-world.ts';
import { closedPort } from '../../helpers/start-http-server.ts';
import { startS3Server } from '../../helpers/start-s3-server.ts';
import { openWorld, seen } from '../../helpers/open-world.ts';

const PATH = `/artifacts/${BUNDLE_SHA256}`;
const KEY = `wf/${BUNDLE_SHA256}`;

test('are stored only there, and read back', async () => {
  await using s3 = await startS3Server();
  using artifacts = createArtifactStorage(s3.address, s3.env);
  await using world = await openWorld({ artifacts });
  const { running } = world;
  const { store } = running;
  expect(await s3.keys()).toEqual([KEY]);
  const rows = await store.db.selectFrom('artifacts').select(['size', 'bytes', 'location']).execute();
  expect(rows.map((row) => ({ ...row, bytes: row.bytes.length }))).toEqual([
    { size: BUNDLE.length, bytes: 0, location: `s3://bundles/${KEY}` },
  ]);
  expect((await running.send('HEAD', PATH)).status).toBe(200);
  expect(new Uint8Array(await (await running.send('GET', PATH)).arrayBuffer())).toEqual(BUNDLE);
  expect((await running.send('PUT', PATH, { body: BUNDLE })).status).toBe(200);
  expect(await s3.keys()).toEqual([KEY]);
});

test('stored earlier are read from their location, wherever new ones go', async () => {
  await using s3 = await startS3Server();
  using artifacts = createArtifactStorage(null, s3.env);
  let address: string | null = null;
  using later = createArtifactStorage(s3.address, s3.env);
  const changing = { ...artifacts, locate: (sha256: string) => (address === null ? null : later.locate(sha256)) };
  await using world = await openWorld({ artifacts: changing });
  const { running } = world;
  address = s3.address;
  expect((await running.send('PUT', PATH, { body: BUNDLE })).status).toBe(200);
  expect(await s3.keys()).toEqual([]);
  const other = new TextEncoder().encode('export const createApp = () => ({ other: true });');
  const sha256 = Buffer.from(await crypto.subtle.digest('SHA-256', other)).toString('hex');
  expect((await running.send('PUT', `/artifacts/${sha256}`, { body: other })).status).toBe(200);
  expect(await s3.keys()).toEqual([`wf/${sha256}`]);
  address = null;
  for (const [name, bytes] of [
    [BUNDLE_SHA256, BUNDLE],
    [sha256, other],
  ] as const) {
    expect(new Uint8Array(await (await running.send('GET', `/artifacts/${name}`)).arrayBuffer())).toEqual(bytes);
  }
});

test.each([
  ['lost', `is gone from s3://bundles/${KEY}. Deploy the same sources again.`],
  ['damaged', `is damaged: its hash differs. Deploy the same sources again.`],
] as const)('that are %s are reported, and repaired by the next deploy', async (harm, says) => {
  await using s3 = await startS3Server();
  using artifacts = createArtifactStorage(s3.address, s3.env);
  await using world = await openWorld({ artifacts });
  const { running } = world;
  await (harm === 'lost' ? s3.lose(KEY) : s3.damage(KEY));
  expect((await running.send('HEAD', PATH)).status).toBe(404);
  const asked = { body: { sha256: [BUNDLE_SHA256] } };
  expect(await world.call('listMissingArtifacts', asked)).toEqual({ sha256: [BUNDLE_SHA256] });
  expect(await seen(await running.send('GET', PATH))).toEqual([503, { detail: expect.stringContaining(says) }]);
  expect((await running.send('PUT', PATH, { body: BUNDLE })).status).toBe(200);
  expect(new Uint8Array(await (await running.send('GET', PATH)).arrayBuffer())).toEqual(BUNDLE);
});

test('are looked for without reading them, unless their bucket does not tell what they are', async () => {
  await using s3 = await startS3Server();
  using artifacts = createArtifactStorage(s3.address, s3.env);
  const read: string[] = [];
  const location = `s3://bundles/${KEY}`;
  const get = async (asked: string) => {
    read.push(asked);
    return await artifacts.get(asked);
  };
  await using world = await openWorld({ artifacts: { ...artifacts, get } });
  const isThere = async () => (await world.running.send('HEAD', PATH, { key: world.running.keys.viewer })).status;
  read.length = 0;
  expect(await isThere()).toBe(200);
  expect(await world.call('listMissingArtifacts', { body: { sha256: [BUNDLE_SHA256] } })).toEqual({ sha256: [] });
  expect(read).toEqual([]);
  // Damaged without a change of its length: only a call that reads it finds that out, and the next deploy looks.
  await s3.damage(KEY, 'x'.repeat(BUNDLE.length));
  expect((await world.running.send('GET', PATH)).status).toBe(503);
  expect(await isThere()).toBe(404);
  expect((await world.running.send('PUT', PATH, { body: BUNDLE })).status).toBe(200);
  read.length = 0;
  expect([await isThere(), read]).toEqual([200, []]);
  // Stored by an older wf, which noted no hash.
  await s3.forgetNotes(KEY);
  expect([await isThere(), read]).toEqual([200, [location]]);
});

test('whose bytes do not match their hash are refused before the upload', async () => {
  await using s3 = await startS3Server();
  using artifacts = createArtifactStorage(s3.address, s3.env);
  await using world = await openWorld({ artifacts });
  const path = `/artifacts/${'0'.repeat(64)}`;
  expect((await world.running.send('PUT', path, { body: BUNDLE })).status).toBe(422);
  expect(await s3.keys()).toEqual([KEY]);
});

test('that cannot be reached leave no row, and other requests work', async () => {
  await using s3 = await startS3Server();
  const nowhere = `127.0.0.1:${await closedPort()}`;
  using artifacts = createArtifactStorage(s3.address, { ...s3.env, AWS_ENDPOINT_URL: `http://${nowhere}` });
  let isFirst = true;
  const locate = (sha256: string) => (isFirst ? null : artifacts.locate(sha256));
  await using world = await openWorld({ artifacts: { ...artifacts, locate } });
  isFirst = false;
  const { running } = world;
  const { store } = running;
  const detail = `The bucket bundles at ${nowhere} cannot be reached: nothing listens there.`;
  const body = new TextEncoder().encode('export {};');
  const sha256 = Buffer.from(await crypto.subtle.digest('SHA-256', body)).toString('hex');
  expect(await seen(await running.send('PUT', `/artifacts/${sha256}`, { body }))).toEqual([503, { detail }]);
  expect((await running.send('HEAD', `/artifacts/${sha256}`)).status).toBe(404);
  await store.db
    .updateTable('artifacts')
    .set({ location: `s3://bundles/${KEY}` })
    .execute();
  expect(await seen(await running.send('GET', PATH))).toEqual([503, { detail }]);
  expect((await running.send('GET', '/apps')).status).toBe(200);
});
