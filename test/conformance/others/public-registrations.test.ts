import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { toOpenApi } from '../../../src/runtime/app/to-open-api.ts';
import type { RouteSchema } from '../../../src/contract/deployments/route-schema.ts';
import type { PublicServiceOptions } from '../../helpers/other-services/public-service.ts';
import { describeState, parametersOf, runningIn } from '../../helpers/other-services/public-state.ts';
import { startPublicWorld } from '../../helpers/other-services/public-world.ts';
import type { RunOptions } from '../../helpers/run-command.ts';
import { serveRecords } from '../../helpers/serve-records.ts';
import { linkPackages, tempProject } from '../../helpers/temp-project.ts';

const SOURCE = resolve(import.meta.dirname, '../../fixtures/workflows/every-answer.ts');

/** The routes of the workflow, which take a build to read. */
let routes: RouteSchema[] | undefined;

/** A project, the same workflow at an address, and a public-like service without the app. */
async function start(options: PublicServiceOptions = {}) {
  const stack = new AsyncDisposableStack();
  const world = stack.use(await startPublicWorld(options));
  const workflow = await readFile(SOURCE, 'utf8');
  const project = stack.use(
    await tempProject({ 'workflow.ts': workflow, '.wfrc.json': '{"app":"fresh","entry":"workflow.ts"}' }),
  );
  await linkPackages(project.root, ['zod']);
  const wf = async (line: string, options: RunOptions = {}) => await world.wf(line, { cwd: project.root, ...options });
  const serve = async () => {
    routes ??= JSON.parse((await wf('routes --json')).stdout) as RouteSchema[]; // the schema of this command
    return stack.use(await serveRecords({ '/health': { status: 'ok' }, '/openapi.json': toOpenApi(routes) }));
  };
  return { ...world, wf, serve, [Symbol.asyncDispose]: () => stack.disposeAsync() };
}

test('a workflow at an address is registered, moved with its parameters, and left where it is', async () => {
  await using world = await start();
  const [one, two] = [await world.serve(), await world.serve()];
  await world.wf('apps create fresh');
  const list = await world.wf('variants list --app fresh', { terminal: { columns: 120, rows: 40 } });
  expect(list.stdout).toContain('Create one: wf deploy --url URL');
  const planned = await world.wf(`deploy --url ${one.url} --plan`);
  expect(planned.stdout).toContain(`Plan for fresh: registers ${one.url}. Nothing was changed.`);
  expect(world.writes()).toEqual(['POST /apps']);
  const first = await world.wf(`deploy --url ${one.url}`);
  expect(first).toMatchObject({
    exitCode: 0,
    stdout: expect.stringContaining(`Registered main.default at ${one.url}.`),
  });
  expect(first.stdout).toContain('Next: wf env deploy production --variant main.default');
  await world.wf('variants update default --app fresh --set words=2');
  await world.wf('variants create tuned --app fresh --set words=3');
  const before = world.writes().length;
  expect((await world.wf(`deploy --url ${one.url}`)).stdout).toContain('Nothing changed: main.default is already at');
  expect(world.writes()).toHaveLength(before);
  const moved = await world.wf(`deploy --url ${two.url} --json`);
  expect(JSON.parse(moved.stdout)).toMatchObject({ changed: true, url_before: one.url, variant: { uri: two.url } });
  expect(describeState(world.state)).toEqual(
    expect.arrayContaining([`main.default is at ${two.url}`, `main.tuned is at ${two.url}`]),
  );
  expect([parametersOf(world.state, 'main.default'), parametersOf(world.state, 'main.tuned')]).toEqual([
    { words: 2 },
    { words: 3 },
  ]);
  await world.wf('env deploy staging --app fresh --variant tuned');
  expect(runningIn({ ...world.state, environments: world.state.environments.slice(3) }, 'staging')).toBe(
    'main.tuned@1',
  );
});

test.each([
  ['deploy', 2, 'This service lacks deployments of code'],
  ['deploy --url $URL --env production', 2, 'it would ignore --env'],
  ['deploy --url $URL --message hi --label team=search', 2, 'it would ignore --message, --label'],
  ['deploy --url $URL --accept-breaking --migrate drop:words', 2, 'it would ignore --migrate, --accept-breaking'],
  ['deploy --url http://127.0.0.1:9', 6, '127.0.0.1:9'],
  ['deploy --url nonsense', 2, 'is not an HTTP address'],
])('wf %s is refused before anything is written', async (line, exitCode, says) => {
  await using world = await start();
  const run = await world.wf(line.replace('$URL', (await world.serve()).url));
  expect(run).toMatchObject({ stdout: '', exitCode, stderr: expect.stringContaining(says) });
  expect(world.writes()).toEqual([]);
});

test('a release that registers no addresses is refused before anything is written', async () => {
  await using world = await start({ release: '0.30.0' });
  const run = await world.wf(`deploy --url ${(await world.serve()).url}`);
  expect(run).toMatchObject({ stdout: '', exitCode: 2 });
  expect(run.stderr).toContain('This service registers no addresses of workflows');
  expect(world.writes()).toEqual([]);
});

test('the first registration creates the app; an address that the service confirms and does not store is no success', async () => {
  await using world = await start({ instead: () => ({ 'PUT /variants/{variant_id}/service': () => null }) });
  const [one, two] = [await world.serve(), await world.serve()];
  const first = await world.wf(`deploy --url ${one.url} --variant app.tuned`);
  expect(first.stdout).toContain(`Registered app.tuned at ${one.url}.`);
  expect(describeState(world.state)).toEqual(expect.arrayContaining(['app fresh', `app.tuned is at ${one.url}`]));
  const run = await world.wf(`deploy --url ${two.url} --variant app.tuned`);
  expect(run).toMatchObject({ stdout: '', exitCode: 1 });
  expect(run.stderr).toContain(`The service confirmed the address ${two.url}, and lists ${one.url} for app.tuned.`);
});
