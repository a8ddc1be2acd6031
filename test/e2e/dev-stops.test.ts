import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { devProject, workflow } from '../helpers/dev-project.ts';
import { openPage } from '../helpers/open-page.ts';
import { bareEnv, runWf, WF } from '../helpers/run-wf.ts';
import { type DevServer, startDev } from '../helpers/start-dev.ts';
import { childrenOf, livingIn, untilGone } from '../helpers/watch-process.ts';

test('Ctrl-C stops it and every process it started', async () => {
  await using project = await devProject();
  await using dev = await startDev(project, ['--port', '0']);
  await dev.call('/playground/run');
  const children = childrenOf(dev.pid);
  expect(children.length).toBeGreaterThan(0);
  expect(statSync(project.path('.wf/dev.json')).mode & 0o777).toBe(0o600);
  expect(await dev.stop()).toBe(0);
  await Promise.all(children.map(untilGone));
  expect(existsSync(project.path('.wf/dev.json'))).toBe(false);
});

test('Ctrl-C stops it while a browser is connected and calls are running', async () => {
  await using project = await devProject('Promise.withResolvers().promise');
  await using dev = await startDev(project, ['--port', '0']);
  const key = readFileSync(project.path('.wf/key'), 'utf8').trim();
  // Left open, so that the program itself must close it.
  await using open = await openPage(dev.url, { key });
  await open.page.getByText('Watching').waitFor();
  await open.page.getByRole('button', { name: 'Run', exact: true }).click();
  await open.page.getByRole('button', { name: 'Cancel' }).waitFor();
  // Browsers open spare connections, and reconnect to an ended event stream at once.
  const { hostname, port } = new URL(dev.url);
  await using ahead = connect(Number(port), hostname);
  await once(ahead, 'connect');
  listenAgain(dev);
  const children = childrenOf(dev.pid);
  expect(await dev.stop()).toBe(0);
  await Promise.all(children.map(untilGone));
  expect(open.takeComplaints().filter((words) => !words.includes('net::ERR_'))).toEqual([]);
});

test('Ctrl-C stops it while a version never finishes loading', async () => {
  await using project = await devProject();
  await using dev = await startDev(project, ['--port', '0']);
  await writeFile(
    project.path('src/workflow.ts'),
    `${workflow("'two'")}await new Promise(() => setInterval(() => {}, 9));`,
  );
  await expect.poll(() => readdirSync(project.path('.wf/dev'))).toContain('2');
  expect(await dev.stop()).toBe(0);
  // The time limit for loading a version did not end it.
  expect(dev.log).not.toContain('reload-fail');
});

test('other commands in the folder use it, and work without it after it was killed', async () => {
  await using project = await devProject();
  await using dev = await startDev(project, ['--port', '0']);
  const options = { cwd: project.root };
  const made = await runWf(['apps', 'create', 'support', '--debug'], options);
  expect(made).toMatchObject({ exitCode: 0, stderr: expect.stringContaining(dev.url) });
  const children = childrenOf(dev.pid);
  await dev.stop('SIGKILL');
  await Promise.all(children.map(untilGone));
  expect(existsSync(project.path('.wf/dev.json'))).toBe(true);
  const listed = await runWf(['apps', 'list', '--json'], options);
  expect(JSON.parse(listed.stdout)).toMatchObject([{ app_name: 'support' }]);
  expect(existsSync(project.path('.wf/dev.json'))).toBe(false);
});

test('Ctrl-C on a terminal, sent to every process, stops it silently while it loads', async () => {
  await using project = await devProject();
  const child = spawn(process.execPath, [WF, 'dev', '--no-open', '--port', '0'], {
    cwd: project.root,
    env: bareEnv(project.root),
    stdio: ['ignore', 'pipe', 'pipe'],
    // A process group of its own, as a terminal creates for each command.
    detached: true,
  });
  const said = Promise.all([text(child.stdout), text(child.stderr)]);
  const ended = once(child, 'exit');
  // The process of the sources runs, but nothing is served yet.
  await expect.poll(() => childrenOf(child.pid ?? 0).length).toBeGreaterThan(0);
  process.kill(-(child.pid ?? 0), 'SIGINT');
  expect(await ended).toEqual([0, null]);
  const [stdout, stderr] = await said;
  // A slow machine may have printed the address before the key press.
  expect([stdout.replace(/^Playground: .*\n$/, ''), stderr.replace(/^Loaded in .*\n$/, '')]).toEqual(['', '']);
  await expect.poll(() => livingIn(child.pid ?? 0)).toEqual([]);
  expect(existsSync(project.path('.wf/dev.json'))).toBe(false);
});

/** Subscribes to the events, and reconnects. */
function listenAgain(dev: DevServer): void {
  const listen = async (): Promise<void> => {
    for await (const _ of dev.events()) continue;
    await listen();
  };
  // Ends with the program.
  listen().catch(() => undefined);
}
