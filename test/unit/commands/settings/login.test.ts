import { readFile, stat } from 'node:fs/promises';
import { expect, test } from 'vitest';
import Login from '../../../../commands/settings/login.ts';
import Logout from '../../../../commands/settings/logout.ts';
import Whoami from '../../../../commands/keys/whoami.ts';
import { ServiceError } from '../../../../src/errors/service-error.ts';
import { openCredentials } from '../../../../src/project/credential-store.ts';
import { runWithClient, setting, settingsOf } from '../../../helpers/run-with-client.ts';
import { tempProject } from '../../../helpers/temp-project.ts';

const ADDRESS = 'https://wf.example.com/api';
const PROFILE = { id: 'u1', uid: 'u1', username: 'ada', email: null, role: 'author' as const };

test('a key from standard input is checked, then stored where only its owner can read it', async () => {
  await using home = await tempProject();
  const run = await signIn(home.root, 'secret-key\n');
  const file = home.path('credentials.json');
  expect(run).toMatchObject({ stderr: '', exitCode: 0 });
  expect(run.stdout).toBe(
    `Signed in to ${ADDRESS} as ada. The key is stored in ${file}. Profile default now uses this address. Next: wf whoami\n`,
  );
  expect(await openCredentials(home.root).find(ADDRESS, 'default')).toMatchObject({ key: 'secret-key' });
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(JSON.parse(await readFile(home.path('config.json'), 'utf8'))).toMatchObject({
    profiles: { default: { base_url: ADDRESS } },
  });
});

test('the key is in no output, not even under --json', async () => {
  await using home = await tempProject();
  const run = await signIn(home.root, 'secret-key', ['--json']);
  expect(run.stdout + run.stderr).not.toContain('secret-key');
  expect(JSON.parse(run.stdout)).toMatchObject({ username: 'ada', base_url: ADDRESS });
});

test('an unknown key is not stored', async () => {
  await using home = await tempProject();
  const run = await signIn(home.root, 'wrong', [], () => {
    throw new ServiceError({ code: 'WF_NOT_SIGNED_IN', status: 401, message: 'The service does not know this key.' });
  });
  expect(run).toMatchObject({ stdout: '', exitCode: 4 });
  expect(await openCredentials(home.root).list()).toEqual([]);
});

test.each([
  ['', 'The key is empty.'],
  ['  \n', 'The key is empty.'],
  ['two words', 'it contains spaces or line breaks'],
  ['{"key":\n"x"}', 'it contains spaces or line breaks'],
])('%j on standard input is not a key', async (stdin, message) => {
  await using home = await tempProject();
  const run = await signIn(home.root, stdin);
  expect(run).toMatchObject({ exitCode: 2, calls: [] });
  expect(run.stderr).toContain(message);
});

test('without a terminal, the key must come from standard input', async () => {
  const run = await runWithClient(Login, [], {}, { ports: { resolveSettings: async () => remote('/nowhere') } });
  expect(run.exitCode).toBe(2);
  expect(run.stderr).toContain('wf login --with-token < FILE');
});

test('signing in needs an address', async () => {
  const run = await runWithClient(Login, ['--with-token'], {}, { stdin: 'key' });
  expect(run).toMatchObject({ exitCode: 2, calls: [] });
  expect(run.stderr).toContain('wf login --base-url URL');
});

test('signing out removes the key, and reports when there is none', async () => {
  await using home = await tempProject();
  await openCredentials(home.root).store(ADDRESS, 'default', 'secret-key');
  const ports = { resolveSettings: async () => remote(home.root) };
  const first = await runWithClient(Logout, [], {}, { ports });
  const second = await runWithClient(Logout, [], {}, { ports });
  expect(first.stdout).toContain(`Signed out of ${ADDRESS}.`);
  expect(await openCredentials(home.root).list()).toEqual([]);
  expect(second).toMatchObject({ stdout: '', exitCode: 4 });
});

test('whoami shows owner, service and source of the key', async () => {
  const keyOrigin = { kind: 'environment' as const, name: 'WF_API_KEY' };
  const ports = { resolveSettings: async () => ({ ...remote('/nowhere'), keyOrigin }) };
  const text = JSON.stringify({ info: { title: 'wf', version: '7' } });
  const request = async () => ({ status: 200, headers: {}, bytes: new TextEncoder().encode(text), requestId: null });
  const run = await runWithClient(Whoami, ['--json'], { getProfile: async () => PROFILE, request }, { ports });
  expect(JSON.parse(run.stdout)).toEqual({
    ...PROFILE,
    base_url: ADDRESS,
    key_from: 'WF_API_KEY',
    service: 'wf',
    release: 'wf 7',
    extensions: { known: expect.any(Number), lacking: [] },
  });
});

function remote(configDir: string) {
  return settingsOf({ baseUrl: setting(ADDRESS, 'flag'), configDir });
}

function signIn(configDir: string, stdin: string, argv: string[] = [], getProfile = () => PROFILE) {
  const ports = { resolveSettings: async () => remote(configDir) };
  return runWithClient(Login, ['--with-token', ...argv], { getProfile: async () => getProfile() }, { stdin, ports });
}
