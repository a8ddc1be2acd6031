import { readFile, stat } from 'node:fs/promises';
import { expect, test } from 'vitest';
import Whoami from '../../../../commands/keys/whoami.ts';
import Login from '../../../../commands/settings/login.ts';
import Logout from '../../../../commands/settings/logout.ts';
import type { BaseCommand } from '../../../../src/cli/kit/command/base-command.ts';
import { runCommand } from '../../../helpers/run-command.ts';
import { startService } from '../../../helpers/start-service.ts';
import { tempProject } from '../../../helpers/temp-project.ts';

/** A service, and a user's home without a keychain. */
async function openStage() {
  const stack = new AsyncDisposableStack();
  const running = stack.use(await startService({ transport: 'socket' }));
  const home = stack.use(await tempProject());
  const env = { HOME: home.root, XDG_CONFIG_HOME: home.root, XDG_DATA_HOME: home.path('data') };
  const run = async (
    Class: new (argv: string[], config: BaseCommand['config']) => BaseCommand,
    argv: readonly string[],
    { stdin = '', ...more }: { readonly stdin?: string; readonly WF_API_KEY?: string } = {},
  ) => await runCommand(Class, [...argv], { cwd: home.root, env: { ...env, ...more }, stdin });
  return {
    keys: running.keys,
    url: running.baseUrl,
    run,
    signIn: async (stdin: string, ...argv: readonly string[]) =>
      await run(Login, ['--base-url', running.baseUrl, '--with-token', ...argv], { stdin }),
    file: home.path('wf/credentials.json'),
    readFile: async (name: string): Promise<unknown> => JSON.parse(await readFile(home.path(`wf/${name}`), 'utf8')),
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

test('a key from standard input is checked, then stored where only its owner can read it', async () => {
  await using stage = await openStage();
  const { url, keys, file } = stage;
  expect(await stage.signIn(`${keys.author}\n`)).toEqual({
    stdout: `Signed in to ${url} as the author. The key is stored in ${file}. Profile default now uses this address. Next: wf whoami\n`,
    stderr: '',
    exitCode: 0,
  });
  expect(await stage.readFile('credentials.json')).toMatchObject({ credentials: [{ origin: url, key: keys.author }] });
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(await stage.readFile('config.json')).toMatchObject({ profiles: { default: { base_url: url } } });
});

test('the key is in no output, not even under --json', async () => {
  await using stage = await openStage();
  const run = await stage.signIn(stage.keys.author, '--json');
  expect(run.stdout + run.stderr).not.toContain(stage.keys.author);
  expect(JSON.parse(run.stdout)).toMatchObject({ username: 'the author', base_url: stage.url });
});

test('an unknown key is not stored', async () => {
  await using stage = await openStage();
  expect(await stage.signIn(`wrong.${'ab'.repeat(32)}`)).toMatchObject({ stdout: '', exitCode: 4 });
  await expect(stat(stage.file)).rejects.toThrow('ENOENT');
});

test.each([
  ['', 'The key is empty.'],
  ['  \n', 'The key is empty.'],
  ['two words', 'it contains spaces or line breaks'],
  ['{"key":\n"x"}', 'it contains spaces or line breaks'],
])('%j on standard input is not a key', async (stdin, message) => {
  await using stage = await openStage();
  expect(await stage.signIn(stdin)).toMatchObject({ exitCode: 2, stderr: expect.stringContaining(message) });
});

test.each([
  [['--base-url', 'http://127.0.0.1:9'], 'wf login --with-token < FILE'],
  [['--with-token'], 'wf login --base-url URL'],
])('wf login %j is refused, and says what to write', async (argv, next) => {
  await using stage = await openStage();
  const run = await stage.run(Login, argv, { stdin: 'key' });
  expect(run).toMatchObject({ stdout: '', exitCode: 2, stderr: expect.stringContaining(next) });
});

test('signing out removes the key, and reports when there is none', async () => {
  await using stage = await openStage();
  await stage.signIn(stage.keys.author);
  expect((await stage.run(Logout, [])).stdout).toContain(`Signed out of ${stage.url}.`);
  expect(await stage.readFile('credentials.json')).toEqual({ credentials: [] });
  expect(await stage.run(Logout, [])).toMatchObject({ stdout: '', exitCode: 4 });
});

test('whoami shows owner, service and source of the key, and prefers that of the environment', async () => {
  await using stage = await openStage();
  await stage.signIn(stage.keys.author);
  const shown = async (env: { readonly WF_API_KEY?: string } = {}) =>
    JSON.parse((await stage.run(Whoami, ['--json'], env)).stdout) as unknown;
  const service = { base_url: stage.url, service: 'wf', extensions: { lacking: [] } };
  expect(await shown()).toMatchObject({ ...service, username: 'the author', key_from: `default (${stage.file})` });
  expect(await shown({ WF_API_KEY: stage.keys.viewer })).toMatchObject({
    ...service,
    username: 'the viewer',
    role: 'viewer',
    key_from: 'WF_API_KEY',
  });
});
