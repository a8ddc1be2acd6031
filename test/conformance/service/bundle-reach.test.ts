import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { toPartsDocument } from '../../../src/contract/deployments/bundle-parts.ts';
import { ENDPOINT_ROUTES } from '../../../src/contract/endpoint-routes.ts';
import { openWorld, type OwnWorld } from '../../helpers/open-world.ts';
import { ROUTES } from '../../helpers/service-world.ts';

interface Bundle {
  readonly sha256: string;
  readonly body: Uint8Array;
}

function toBundle(content: string | Uint8Array): Bundle {
  const body = Buffer.from(content);
  return { sha256: createHash('sha256').update(body).digest('hex'), body };
}

function toListOf({ sha256, body }: Bundle): Bundle {
  const file = toBundle('a file');
  return toBundle(
    toPartsDocument([
      { path: 'workflow.mjs', sha256: file.sha256, size: file.body.length },
      { path: 'files/theirs', sha256, size: body.length },
    ]),
  );
}

const SECRET = toBundle('export const createApp = "the other team’s code";');
const MISSING = toBundle('nobody has uploaded this');
const NOT_STORED = { msg: 'No bundle with this hash is stored: upload it first', type: 'missing' };

/** An app whose bundle is stored, and a key of another one that knows the hash. */
async function openTwoApps() {
  const world = await openWorld();
  await world.call('putArtifact', SECRET);
  await world.call('createDeployment', { app_id: world.appId, body: toDeployment({ artifact_sha256: SECRET.sha256 }) });
  return { ...world, ...(await openApp(world)) };
}

async function openApp({ call, running, nextName }: OwnWorld) {
  const { app_id: otherId } = await call('createApp', { body: { app_name: nextName() } });
  const key = await makeKey({ call }, otherId);
  const send = async (method: string, path: string, body?: unknown, as = key) => {
    const response = await running.send(method, path, { key: as, ...(body === undefined ? {} : { body }) });
    return [response.status, response.status === 200 ? null : await response.json()] as const;
  };
  const deploy = async (code: object, as = key) =>
    await send('POST', `/apps/${otherId}/deployments`, toDeployment(code), as);
  const upload = async ({ sha256, body }: Bundle, as = key) => await send('PUT', `/artifacts/${sha256}`, body, as);
  const read = async ({ sha256 }: Bundle, as = key) => (await send('GET', `/artifacts/${sha256}`, undefined, as))[0];
  return { otherId, key, send, deploy, upload, read };
}

async function makeKey({ call }: Pick<OwnWorld, 'call'>, ...app_ids: string[]): Promise<string> {
  return await call('createKey', { body: { name: 'k', role: 'author', app_ids } });
}

const toDeployment = (code: object) => ({ variant_name: 'main', routes: ROUTES, sdk_version: '0.1.0', ...code });

test('the hash of another app’s bundle binds nothing, exactly as that of a missing one', async () => {
  await using world = await openTwoApps();
  for (const { sha256: artifact_sha256 } of [SECRET, MISSING]) {
    expect(await world.deploy({ artifact_sha256 })).toEqual([
      422,
      { detail: [{ loc: ['body', 'artifact_sha256'], ...NOT_STORED }] },
    ]);
    const evaluators = { artifact_sha256, schemas: [] };
    expect(await world.deploy({ url: 'https://workflow.example', evaluators })).toEqual([
      422,
      { detail: [{ loc: ['body', 'evaluators', 'artifact_sha256'], ...NOT_STORED }] },
    ]);
  }
  expect(await world.read(SECRET)).toBe(404);
});

test('a list of parts that names another app’s bundle is refused', async () => {
  await using world = await openTwoApps();
  await world.upload(toBundle('a file'));
  expect(await world.upload(toListOf(SECRET))).toEqual([
    422,
    {
      detail: [
        { loc: ['body', 'parts', 0, 'sha256'], msg: 'files/theirs is not stored: upload it first', type: 'missing' },
      ],
    },
  ]);
  expect(await world.read(SECRET)).toBe(404);
});

test('a hash among the names of evaluators opens nothing', async () => {
  await using world = await openTwoApps();
  const own = toBundle('export const own = 1;');
  await world.upload(own);
  const [route] = ROUTES;
  const evaluators = { artifact_sha256: own.sha256, schemas: [{ ...route, name: SECRET.sha256 }] };
  expect(await world.deploy({ artifact_sha256: own.sha256, evaluators })).toEqual([200, null]);
  expect([await world.read(SECRET), await world.read(own)]).toEqual([404, 200]);
});

test('the bytes prove that a key has a bundle, and open it to no other key', async () => {
  await using world = await openTwoApps();
  const third = await makeKey(world, world.otherId);
  const asks = async (key: string) => {
    const body = { sha256: [SECRET.sha256] };
    const response = await world.running.send('POST', '/artifacts/missing', { key, body });
    return await response.json();
  };
  expect(await asks(world.key)).toEqual({ sha256: [SECRET.sha256] });
  expect(await world.upload(SECRET)).toEqual([200, null]);
  expect(await world.upload(SECRET)).toEqual([200, null]);
  expect(await asks(world.key)).toEqual({ sha256: [] });
  expect(await asks(third)).toEqual({ sha256: [SECRET.sha256] });
  expect((await world.deploy({ artifact_sha256: SECRET.sha256 }, third))[0]).toBe(422);
  expect(await world.deploy({ artifact_sha256: SECRET.sha256 })).toEqual([200, null]);
  // From now on, it is a bundle of the app.
  expect(await world.deploy({ artifact_sha256: SECRET.sha256, variant_name: 'more' }, third)).toEqual([200, null]);
});

test('a key of all apps deploys every stored bundle, and no upload of its own is noted', async () => {
  await using world = await openTwoApps();
  const all = world.running.keys.operator;
  await world.upload(SECRET, all);
  expect(await world.deploy({ artifact_sha256: SECRET.sha256 }, all)).toEqual([200, null]);
  expect(await world.running.store.db.selectFrom('artifact_uploads').selectAll().execute()).toEqual([]);
});

test('uploads are forgotten with their key and their bundle', async () => {
  await using world = await openTwoApps();
  const { db } = world.running.store;
  const notedBy = async () =>
    (await db.selectFrom('artifact_uploads').select('sha256').execute()).map((row) => row.sha256);
  await world.upload(SECRET);
  expect(await notedBy()).toEqual([SECRET.sha256]);
  await world.callByAll('deleteKey', { key_prefix: world.key.slice(0, 8) });
  expect(await notedBy()).toEqual([]);
  const other = await makeKey(world, world.otherId);
  await world.upload(MISSING, other);
  expect(await notedBy()).toEqual([MISSING.sha256]);
  await db.deleteFrom('artifacts').where('sha256', '=', MISSING.sha256).execute();
  expect(await notedBy()).toEqual([]);
});

test('the table of permissions says which requests name bundles', () => {
  const named = Object.entries(ENDPOINT_ROUTES).filter(
    ([, { reach }]) => reach === 'its bundles' || (typeof reach === 'object' && 'bundles' in reach),
  );
  expect(named.map(([name]) => name)).toEqual(['putArtifact', 'listMissingArtifacts', 'createDeployment']);
});
