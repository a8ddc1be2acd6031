import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { expectRefusal } from '../helpers/expect-refusal.ts';
import { runWf } from '../helpers/run-wf.ts';
import { closedPort, startHttpServer } from '../helpers/start-http-server.ts';
import { type NodeServer, startNodeTarget } from '../helpers/targets/node-target.ts';
import { startWfServe, type WfServe } from '../helpers/start-wf-serve.ts';
import { linkPackages, type TempProject, tempProject } from '../helpers/temp-project.ts';

const SOURCE = resolve(import.meta.dirname, '../fixtures/workflows/every-answer.ts');
let project: TempProject;
let service: WfServe;
let server: NodeServer;

beforeAll(async () => {
  const workflow = await readFile(SOURCE, 'utf8');
  project = await tempProject({ 'workflow.ts': workflow, '.wfrc.json': '{"app":"answers","entry":"workflow.ts"}' });
  await linkPackages(project.root, ['zod']);
  const built = await runWf(['build', '--target', 'node', '--json'], { cwd: project.root });
  const { dir } = JSON.parse(built.stdout) as { dir: string }; // the schema of this command
  service = await startWfServe(project.root, ['--allow-egress', '127.0.0.1']);
  const WF_API_KEY = (await readFile(service.keyFile, 'utf8')).trim();
  server = await startNodeTarget({
    dir,
    variables: { GREETING: 'from elsewhere', WF_BASE_URL: service.url, WF_API_KEY },
  });
});

afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await service[Symbol.asyncDispose]();
  await project[Symbol.asyncDispose]();
});

test('a self-hosted workflow is registered, and called through the service', async () => {
  const wf = async (...argv: string[]) => await runWf([...argv, '--base-url', service.url], { cwd: project.root });
  const deployed = await wf('deploy', '--url', server.url, '--json');
  expect({ exitCode: deployed.exitCode, document: JSON.parse(deployed.stdout) as unknown }).toMatchObject({
    exitCode: 0,
    document: { deployment: { variant_name: 'default', deployment: { url: server.url, artifact_sha256: null } } },
  });
  const called = await wf('run', '/variable', '--variant', 'default', '--json');
  expect(JSON.parse(called.stdout)).toMatchObject({ data: 'from elsewhere' });
  expect((await wf('deploy', '--url', server.url)).stdout).toContain('Nothing changed');
});

test('its deployed calls use the configurations that the service stores', async () => {
  const wf = async (...argv: string[]) => await runWf([...argv, '--base-url', service.url], { cwd: project.root });
  await wf('variants', 'create', 'formal', '--from', 'default', '--set', 'tone=formal');
  await wf('env', 'deploy', 'staging', '--variant', 'formal');
  const called = await wf('run', '/', '--env', 'staging', '--json');
  expect(JSON.parse(called.stdout)).toMatchObject({ data: { tone: 'formal', words: 2 } });
  const unknown = await server.ask('/run', { method: 'POST', body: '{"config":"nobody"}' });
  expect([unknown.status, await unknown.json()]).toEqual([400, { detail: expect.stringContaining('nobody') }]);
});

test('a workflow other than the local one is rejected with the differences', async () => {
  const changed = `${await readFile(SOURCE, 'utf8')}\nexport const more = route('/more', {}, () => 1);\n`.replace(
    'lte(3)',
    'lte(5)',
  );
  await using other = await tempProject({ 'workflow.ts': changed, '.wfrc.json': '{"app":"o","entry":"workflow.ts"}' });
  await linkPackages(other.root, ['zod']);
  const says =
    /differs from the local one: it does not serve \/playground\/run\/more, \/run\/more; it has different schemas at/;
  await expectRefusal(
    ['deploy', '--url', server.url],
    { exitCode: 2, code: 'WF_INVALID_INPUT', says },
    { cwd: other.root },
  );
});

test('an address without a workflow is rejected, and nothing is deployed', async () => {
  await using page = await startHttpServer((_request, response) => response.end('<html>'));
  await using missing = await startHttpServer((_request, response) => response.writeHead(404).end());
  await using fresh = await tempProject({
    'workflow.ts': await readFile(SOURCE, 'utf8'),
    '.wfrc.json': '{"app":"fresh","entry":"workflow.ts"}',
  });
  await linkPackages(fresh.root, ['zod']);
  const { root: cwd } = fresh;
  const invalid = { exitCode: 2, code: 'WF_INVALID_INPUT' };
  await expectRefusal(['deploy', '--url', page.url], { ...invalid, says: '/health gives no JSON' }, { cwd });
  await expectRefusal(['deploy', '--url', missing.url], { ...invalid, says: '/health gives status 404' }, { cwd });
  const nowhere = `127.0.0.1:${await closedPort()}`;
  const unreachable = { exitCode: 6, code: 'WF_UNREACHABLE', says: nowhere };
  await expectRefusal(['deploy', '--url', `http://${nowhere}`], unreachable, { cwd });
  const usage = { exitCode: 2, code: 'WF_USAGE', says: 'is not an HTTP address' };
  await expectRefusal(['deploy', '--url', 'support.example.com'], usage, { cwd });
  expect((await runWf(['apps', 'list', '--json'], { cwd })).stdout.trim()).toBe('[]');
});
