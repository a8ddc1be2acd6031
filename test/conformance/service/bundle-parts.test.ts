import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { toPartsDocument } from '../../../src/contract/deployments/bundle-parts.ts';
import { UserError } from '../../../src/foundation/errors/wf-error.ts';
import { createEchoHosting } from '../../helpers/echo-hosting.ts';
import { openWorld, type OwnWorld, seen } from '../../helpers/open-world.ts';
import { ROUTES } from '../../helpers/service-world.ts';

const LONG_AGO = '2020-01-01T00:00:00.000Z';

interface Part {
  readonly sha256: string;
  readonly body: Uint8Array;
}

function toPart(text: string): Part {
  const body = new TextEncoder().encode(text);
  return { sha256: createHash('sha256').update(body).digest('hex'), body };
}

function toBundle(code: Part, files: readonly Part[]): Part {
  const listed = [code, ...files].map(({ sha256, body }, index) => ({
    path: index === 0 ? 'workflow.mjs' : `files/${index}.md`,
    sha256,
    size: body.byteLength,
  }));
  const body = toPartsDocument(listed);
  return { sha256: createHash('sha256').update(body).digest('hex'), body };
}

const CODE = toPart('export const createApp = 1;');
const [ONE, TWO, THREE] = [toPart('one'), toPart('two'), toPart('three')] as const;

async function deploy({ call, appId }: OwnWorld, bundle: Part, variant_name = 'parts'): Promise<void> {
  const body = { variant_name, artifact_sha256: bundle.sha256, routes: ROUTES, sdk_version: '0.1.0' };
  await call('createDeployment', { app_id: appId, body });
}

async function storedOf({ call }: OwnWorld, parts: readonly Part[]): Promise<boolean[]> {
  const { sha256: missing } = await call('listMissingArtifacts', {
    body: { sha256: parts.map((part) => part.sha256) },
  });
  return parts.map(({ sha256 }) => !missing.includes(sha256));
}

test('a bundle is stored only with all of its parts', async () => {
  await using world = await openWorld();
  const bundle = toBundle(CODE, [ONE, TWO]);
  await world.call('putArtifact', CODE);
  await world.call('putArtifact', ONE);
  const refused = await world.running.send('PUT', `/artifacts/${bundle.sha256}`, { body: bundle.body });
  expect([refused.status, await refused.json()]).toEqual([
    422,
    {
      detail: [
        { loc: ['body', 'parts', 1, 'sha256'], msg: 'files/2.md is not stored: upload it first', type: 'missing' },
      ],
    },
  ]);
  expect(await storedOf(world, [CODE, ONE, TWO, bundle])).toEqual([true, true, false, false]);
  await world.call('putArtifact', TWO);
  await world.call('putArtifact', bundle);
  await world.call('putArtifact', bundle);
  expect(await storedOf(world, [CODE, ONE, TWO, bundle])).toEqual([true, true, true, true]);
  const read = await world.running.send('GET', `/artifacts/${bundle.sha256}`);
  expect(new Uint8Array(await read.arrayBuffer())).toEqual(bundle.body);
});

test('an invalid list of parts is refused with its problem', async () => {
  await using world = await openWorld();
  const hostile = toPart('{"wf":"parts","format":1,"parts":[{"path":"../x","sha256":"0","size":-1}]}\n');
  const broken = toPart('{"wf":"parts",');
  const send = async ({ sha256, body }: Part) => await world.running.send('PUT', `/artifacts/${sha256}`, { body });
  const answers = await Promise.all([hostile, broken].map(async (part) => await (await send(part)).json()));
  expect(answers).toEqual([
    { detail: expect.arrayContaining([expect.objectContaining({ loc: ['body', 'parts', 0, 'path'] })]) },
    { detail: [{ loc: ['body'], msg: 'It is not JSON', type: 'value_error' }] },
  ]);
  expect(await storedOf(world, [hostile, broken])).toEqual([false, false]);
});

test('pruning keeps the parts of deployed bundles, and takes those of no other', async () => {
  await using world = await openWorld();
  const [old, current] = [toBundle(CODE, [ONE, TWO]), toBundle(CODE, [TWO, THREE])];
  for (const part of [CODE, ONE, TWO, THREE, old, current]) await world.call('putArtifact', part);
  await deploy(world, current);
  const { db } = world.running.store;
  await db.updateTable('artifacts').set({ created_at: LONG_AGO }).execute();
  const { kinds } = await world.callByAll('prune', { body: { older_than_seconds: 86_400 } });
  expect(kinds).toEqual([expect.objectContaining({ kind: 'bundles', count: 2 })]);
  expect(await storedOf(world, [CODE, ONE, TWO, THREE, old, current])).toEqual([true, false, true, true, false, true]);
});

test('parts belong to the apps that deploy them, and go with the last one', async () => {
  await using world = await openWorld();
  const bundle = toBundle(CODE, [ONE]);
  for (const part of [CODE, ONE, bundle]) await world.call('putArtifact', part);
  await deploy(world, bundle);
  const { entries } = await world.callByAll('getUsage', { app_id: world.appId });
  expect(entries.find(({ kind }) => kind === 'bundles')).toMatchObject({ rows: 4 });
  const other = await world.callByAll('createApp', { body: { app_name: world.nextName() } });
  const key = await world.callByAll('createKey', { body: { name: 'k', role: 'author', app_ids: [other.app_id] } });
  expect((await world.running.send('GET', `/artifacts/${ONE.sha256}`, { key })).status).toBe(404);
  const asked = await world.running.send('POST', '/artifacts/missing', { key, body: { sha256: [ONE.sha256] } });
  expect(await asked.json()).toEqual({ sha256: [ONE.sha256] });
  expect((await world.running.send('GET', `/artifacts/${ONE.sha256}`)).status).toBe(200);
  await world.call('deleteApp', { app_id: world.appId });
  expect(await storedOf(world, [CODE, ONE, bundle])).toEqual([false, false, false]);
});

const START = '{"wf":"parts","format":1,"parts":';
const listOf = (count: number) =>
  Array.from({ length: count }, (_, index) =>
    index === 0
      ? { path: 'workflow.mjs', sha256: CODE.sha256, size: CODE.body.length }
      : { path: `files/${index}.md`, sha256: String(index).padStart(64, '0'), size: 1 },
  );
const put = async ({ running }: OwnWorld, text: string) => {
  const { sha256, body } = toPart(text);
  return await seen(await running.send('PUT', `/artifacts/${sha256}`, { body }));
};

test('twenty parts that are not stored are named at most', async () => {
  await using world = await openWorld();
  await world.call('putArtifact', CODE);
  const detail = Array.from({ length: 20 }, (_, index) => ({
    loc: ['body', 'parts', index + 1, 'sha256'],
    msg: `files/${index + 1}.md is not stored: upload it first`,
    type: 'missing',
  }));
  expect(await put(world, `${START}${JSON.stringify(listOf(30))}}`)).toEqual([422, { detail }]);
});

test('a list without code is refused, and so is one of more than 2 MiB', async () => {
  await using world = await openWorld();
  await world.call('putArtifact', CODE);
  const files = `${START}${JSON.stringify(listOf(2).slice(1))}}`;
  const noCode = { loc: ['body'], msg: 'One part is workflow.mjs', type: 'value_error' };
  expect(await put(world, files)).toEqual([422, { detail: [noCode] }]);
  const size = 2 * 1024 * 1024;
  const list = `${START}${JSON.stringify(listOf(1))}}`;
  expect((await put(world, list.padEnd(size)))[0]).toBe(200);
  const tooLong = { loc: ['body'], msg: 'Input should have at most 2 MiB', type: 'too_long' };
  expect(await put(world, list.padEnd(size + 1))).toEqual([422, { detail: [tooLong] }]);
  expect((await put(world, 'export {};'.padEnd(size + 1)))[0]).toBe(200);
});

test('a bundle may have more parts than one statement looks up', async () => {
  await using world = await openWorld();
  await world.call('putArtifact', CODE);
  const parts = listOf(1002);
  const stored = { size: 1, bytes: new Uint8Array(1), location: null, created_at: LONG_AGO };
  const rows = parts.slice(1).map(({ sha256 }) => ({ ...stored, sha256 }));
  const { db } = world.running.store;
  await db.insertInto('artifacts').values(rows).execute();
  const bundle = toPart(`${START}${JSON.stringify(parts)}}`);
  for (let time = 0; time < 2; time += 1) await world.call('putArtifact', bundle);
  const noted = await db
    .selectFrom('bundle_parts')
    .select('sha256')
    .where('bundle_sha256', '=', bundle.sha256)
    .execute();
  expect(noted).toHaveLength(1002);
});

const IMPORTED = { external: ['sharp'], scripts: [] };
const PACKAGES = {
  format: 1,
  ...IMPORTED,
  packages: { 'node_modules/sharp': { version: '1.2.3', integrity: 'sha512-AAAA' } },
};

/** Stores a bundle with this list of packages, and deploys it to a service that does not run `sharp`. */
async function deployPackages(packages: string) {
  const refusal = new UserError({ code: 'WF_INVALID_INPUT', message: 'No sharp here.' });
  const requirePackages = ({ external }: { readonly external: readonly string[] }) => {
    if (external.includes('sharp')) throw refusal;
  };
  const world = await openWorld({ createHosting: () => ({ ...createEchoHosting(), requirePackages }) });
  const list = toPart(packages);
  const listed = [
    { path: 'workflow.mjs', sha256: CODE.sha256, size: CODE.body.length },
    { path: 'packages.json', sha256: list.sha256, size: list.body.length },
  ];
  const bundle = toPart(new TextDecoder().decode(toPartsDocument(listed)));
  for (const part of [CODE, list, bundle]) await world.call('putArtifact', part);
  const send = async (path: string, body: unknown) => await seen(await world.running.send('POST', path, { body }));
  const body = { variant_name: 'own', artifact_sha256: bundle.sha256, routes: ROUTES, sdk_version: '0.1.0' };
  return { world, send, deployed: await send(`/apps/${world.appId}/deployments`, body) };
}

test('packages that the service does not run are refused, before the upload and at the deploy', async () => {
  const { world, send, deployed } = await deployPackages(JSON.stringify(PACKAGES));
  await using _ = world;
  const refusal = [422, { detail: [{ loc: ['body'], msg: 'No sharp here.', type: 'value_error' }] }];
  expect(deployed).toEqual(refusal);
  expect(await send('/artifacts/missing', { sha256: [], packages: IMPORTED })).toEqual(refusal);
  const packages = { ...IMPORTED, external: ['other'] };
  expect(await send('/artifacts/missing', { sha256: [], packages })).toEqual([200, { sha256: [] }]);
});

test("a bundle's list of packages that is invalid is refused with the reason", async () => {
  const { world, deployed } = await deployPackages('{"format":2}');
  await using _ = world;
  const item = { loc: ['body', 'artifact_sha256'], msg: expect.stringMatching(/format/), type: 'value_error' };
  expect(deployed).toEqual([422, { detail: [item] }]);
});
