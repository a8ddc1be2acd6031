import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { makeFakeKeychains } from '../helpers/fake-keychains.ts';
import { bareEnv, runWf } from '../helpers/run-wf.ts';
import { startHttpServer } from '../helpers/start-http-server.ts';
import { tempProject } from '../helpers/temp-project.ts';

const KEY = 'abcdefgh.0123456789';
const PROFILE = { id: 'u1', uid: 'u1', username: 'ada', email: null };

/** PATH of the keychain programs: on Linux and macOS, fakes replace the real ones. */
async function makeStage() {
  const home = await tempProject();
  const keychain = await makeFakeKeychains(home.path('keychain'));
  const server = await startHttpServer((request, response) => {
    const isKnown = request.headers.authorization === `ApiKey ${KEY}`;
    response.writeHead(isKnown ? 200 : 401, { 'content-type': 'application/json' });
    response.end(JSON.stringify(isKnown ? PROFILE : { detail: 'no' }));
  });
  const wf = (words: string, stdin = '') =>
    runWf(words.split(' '), { cwd: home.root, stdin, env: { ...bareEnv(home.root), ...keychain.env } });
  return {
    keychain,
    url: server.url,
    wf,
    file: async () => JSON.parse(await readFile(home.path('wf/credentials.json'), 'utf8')) as unknown,
    [Symbol.asyncDispose]: async () => {
      await server[Symbol.asyncDispose]();
      await home[Symbol.asyncDispose]();
    },
  };
}

test('a key in the keychain is in no file, output or command line, and wf logout removes it', async () => {
  await using stage = await makeStage();
  const { wf, url, keychain } = stage;
  const login = await wf(`login --base-url ${url} --with-token --debug`, KEY);
  const [whoami, list] = [await wf('whoami --json --debug'), await wf('config list')];
  const name = process.platform === 'darwin' ? 'the macOS keychain' : 'the Secret Service';
  expect(login.stdout).toContain(`The key is stored in ${name}.`);
  expect(await stage.file()).toEqual({
    credentials: [{ origin: url, profile: 'default', key: null, createdAt: expect.any(String) }],
  });
  expect(JSON.parse(whoami.stdout)).toMatchObject({
    ...PROFILE,
    service: 'other',
    base_url: url,
    key_from: `default (${name})`,
  });
  expect(list.stdout).toMatch(new RegExp(`^key .*hidden.*${name}`, 'm'));
  const logout = await wf('logout --json');
  expect(JSON.parse(logout.stdout)).toEqual({ base_url: url, removed_from: name });
  expect([await keychain.kept(), await stage.file()]).toEqual([{}, { credentials: [] }]);
  const shown = [login, whoami, list, logout].map(({ stdout, stderr }) => stdout + stderr).join('');
  expect(shown + (await keychain.calls())).not.toContain(KEY);
});

test('with a locked keychain, the key is stored in the file', async () => {
  await using stage = await makeStage();
  await stage.keychain.lock();
  const login = await stage.wf(`login --base-url ${stage.url} --with-token`, KEY);
  expect(login.stdout).toContain('credentials.json');
  expect(await stage.file()).toMatchObject({ credentials: [{ key: KEY }] });
  expect((await stage.wf('whoami')).exitCode).toBe(0);
});

test('--no-keychain stores the key in the file and removes it from the keychain', async () => {
  await using stage = await makeStage();
  const { wf, url, keychain } = stage;
  await wf(`login --base-url ${url} --with-token`, KEY);
  expect(Object.values(await keychain.kept())).toEqual([KEY]);
  await wf(`login --base-url ${url} --with-token --no-keychain`, KEY);
  expect(await keychain.kept()).toEqual({});
  expect(await stage.file()).toMatchObject({ credentials: [{ key: KEY }] });
});

test('a keychain locked later is reported with a next step', async () => {
  await using stage = await makeStage();
  const { wf, url, keychain } = stage;
  await wf(`login --base-url ${url} --with-token`, KEY);
  await keychain.lock();
  const whoami = await wf('whoami');
  expect(whoami).toMatchObject({ stdout: '', exitCode: 4 });
  expect(whoami.stderr).toMatch(/^Warning: Cannot read the key for .*: .*wf login --no-keychain/);
  const logout = await wf('logout');
  expect(logout).toMatchObject({ stdout: '', exitCode: 1 });
  expect(logout.stderr).toContain('still has it');
  expect(await stage.file()).toEqual({ credentials: [] });
});
