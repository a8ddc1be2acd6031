import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { tempProject, type TempProject } from '../helpers/temp-project.ts';

const WF = join(resolve(import.meta.dirname, '../..'), 'bin/wf.js');

test('commands on the same machine find the key of a server by its address', async () => {
  await using home = await tempProject();
  await using server = await startServer(home);
  const made = await runWf(home, ['apps', 'create', 'support', '--base-url', server.url]);
  const listed = await runWf(home, ['apps', 'list', '--json', '--base-url', server.url]);
  const who = await runWf(home, ['whoami', '--json', '--base-url', server.url]);
  expect([made.exitCode, listed.exitCode, who.exitCode]).toEqual([0, 0, 0]);
  expect(JSON.parse(listed.stdout)).toMatchObject([{ app_name: 'support' }]);
  expect(JSON.parse(who.stdout)).toMatchObject({ role: 'operator', base_url: server.url });
});

test('somebody else is refused, and told how to sign in', async () => {
  await using home = await tempProject();
  await using server = await startServer(home);
  await using stranger = await tempProject();
  const refused = await runWf(stranger, ['apps', 'list', '--base-url', server.url]);
  const wrong = await runWf(stranger, ['login', '--with-token', '--base-url', server.url], 'wf_wrong.key\n');
  expect([refused.exitCode, wrong.exitCode]).toEqual([4, 4]);
  expect(refused.stderr).toContain('wf login');
  expect(refused.stderr + wrong.stderr).not.toMatch(/wf_wrong|^\s+at /m);
});

test('Ctrl-C ends a server, and what was stored is still there', async () => {
  await using home = await tempProject();
  const first = await startServer(home);
  await runWf(home, ['apps', 'create', 'support', '--base-url', first.url]);
  expect(await first.interrupt()).toBe(0);
  await using second = await startServer(home);
  const listed = await runWf(home, ['apps', 'list', '--json', '--base-url', second.url]);
  expect(JSON.parse(listed.stdout)).toMatchObject([{ app_name: 'support' }]);
});

test('a port that is taken is said in one sentence', async () => {
  await using home = await tempProject();
  await using server = await startServer(home);
  await using other = await tempProject();
  const run = await runWf(other, ['serve', '--port', new URL(server.url).port]);
  expect(run.exitCode).not.toBe(0);
  expect(run.stdout).toBe('');
  expect(run.stderr).toMatch(/^Error: Cannot listen on 127\.0\.0\.1:\d+: something else listens there already\.\n/);
  expect(run.stderr).not.toMatch(/^\s+at /m);
});

interface Server extends AsyncDisposable {
  readonly url: string;
  /** Presses Ctrl-C and answers the exit code. */
  interrupt(): Promise<number>;
}

async function startServer(home: TempProject): Promise<Server> {
  const child = spawnWf(home, ['serve', '--port', '0', '--json']);
  const { url } = JSON.parse(await readDocument(child)) as { url: string };
  const interrupt = async () => {
    const exited = once(child, 'exit');
    child.kill('SIGINT');
    return Number((await exited)[0] ?? -1);
  };
  return { url, interrupt, [Symbol.asyncDispose]: async () => void (await interrupt()) };
}

/** The document ends with its closing brace at the start of a line; the server goes on. */
async function readDocument(child: ChildProcess): Promise<string> {
  let text = '';
  for await (const chunk of child.stdout?.iterator({ destroyOnReturn: false }) ?? []) {
    text += String(chunk);
    if (/^\}$/m.test(text)) return text;
  }
  throw new Error(`The server ended before it served: ${text}`);
}

async function runWf(home: TempProject, argv: readonly string[], stdin = '') {
  const child = spawnWf(home, argv);
  const written = { stdout: '', stderr: '' };
  child.stdout?.on('data', (chunk: Buffer) => (written.stdout += chunk.toString()));
  child.stderr?.on('data', (chunk: Buffer) => (written.stderr += chunk.toString()));
  child.stdin?.end(stdin);
  const [code] = (await once(child, 'close')) as [number | null];
  return { ...written, exitCode: code };
}

function spawnWf(home: TempProject, argv: readonly string[]): ChildProcess {
  const env = {
    PATH: process.env['PATH'] ?? '',
    HOME: home.root,
    NO_COLOR: '1',
    XDG_CONFIG_HOME: home.path('.config'),
    XDG_DATA_HOME: home.path('.data'),
  };
  return spawn(process.execPath, [WF, ...argv], { cwd: home.root, env, stdio: 'pipe' });
}
