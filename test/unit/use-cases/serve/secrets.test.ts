import { chmod, rm, writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { openCredentials } from '../../../../src/project/credential-store.ts';
import { createKeyRing } from '../../../../src/service/secrets/create-key-ring.ts';
import { createSecretBox } from '../../../../src/service/secrets/create-secret-box.ts';
import { readSealingKey } from '../../../../src/service/secrets/queries.ts';
import { adoptSealingKey } from '../../../../src/use-cases/serve/adopt-sealing-key.ts';
import { requireNotEmptied } from '../../../../src/use-cases/serve/compose-service.ts';
import { storeLocalKey } from '../../../../src/use-cases/serve/store-local-key.ts';
import { startService } from '../../../helpers/start-service.ts';
import { tempFolder, type TempFolder } from '../../../helpers/temp-folder.ts';

const now = () => new Date('2026-11-20T12:00:00Z');

/** A service over the database and the key file of a folder. */
async function openIn(folder: TempFolder) {
  const database = { at: folder.path('wf.db') };
  const file = folder.path('secret.key');
  const opened = { read: async (): Promise<string | null> => null };
  const secrets = createSecretBox(createKeyRing({ file, given: undefined, readExpected: () => opened.read() }));
  const running = await startService({ database, secrets });
  opened.read = () => running.store.readBeside(readSealingKey);
  const ready = async () => (await running.send('GET', '/health/ready')).json() as Promise<{ detail?: string }>;
  return { running, ready, adopt: () => adoptSealingKey({ store: running.store, secrets, now }) };
}

const setVariable = { body: { app_name: 'support' } };

test('a restored database without its key is not ready, and no other key is made', async () => {
  await using folder = await tempFolder();
  let appId = '';
  {
    const { running, adopt, ready } = await openIn(folder);
    await using _ = running;
    expect(await adopt()).toBeNull();
    expect(await ready()).toMatchObject({ status: 'ready' });
    ({ app_id: appId } = (await (await running.send('POST', '/apps', setVariable)).json()) as { app_id: string });
    expect((await running.send('PUT', `/apps/${appId}/variables/KEY`, { body: { value: 'sk-1' } })).status).toBe(200);
  }
  await rm(folder.path('secret.key'));
  const { running, adopt, ready } = await openIn(folder);
  await using _ = running;
  const missing = expect.stringMatching(
    /^The secrets in the database are sealed with the key \S{8}, but .*secret\.key is missing\.$/,
  );
  expect(await adopt()).toEqual(missing);
  expect(await ready()).toEqual({ detail: missing });
  const refused = await running.send('PUT', `/apps/${appId}/variables/KEY`, { body: { value: 'sk-2' } });
  expect(refused.status).toBe(500);
  await writeFile(folder.path('secret.key'), 'cd'.repeat(32));
  expect(await ready()).toEqual({ detail: expect.stringContaining('but the key here is') });
});

test('a database of an earlier release names its key in its sealed values', async () => {
  await using folder = await tempFolder();
  {
    const { running } = await openIn(folder);
    await using _ = running;
    const { app_id } = (await (await running.send('POST', '/apps', setVariable)).json()) as { app_id: string };
    await running.send('PUT', `/apps/${app_id}/variables/KEY`, { body: { value: 'sk-1' } });
    expect(await running.store.db.selectFrom('sealing_key').selectAll().execute()).toEqual([]);
  }
  await writeFile(folder.path('secret.key'), 'cd'.repeat(32));
  const { running, adopt } = await openIn(folder);
  await using _ = running;
  expect(await adopt()).toContain('but the key here is');
});

test('an empty database next to a key is refused; a new folder, a new database and a filled one are not', async () => {
  await using folder = await tempFolder();
  const check = () => requireNotEmptied(folder.root);
  await check();
  await writeFile(folder.path('wf.db'), '');
  await check();
  await writeFile(folder.path('secret.key'), 'ab'.repeat(32));
  await expect(check()).rejects.toMatchObject({
    code: 'WF_DATABASE',
    message: `${folder.path('wf.db')} is empty (0 bytes), but secret.key next to it belongs to a database with secrets.`,
    nextSteps: [
      'Delete the empty file, and restore a backup: wf restore FILE',
      'To start anew, delete secret.key as well',
    ],
  });
  await writeFile(folder.path('wf.db-wal'), 'written');
  await check();
  await writeFile(folder.path('wf.db'), 'SQLite format 3');
  await check();
});

test.each([
  ['http://127.0.0.1:8000', ['http://127.0.0.1:8000', 'http://localhost:8000']],
  ['http://[::1]:8000', ['http://127.0.0.1:8000', 'http://[::1]:8000', 'http://localhost:8000']],
])('the key of %s is found at %j', async (url, addresses) => {
  await using folder = await tempFolder();
  await chmod(folder.root, 0o700);
  await storeLocalKey('k-1', url, folder.root);
  const stored = await openCredentials(folder.root).list();
  expect(stored.map(({ origin }) => origin).toSorted()).toEqual(addresses);
  expect(stored.map(({ key }) => key)).toEqual(addresses.map(() => 'k-1'));
});
