import { expect, test } from 'vitest';
import KeysCreate from '../../../commands/keys/create.ts';
import KeysList from '../../../commands/keys/list.ts';
import KeysRevoke from '../../../commands/keys/revoke.ts';
import type { Key } from '../../../src/contract/keys/key.ts';
import { runWithClient } from '../../helpers/run-with-client.ts';

const SECRET = `kX81mPq2.${'ab'.repeat(32)}`;
const KEY: Key = {
  prefix: 'kX81mPq2',
  name: 'ci',
  role: 'author',
  created_at: '2026-11-20T11:00:00Z',
  expires_at: null,
  rate_limit: 600,
};

test('only a new key goes to a pipe; its description goes to stderr', async () => {
  const run = await runWithClient(
    KeysCreate,
    ['ci', '--role', 'viewer', '--expires', '2999-01-01', '--rate-limit', '600', '--model-calls', '50'],
    { createKey: async () => SECRET },
  );
  expect(run.calls).toEqual([
    {
      name: 'createKey',
      input: {
        body: {
          name: 'ci',
          role: 'viewer',
          expires_at: '2999-01-01T00:00:00.000Z',
          rate_limit: 600,
          model_call_limit: 50,
        },
      },
    },
  ]);
  expect(run).toMatchObject({
    stdout: `${SECRET}\n`,
    stderr:
      'This is the key of ci (viewer, 600 requests a minute, 50 model calls a day, until 2999-01-01T00:00:00.000Z). It will not be shown again. Next: wf login\n',
  });
});

test('a new key is one document under --json', async () => {
  const run = await runWithClient(KeysCreate, ['ci', '--json'], { createKey: async () => SECRET });
  expect(JSON.parse(run.stdout)).toEqual({
    key: SECRET,
    prefix: 'kX81mPq2',
    name: 'ci',
    role: 'author',
    expires_at: null,
    rate_limit: null,
    model_call_limit: null,
    app_ids: null,
  });
  expect(run.stderr).toBe('');
});

test.each([
  [['ci', '--role', 'owner']],
  [['ci', '--expires', 'soon']],
  [['ci', '--rate-limit', '0']],
  [['ci', '--rate-limit', '1.5']],
  [[]],
])('creating a key with %j is rejected before any request', async (argv) => {
  const run = await runWithClient(KeysCreate, argv, {});
  expect(run).toMatchObject({ calls: [], stdout: '', exitCode: 2 });
});

test('a key of some apps names them by their ids', async () => {
  const app = { app_id: '01930000-0000-7000-8000-000000000000', app_name: 'support', app_type: null, updated_at: '' };
  const run = await runWithClient(KeysCreate, ['ci', '--apps', `support,${app.app_id}`, '--json'], {
    listApps: async () => [app],
    createKey: async () => SECRET,
  });
  expect(run.calls.at(-1)).toMatchObject({ name: 'createKey', input: { body: { app_ids: [app.app_id] } } });
  expect(JSON.parse(run.stdout)).toMatchObject({ app_ids: [app.app_id] });
  const none = await runWithClient(KeysCreate, ['ci', '--apps', ','], {});
  expect(none).toMatchObject({ calls: [], exitCode: 2 });
});

test('keys are listed with their roles', async () => {
  const run = await runWithClient(KeysList, ['--tsv'], { listKeys: async () => [KEY] });
  expect(run.stdout).toBe(
    'prefix\tname\trole\tapps\tcreated\tlast used\texpires\tper minute\tmodel calls today\nkX81mPq2\tci\tauthor\tall\t2026-11-20T11:00:00Z\t\t\t600\t\n',
  );
});

test.each(['ci', 'kX81mPq2'])('the key %s is revoked', async (named) => {
  const run = await runWithClient(KeysRevoke, [named, '--yes'], {
    listKeys: async () => [KEY],
    deleteKey: async () => ({}),
  });
  expect(run.calls.at(-1)).toEqual({ name: 'deleteKey', input: { key_prefix: 'kX81mPq2' } });
  expect(run.stdout).toBe('Revoked the key ci (kX81mPq2). Next: wf keys list\n');
});

test('an ambiguous name revokes nothing', async () => {
  const run = await runWithClient(KeysRevoke, ['ci', '--yes'], {
    listKeys: async () => [KEY, { ...KEY, prefix: 'zzzzzzzz' }],
  });
  expect(run).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('ci (zzzzzzzz)') });
});

test('a script revokes without a prompt', async () => {
  const run = await runWithClient(KeysRevoke, ['ci'], { listKeys: async () => [KEY] });
  expect(run).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('--yes') });
});
