import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { expect, test } from 'vitest';
import { listCommands } from '../../bin/list-commands.ts';
import { runOnTerminal } from '../helpers/run-on-terminal.ts';
import { bareEnv, runWf, WF } from '../helpers/run-wf.ts';
import { startHttpServer } from '../helpers/start-http-server.ts';
import { tempProject } from '../helpers/temp-project.ts';

const ids = listCommands(resolve('commands')).map(({ id }) => id);
const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };

/** A service whose list of apps is several times larger than a pipe's buffer. */
function startLongList(count: number) {
  const apps = Array.from({ length: count }, (_, index) => ({ app_id: `id-${index}`, app_name: `app-${index}` }));
  return startHttpServer((_, response) => {
    response.setHeader('content-type', 'application/json').end(JSON.stringify(apps));
  });
}

test('--version prints program, platform and Node', async () => {
  expect(await runWf(['--version'])).toEqual({
    stdout: `wf/${version} ${process.platform}-${process.arch} node-${process.version}\n`,
    stderr: '',
    exitCode: 0,
  });
});

test('the help of commands, topics and the program is built, and printed', async () => {
  const topics = [...new Set(ids.flatMap((id) => (id.includes(' ') ? [id.split(' ')[0] ?? ''] : [])))];
  const pages = [...ids, ...topics].map((id) => [id, join('dist/help', `${id.replaceAll(' ', '-')}.txt`)] as const);
  const missing = pages.filter(([id, file]) => !readFileSync(file, 'utf8').includes(`$ wf ${id}`)).map(([id]) => id);
  expect(missing).toEqual([]);
  for (const [words, file] of [
    [['variants', 'list', '--help'], 'variants-list'],
    [['help', 'variants', 'list'], 'variants-list'],
    [['help', 'variants'], 'variants'],
  ] as const) {
    const stdout = readFileSync(`dist/help/${file}.txt`, 'utf8');
    expect(await runWf(words)).toEqual({ stdout, stderr: '', exitCode: 0 });
  }
});

test('wf help begins with the everyday path, and lists each command and page once', async () => {
  const { stdout, stderr, exitCode } = await runWf([]);
  expect([stderr, exitCode]).toEqual(['', 0]);
  const titles = stdout.split('\n').filter((line) => /^[A-Z]{2}/.test(line));
  expect(titles.slice(2, 5)).toEqual(['START AND TRY', 'DEPLOY AND CHANGE', 'EVALUATE']);
  expect(stdout).not.toContain('OTHER COMMANDS');
  const [commands = ''] = stdout.split('PAGES');
  const listed = (commands.match(/^ {2}[a-z-]+/gm) ?? []).map((name) => name.trim());
  expect(listed.length).toBeGreaterThan(30);
  expect(new Set(listed).size).toBe(listed.length);
  const pages = readdirSync('docs').flatMap((file) => /^(.*)\.md$/.exec(file)?.[1] ?? []);
  expect(pages.filter((name) => !new RegExp(`^  ${name} `, 'm').test(stdout))).toEqual([]);
});

test('the help of a command has its first sentence once', () => {
  const text = readFileSync('dist/help/deploy.txt', 'utf8');
  expect(text.match(/Build the workflow and put it on the service\./g)).toHaveLength(1);
  expect(text).toContain('DESCRIPTION\n  Builds the workflow');
});

test('a page is printed in a pipe as it is, without the names of its tests, and fits the window of a terminal', async () => {
  const text = readFileSync('docs/human-evaluation.md', 'utf8');
  const stdout = text.replaceAll(/<!--[^]*?-->/g, '');
  expect(stdout).not.toBe(text);
  expect(await runWf(['help', 'human-evaluation'])).toEqual({ stdout, stderr: '', exitCode: 0 });
  const words = [process.execPath, WF, 'help', 'terminal'];
  const { written } = await runOnTerminal(words, { cwd: '/', env: bareEnv('/'), columns: 60 });
  const lines = stripVTControlCharacters(written).split(/\r?\n/);
  expect(lines[0]).toBe('At the terminal');
  expect(lines.filter((line) => line.length > 60)).toEqual([]);
});

test('a reader that closes the pipe early is not a failure', async () => {
  await using server = await startLongList(20_000);
  const child = spawn(process.execPath, [WF, 'apps', 'list', '--json', '--base-url', server.url], {
    cwd: '/',
    env: bareEnv('/'),
  });
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  child.stdout.once('data', () => child.stdout.destroy());
  const [exitCode] = await once(child, 'exit');
  expect([exitCode, stderr]).toEqual([0, '']);
});

test('a slow reader gets everything', async () => {
  await using server = await startLongList(20_000);
  const child = spawn(process.execPath, [WF, 'apps', 'list', '--json', '--base-url', server.url], {
    cwd: '/',
    env: bareEnv('/'),
  });
  let text = '';
  for await (const chunk of child.stdout.setEncoding('utf8')) {
    text += chunk;
    await new Promise((next) => {
      setImmediate(next);
    });
  }
  expect(JSON.parse(text)).toHaveLength(20_000);
});

test('a failure after much output truncates none of it', async () => {
  await using server = await startLongList(20_000);
  const plain = await runWf(['apps', 'list', '--base-url', server.url]);
  expect(plain.stdout.split('\n')).toHaveLength(20_002);
  expect(plain.exitCode).toBe(0);
});

test.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)('%s during a request exits %i and says so', async (signal, status) => {
  await using project = await tempProject();
  let child: ReturnType<typeof spawn> | undefined;
  // The response never arrives; the request shows that the command is running.
  await using server = await startHttpServer(() => child?.kill(signal));
  const run = await runWf(['apps', 'list', '--base-url', server.url], {
    cwd: project.root,
    onStart: (started) => (child = started),
  });
  expect(run).toEqual({ stdout: '', stderr: 'Error: Interrupted.\n', exitCode: status });
});

test('Ctrl-C stops a jq filter that never ends', async () => {
  await using server = await startLongList(1);
  const run = await runWf(['apps', 'list', '--debug', '--jq', 'def f: f; f', '--base-url', server.url], {
    // --debug prints the request once it is answered; only the filter runs after that.
    onStart: (child) => child.stderr?.once('data', () => child.kill('SIGINT')),
  });
  expect(run).toMatchObject({ stdout: '', exitCode: 130 });
  expect(run.stderr).toContain('"code": "WF_INTERRUPTED"');
});

test('--debug shows requests without secrets, on stderr', async () => {
  await using server = await startLongList(1);
  const env = { WF_API_KEY: 'very-secret' };
  const { stdout, stderr } = await runWf(['apps', 'list', '--json', '--debug', '--base-url', server.url], { env });
  expect(JSON.parse(stdout)).toHaveLength(1);
  expect(stderr).toMatch(/^GET http:\/\/127\.0\.0\.1:\d+\/apps\S* → 200 \(\d+ ms\)\n$/);
});
