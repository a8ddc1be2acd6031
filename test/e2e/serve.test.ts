import { readFile, stat } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { runWf as run, type WfRun } from '../helpers/run-wf.ts';
import { startWfServe } from '../helpers/start-wf-serve.ts';
import { tempProject, type TempProject } from '../helpers/temp-project.ts';

test('commands on the same machine find the key of a server by its address', async () => {
  await using home = await tempProject();
  await using server = await startWfServe(home.root);
  const made = await runWf(home, ['apps', 'create', 'support', '--base-url', server.url]);
  const listed = await runWf(home, ['apps', 'list', '--json', '--base-url', server.url]);
  const who = await runWf(home, ['whoami', '--json', '--base-url', server.url]);
  expect([made.exitCode, listed.exitCode, who.exitCode]).toEqual([0, 0, 0]);
  expect(JSON.parse(listed.stdout)).toMatchObject([{ app_name: 'support' }]);
  expect(JSON.parse(who.stdout)).toMatchObject({ role: 'operator', base_url: server.url });
});

test('a request without a key is rejected and told how to sign in', async () => {
  await using home = await tempProject();
  await using server = await startWfServe(home.root);
  await using stranger = await tempProject();
  const refused = await runWf(stranger, ['apps', 'list', '--base-url', server.url]);
  const wrong = await runWf(stranger, ['login', '--with-token', '--base-url', server.url], 'wf_wrong.key\n');
  expect([refused.exitCode, wrong.exitCode]).toEqual([4, 4]);
  expect(refused.stderr).toContain('wf login');
  expect(refused.stderr + wrong.stderr).not.toMatch(/wf_wrong|^\s+at /m);
});

test('Ctrl-C stops a server, and its data is still there', async () => {
  await using home = await tempProject();
  const first = await startWfServe(home.root);
  await runWf(home, ['apps', 'create', 'support', '--base-url', first.url]);
  expect(await first.interrupt()).toBe(0);
  await using second = await startWfServe(home.root);
  const listed = await runWf(home, ['apps', 'list', '--json', '--base-url', second.url]);
  expect(JSON.parse(listed.stdout)).toMatchObject([{ app_name: 'support' }]);
});

test('where the output is a log, the link that signs in is in a private file', async () => {
  await using home = await tempProject();
  await using server = await startWfServe(home.root);
  const { page_url, page_url_file } = server.document;
  expect(page_url).toBe(`${server.url}/`);
  const link = (await readFile(page_url_file, 'utf8')).trim();
  expect((await stat(page_url_file)).mode & 0o777).toBe(0o600);
  const [, code = ''] = /^http:[^#]+#code=([\w-]{32})$/.exec(link) ?? [];
  expect(JSON.stringify(server.document)).not.toContain(code);
  const signIn = () => fetch(`${server.url}/session`, { method: 'POST', body: JSON.stringify({ code }) });
  expect([(await signIn()).status, (await signIn()).status]).toEqual([200, 403]);
});

test('a taken port is reported in one sentence', async () => {
  await using home = await tempProject();
  await using server = await startWfServe(home.root);
  await using other = await tempProject();
  const run = await runWf(other, ['serve', '--port', new URL(server.url).port]);
  expect(run.exitCode).not.toBe(0);
  expect(run.stdout).toBe('');
  expect(run.stderr).toMatch(/^Error: Cannot listen on 127\.0\.0\.1:\d+: another program already listens there\.\n/);
  expect(run.stderr).not.toMatch(/^\s+at /m);
});

async function runWf(home: TempProject, argv: readonly string[], stdin = ''): Promise<WfRun> {
  return await run(argv, { cwd: home.root, stdin });
}
