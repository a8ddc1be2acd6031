import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openCredentials } from '../../../src/project/credential-store.ts';
import { newestOf } from '../../helpers/other-services/public-state.ts';
import { startPublicWorld } from '../../helpers/other-services/public-world.ts';
import { type PageServer, startPageServer } from '../../helpers/start-page.ts';
import { linkPackages, tempProject } from '../../helpers/temp-project.ts';

/** A `wf serve` that hosts the workflow as app `support`, variant `default`. */
let own: PageServer;
beforeAll(async () => void (own = await startPageServer()));
afterAll(async () => await own[Symbol.asyncDispose]());

/** The same workflow's project, and a public-like service without the app. @param key - stored for the service that hosts it */
async function start(key: string | null) {
  const stack = new AsyncDisposableStack();
  const world = stack.use(await startPublicWorld());
  const workflow = await readFile(resolve('test/fixtures/playground/workflow.ts'), 'utf8');
  const files = {
    'workflow.ts': workflow,
    '.wfrc.json': '{"app":"shop","entry":"workflow.ts"}',
    '.config/note.txt': '',
  };
  const project = stack.use(await tempProject(files));
  await linkPackages(project.root, ['zod']);
  const config = project.path('.config');
  if (key !== null) await openCredentials(join(config, 'wf')).store(own.url, null, key);
  const env = {
    HOME: project.root,
    XDG_CONFIG_HOME: config,
    XDG_DATA_HOME: config,
    WF_BASE_URL: world.service.url,
    WF_API_KEY: 'of-the-public-service',
  };
  const wf = async (line: string) => await world.wf(line, { cwd: project.root, env });
  const registered = () => world.state.variants.flatMap(({ url }) => url ?? []);
  return { ...world, wf, registered, [Symbol.asyncDispose]: () => stack.disposeAsync() };
}

const keyNames = async () => (await own.client.listKeys({})).map(({ name }) => name);

test('a workflow that a wf serve hosts is registered in one command, and the address answers who has no key', async () => {
  await using world = await start(own.key);
  const before = await keyNames();
  const address = `${own.url}/services/support/default`;
  const planned = await world.wf(`deploy --url ${address} --plan`);
  expect(planned).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('its value becomes a part of') });
  expect([world.writes(), await keyNames()]).toEqual([[], before]);

  const done = await world.wf(`deploy --url ${address} --debug`);
  expect(done).toMatchObject({
    exitCode: 0,
    stdout: expect.stringMatching(/Registered main\.default at .*\.\*\*\*\./),
  });
  const [uri = ''] = world.registered();
  const [, key = ''] = /\/key\/(.+)$/.exec(uri) ?? [];
  expect(key).toMatch(/^\w{8}\.[0-9a-f]{64}$/);
  const listed = await world.wf('variants list');
  expect(listed.stdout).toContain(`/key/${key.slice(0, 9)}***`);
  expect(done.stdout + done.stderr + listed.stdout).not.toContain(key);
  const created = (await own.client.listKeys({})).find(({ prefix }) => key.startsWith(prefix));
  expect(created).toMatchObject({ role: 'viewer', app_ids: [own.appId], name: expect.stringMatching(/ shop$/) });

  // What the public service does afterwards: discovery, then a call with the configuration.
  const page = (await (await fetch(`${uri}/openapi.json`)).json()) as { paths: Record<string, unknown> };
  expect(Object.keys(page.paths)).toContain('/generate');
  const headers = { 'content-type': 'application/json', authorization: 'Secret of-the-public-service' };
  const call = await fetch(`${uri}/generate?application_id=1`, {
    method: 'POST',
    headers: { ...headers, origin: 'https://cloud.example' },
    body: JSON.stringify({ ag_config: {}, text: 'hi' }),
  });
  expect(call.headers.get('access-control-allow-origin')).toBe('https://cloud.example');
  expect([call.status, await call.json()]).toEqual([
    200,
    expect.objectContaining({ version: '3.0', data: { echo: { text: 'hi' } } }),
  ]);

  const again = await world.wf(`deploy --url ${address}`);
  expect(again).toMatchObject({ exitCode: 0, stdout: expect.stringContaining('Nothing changed: main.default is') });
  expect(new Set(await keyNames())).toEqual(new Set([...before, created?.name]));
  expect(world.state.variants.flatMap((one) => (one.url === uri ? [newestOf(one).revision] : []))).toEqual([0]);
});

test('without a stored key, the command that stores one is named, and nothing is written', async () => {
  await using world = await start(null);
  const run = await world.wf(`deploy --url ${own.url}/services/support/default`);
  expect(run).toMatchObject({ stdout: '', exitCode: 4 });
  expect(run.stderr).toContain(`Try: wf login --base-url ${own.url}`);
  expect(world.writes()).toEqual([]);
});

test('a stored key that may create none is refused with what an operator can do', async () => {
  const author = await own.client.createKey({ body: { name: `author-${Date.now()}`, role: 'author' } });
  await using world = await start(author);
  const run = await world.wf(`deploy --url ${own.url}/services/support/default`);
  expect(run).toMatchObject({ stdout: '', exitCode: 4 });
  expect(run.stderr).toContain("Ask an operator there for a viewer's key of this app alone");
  expect(world.writes()).toEqual([]);
});

test('a registration that fails leaves no key', async () => {
  await using world = await start(own.key);
  const before = await keyNames();
  world.service.misbehaves = async (received, answer) =>
    /from-service/.test(received.url) && received.method === 'POST'
      ? { status: 500, body: { detail: 'broken' } }
      : await answer(received);
  const run = await world.wf(`deploy --url ${own.url}/services/support/default`);
  expect(run).toMatchObject({ stdout: '', exitCode: 1, stderr: expect.stringContaining('is revoked again') });
  expect(await keyNames()).toEqual(before);
});
