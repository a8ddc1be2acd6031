import { readFile, rm, stat, writeFile } from 'node:fs/promises';
import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { HostedDeployment, Hosting, HostingBackend } from '../../../src/service/hosting/hosting.ts';
import { ensureLocalKey } from '../../../src/service/keys/ensure-local-key.ts';
import { createPageSessions } from '../../../src/service/serve/page-sessions.ts';
import { noteSealingKey } from '../../../src/service/secrets/queries.ts';
import { readLastBackup } from '../../../src/service/archives/backup/queries.ts';
import { backUp } from '../../../src/use-cases/archives/back-up.ts';
import { restoreBackup, type RestoreOptions } from '../../../src/use-cases/archives/restore-backup.ts';
import { createEchoHosting } from '../../helpers/echo-hosting.ts';
import { BUNDLE, createWorld } from '../../helpers/service-world.ts';
import { type RunningService, startService, TEST_SECRETS } from '../../helpers/start-service.ts';
import { type DatabasePlace, newPlace } from '../../helpers/tested-database.ts';
import { tempFolder } from '../../helpers/temp-folder.ts';

const now = () => new Date('2026-11-20T12:00:00Z');
/** The key of `TEST_SECRETS`. */
const KEY = '00'.repeat(32);

test('a backup of a running service is restored with everything but its sessions and local keys', async () => {
  await using folder = await tempFolder();
  const { dataDir, databaseUrl, at } = await newPlace(folder.path('one'));
  await using running = await startService({ database: { at } });
  const world = await createWorld(running);
  await world.call('setVariable', { app_id: world.appId, variable_name: 'A', body: { value: 'sk-1' } });
  await noteSealingKey(running.store.db, (await TEST_SECRETS.keyNames())[0] ?? '', now().toISOString());
  await ensureLocalKey({ store: running.store, file: folder.path('key'), now });
  const localKey = (await readFile(folder.path('key'), 'utf8')).trim();
  // A person may call a key so.
  const ownKey = await world.callByAll('createKey', { body: { name: 'local', role: 'viewer' } });
  const cookie = await signIn(running);
  const file = folder.path('backup.db');
  const backup = await writeMeanwhile(running, () =>
    backUp({ dataDir, databaseUrl, file, signal: new AbortController().signal }),
  );
  expect(backup).toMatchObject({ file, key: (await TEST_SECRETS.keyNames())[0], bytes: (await stat(file)).size });
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  // The time that the metric has.
  expect(Date.parse((await readLastBackup(running.store.reads)) ?? '')).not.toBeNaN();

  const place = await newPlace(folder.path('two'));
  const options = restoreOptions(file, place);
  const missing = await restoreBackup(options).catch((error: unknown) => error);
  expect(missing).toMatchObject({
    code: 'WF_FAILED',
    message: expect.stringMatching(/secrets in the backup are .* Nothing was written\.$/),
  });
  await expect(restoreBackup({ ...options, given: 'ab'.repeat(32) })).rejects.toThrow('but the key here is');
  const restored = await restoreBackup({ ...options, given: KEY });
  expect(restored.revoked).toEqual({ sessions: 1, codes: 0, local_keys: 1 });
  await using again = await startService({ database: { at: place.at }, createHosting: answerWithContents });
  const status = async (headers: Record<string, string>, key: string | null = null) =>
    (await again.send('GET', '/apps', { key, headers })).status;
  expect([await status({ cookie }), await status({}, localKey)]).toEqual([401, 401]);
  expect([await status({}, running.keys.author), await status({}, ownKey)]).toEqual([200, 200]);
  const called = await again.send('POST', `/services/${world.appId}/default/run`, { body: { config: 'default' } });
  expect(await called.json()).toEqual({ variables: { A: 'sk-1' }, bytes: BUNDLE.length });
  const log = await again.send('GET', '/audit-log?tail=1');
  expect(await log.text()).toContain('backup restored; revoked 1 sessions and 1 local keys');
  // It is a database of its own now: a second restore changes nothing.
  await expect(restoreBackup({ ...options, given: KEY })).rejects.toMatchObject({ code: 'WF_CONFLICT' });
});

test('a backup replaces no file, and what is not a backup is not restored', async () => {
  await using folder = await tempFolder();
  const place = await newPlace(folder.path('one'));
  await using running = await startService({ database: { at: place.at } });
  const file = folder.path('backup.db');
  await writeFile(file, 'mine');
  const signal = new AbortController().signal;
  await expect(backUp({ ...place, file, signal })).rejects.toMatchObject({ code: 'WF_CONFLICT' });
  expect(await readFile(file, 'utf8')).toBe('mine');
  const empty = await newPlace(folder.path('two'));
  await expect(restoreBackup(restoreOptions(file, empty))).rejects.toMatchObject({ code: 'WF_INVALID_INPUT' });
  await rm(file);
  await backUp({ ...place, file, signal });
  const bytes = await readFile(file);
  await writeFile(file, bytes.subarray(0, bytes.length - 8192));
  await expect(restoreBackup(restoreOptions(file, empty))).rejects.toMatchObject({ code: 'WF_INVALID_INPUT' });
  expect((await running.send('GET', '/health')).status).toBe(200);
});

function restoreOptions(file: string, { dataDir, databaseUrl }: DatabasePlace): RestoreOptions {
  return { file, dataDir, databaseUrl, given: undefined, now, signal: new AbortController().signal };
}

/** Answers a call with what its process would get. */
function answerWithContents(backend: HostingBackend): Hosting {
  const answer = async (deployment: HostedDeployment) => {
    const bytes = await backend.readArtifact(deployment.artifact_sha256 ?? '');
    return Response.json({ variables: await backend.readVariables(deployment), bytes: bytes?.length });
  };
  return { ...createEchoHosting(), exchange: ({ deployment }) => answer(deployment) };
}

/** Signs a page in. @returns its cookie */
async function signIn({ store, keys }: RunningService): Promise<string> {
  const sessions = createPageSessions({ store, mode: 'serve' });
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify({ key: keys.operator });
  const answer = await sessions.fetch(new Request('http://wf.test/session', { method: 'POST', body, headers }));
  return answer?.headers.get('set-cookie')?.split(';')[0] ?? '';
}

/** Does something while the service stores apps. */
async function writeMeanwhile<T>(running: RunningService, work: () => Promise<T>): Promise<T> {
  const ending = new AbortController();
  const writing = (async () => {
    for (let count = 0; !ending.signal.aborted; count += 1) {
      const answer = await running.send('POST', '/apps', { body: { app_name: `app-${count}` } });
      expect(answer.status).toBe(200);
      // A service in this process answers without a pause.
      await setImmediate();
    }
  })();
  try {
    return await work();
  } finally {
    ending.abort();
    await writing;
  }
}
