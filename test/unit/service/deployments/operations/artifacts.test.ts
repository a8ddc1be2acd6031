import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import {
  getArtifact,
  headArtifact,
  listMissingArtifacts,
  putArtifact,
} from '../../../../../src/service/deployments/operations/artifacts.ts';
import type { OperationContext } from '../../../../../src/service/operation/operation.ts';
import { insertBare } from '../../../../helpers/insert-bare.ts';
import { NOW, openOperations } from '../../../../helpers/open-operations.ts';

const MIB = 1024 * 1024;
const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
const SMALL = new TextEncoder().encode('export {};');
const LARGE = new Uint8Array(MIB + 1).fill(7);

/** Stores bundles in the database, or in a bucket that is a map. */
async function openArtifacts(inBucket = false) {
  const opened = await openOperations();
  const { db, contextOf } = opened;
  const bucket = new Map<string, Uint8Array>();
  const artifacts = {
    locate: (sha256: string) => (inBucket ? `s3://bucket/${sha256}` : null),
    put: async (location: string, bytes: Uint8Array) => void bucket.set(location, bytes),
    get: async (location: string) => bucket.get(location) ?? null,
    has: async (location: string) => bucket.has(location),
  };
  const passingTransaction: OperationContext['passingTransaction'] = async (work) =>
    await db.transaction().execute(work);
  const withStorage = (changes: Partial<OperationContext> = {}) =>
    contextOf({ artifacts: artifacts as unknown as OperationContext['artifacts'], passingTransaction, ...changes }); // what is called of it
  const prepare = async (bytes: Uint8Array, sha256 = hashOf(bytes)) =>
    await putArtifact.prepare?.({ sha256, body: bytes }, withStorage());
  const put = async (bytes: Uint8Array, context = withStorage()) => {
    await prepare(bytes);
    return await putArtifact.run({ sha256: hashOf(bytes), body: bytes }, context);
  };
  const get = async (bytes: Uint8Array) => await getArtifact.run({ sha256: hashOf(bytes) }, withStorage());
  const head = async (bytes: Uint8Array) => await headArtifact.run({ sha256: hashOf(bytes) }, withStorage());
  const missing = async (...hashes: string[]) =>
    (await listMissingArtifacts.run({ body: { sha256: hashes } }, withStorage())).sha256;
  const chunks = async () =>
    (await db.selectFrom('artifact_chunks').select(['sha256', 'position']).orderBy('position').execute()).map(
      ({ sha256, position }) => [sha256, position],
    );
  return { ...opened, bucket, withStorage, prepare, put, get, head, missing, chunks };
}

const notStored = (sha256: string) => ({
  code: 'WF_NOT_FOUND',
  message: `No bundle with the hash ${sha256} is stored.`,
});

test.each([
  ['the database', SMALL, false],
  ['the database, in chunks', LARGE, false],
  ['a bucket', SMALL, true],
  ['a bucket, if it is large', LARGE, true],
])('a bundle is stored once in %s, and logged', async (_, bytes, inBucket) => {
  const { put, get, head, missing, takeLogged, bucket, chunks, db } = await openArtifacts(inBucket);
  const sha256 = hashOf(bytes);
  await expect(get(bytes)).rejects.toMatchObject(notStored(sha256));
  await expect(head(bytes)).rejects.toMatchObject(notStored(sha256));
  expect(await missing(sha256, 'x', sha256)).toEqual([sha256, 'x']);
  const stored = { sha256, size: bytes.length, created_at: NOW };
  expect([await put(bytes), await put(bytes)]).toEqual([stored, stored]);
  expect(takeLogged()).toEqual([
    { kind: 'artifact', id: sha256, after: sha256, summary: `${bytes.length} bytes` },
    null,
  ]);
  expect(hashOf(await get(bytes))).toBe(sha256);
  expect([await head(bytes), await missing(sha256, 'x')]).toEqual([undefined, ['x']]);
  expect([...bucket.keys()]).toEqual(inBucket ? [`s3://bucket/${sha256}`] : []);
  const isChunked = !inBucket && bytes === LARGE;
  expect((await chunks()).map(([, position]) => position)).toEqual(isChunked ? [0, 1] : []);
  const row = await db.selectFrom('artifacts').select(['bytes', 'location']).executeTakeFirstOrThrow();
  expect([row.bytes.length, row.location]).toEqual([
    inBucket || isChunked ? 0 : bytes.length,
    inBucket ? `s3://bucket/${sha256}` : null,
  ]);
});

test('bytes of another hash than that of the path are refused', async () => {
  const { prepare } = await openArtifacts();
  await expect(prepare(SMALL, '0'.repeat(64))).rejects.toMatchObject({
    code: 'WF_INVALID_INPUT',
    message: 'The hash of the received bytes differs from the path.',
    details: [
      {
        loc: ['path', 'sha256'],
        msg: `The received body has the SHA-256 ${hashOf(SMALL)}`,
        type: 'hash_mismatch',
      },
    ],
  });
});

test('an upload repairs a bundle that lost a chunk', async () => {
  const { db, put, get, head, missing } = await openArtifacts();
  await put(LARGE);
  await db.deleteFrom('artifact_chunks').where('position', '=', 1).execute();
  const sha256 = hashOf(LARGE);
  expect(await missing(sha256)).toEqual([sha256]);
  await expect(head(LARGE)).rejects.toMatchObject(notStored(sha256));
  await expect(get(LARGE)).rejects.toMatchObject({
    code: 'WF_STORAGE',
    message: `The bundle ${sha256} is damaged: a part of it is missing. Deploy the same sources again.`,
  });
  await put(LARGE);
  expect(await missing(sha256)).toEqual([]);
});

test('an upload repairs a bundle that its bucket lost or damaged', async () => {
  const { bucket, put, get, missing } = await openArtifacts(true);
  await put(SMALL);
  const sha256 = hashOf(SMALL);
  const location = `s3://bucket/${sha256}`;
  bucket.set(location, LARGE);
  await expect(get(SMALL)).rejects.toMatchObject({
    code: 'WF_STORAGE',
    message: `The bundle at ${location} is damaged: its hash differs. Deploy the same sources again.`,
  });
  await put(SMALL);
  expect(bucket.get(location)).toEqual(SMALL);
  bucket.clear();
  expect(await missing(sha256)).toEqual([sha256]);
  await expect(get(SMALL)).rejects.toMatchObject({
    code: 'WF_STORAGE',
    message: `The bundle ${sha256} is gone from ${location}. Deploy the same sources again.`,
  });
  await put(SMALL);
  expect(await missing(sha256)).toEqual([]);
});

test('a whole bundle is not stored again', async () => {
  const { bucket, put } = await openArtifacts(true);
  await put(SMALL);
  const location = `s3://bucket/${hashOf(SMALL)}`;
  const own = Uint8Array.from(SMALL);
  bucket.set(location, own);
  await put(SMALL);
  expect(bucket.get(location)).toBe(own);
});

test('the chunks that an upload left a day ago are deleted with the next large one', async () => {
  const { db, put, chunks } = await openArtifacts();
  await insertBare(db, 'artifact_chunks', [
    { sha256: 'old', position: 0, created_at: '2026-11-19T11:59:59.999Z' },
    { sha256: 'young', position: 0, created_at: '2026-11-19T12:00:00.000Z' },
  ]);
  await put(SMALL);
  expect(await chunks()).toHaveLength(2);
  await put(LARGE);
  expect(new Set((await chunks()).map(([sha256]) => sha256))).toEqual(new Set([hashOf(LARGE), 'young']));
});

test('a large bundle that was deleted during its upload is sent again', async () => {
  const { db, prepare, withStorage } = await openArtifacts();
  await prepare(LARGE);
  await db.deleteFrom('artifact_chunks').execute();
  const sha256 = hashOf(LARGE);
  await expect(putArtifact.run({ sha256, body: LARGE }, withStorage())).rejects.toMatchObject({
    code: 'WF_CONFLICT',
    message: `The bundle ${sha256} was deleted while it was uploaded: upload it again.`,
  });
});

test('a key of some apps deploys what it uploaded, or what its apps use', async () => {
  const { db, put, withStorage } = await openArtifacts();
  await insertBare(db, 'keys', [{ id: 'k', prefix: 'k' }]);
  const key = (id: string, appIds: readonly string[], sessionOf?: string) =>
    withStorage({
      principal: { id, name: id, role: 'author', appIds, ...(sessionOf === undefined ? {} : { sessionOf }) },
    });
  await put(SMALL, key('k', ['a']));
  await put(LARGE);
  const both = [hashOf(SMALL), hashOf(LARGE)];
  const missing = async (context: OperationContext) =>
    (await listMissingArtifacts.run({ body: { sha256: both } }, context)).sha256;
  expect(await missing(key('k', ['a']))).toEqual([hashOf(LARGE)]);
  expect(await missing(key('s', ['a'], 'k'))).toEqual([hashOf(LARGE)]);
  expect(await missing(key('other', ['a']))).toEqual(both);
  await insertBare(db, 'deployments', [{ id: 'd', app_id: 'a', artifact_sha256: hashOf(LARGE) }]);
  expect(await missing(key('k', ['a']))).toEqual([]);
  expect(await missing(key('other', ['b', 'a']))).toEqual([hashOf(SMALL)]);
  expect(await missing(key('other', ['b']))).toEqual(both);
});

test('packages that the service does not run are refused before an upload', async () => {
  const { withStorage } = await openArtifacts();
  const asked: unknown[] = [];
  const hosting = {
    requirePackages: (packages: unknown) => void asked.push(packages),
  } as unknown as OperationContext['hosting']; // what is called of it
  const packages = { names: ['sharp'] } as never; // passed on as it is
  await listMissingArtifacts.run({ body: { sha256: [], packages } }, withStorage({ hosting }));
  await listMissingArtifacts.run({ body: { sha256: [] } }, withStorage({ hosting }));
  expect(asked).toEqual([packages]);
});
