import { chmod, readFile, stat, writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { createFirstKey, ensureLocalKey } from '../../../../src/service/keys/ensure-local-key.ts';
import { findPrincipal } from '../../../../src/service/keys/find-principal.ts';
import { createSecretBox } from '../../../../src/service/secrets/create-secret-box.ts';
import { startService, TEST_SECRETS } from '../../../helpers/start-service.ts';
import { tempFolder } from '../../../helpers/temp-folder.ts';

const NOW = '2026-11-20T12:00:00.000Z';

test("a first start creates an operator's key that only its owner can read", async () => {
  await using folder = await tempFolder();
  await using running = await startService();
  const file = folder.path('key');
  const key = await ensureLocalKey({ store: running.store, file });
  expect(await readFile(file, 'utf8')).toBe(`${key}\n`);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  expect(await findPrincipal(running.store.db, key, NOW)).toMatchObject({ name: 'local', role: 'operator' });
});

test('a second start finds the key of the first', async () => {
  await using folder = await tempFolder();
  await using running = await startService();
  const options = { store: running.store, file: folder.path('key') };
  expect(await ensureLocalKey(options)).toBe(await ensureLocalKey(options));
});

test.each(['', 'nonsense', `ABCDEFGH.${'0'.repeat(64)}`])('the stored key %j is replaced', async (stored) => {
  await using folder = await tempFolder();
  await using running = await startService();
  const file = folder.path('key');
  await writeFile(file, stored);
  await chmod(file, 0o644);
  const key = await ensureLocalKey({ store: running.store, file });
  expect(await findPrincipal(running.store.db, key, NOW)).toMatchObject({ role: 'operator' });
  expect((await stat(file)).mode & 0o777).toBe(0o600);
});

test('a key that cannot be read is an error, not a new key', async () => {
  await using folder = await tempFolder();
  await using running = await startService();
  await expect(ensureLocalKey({ store: running.store, file: folder.root })).rejects.toMatchObject({ code: 'EISDIR' });
});

test('replicas with the same secret share one key, in separate folders, until it is revoked', async () => {
  await using folder = await tempFolder();
  await using running = await startService();
  const { store } = running;
  const start = async (name: string, shared = TEST_SECRETS) =>
    await ensureLocalKey({ store, file: folder.path(name), shared });
  const first = await start('first');
  expect([await start('second'), await start('third')]).toEqual([first, first]);
  expect(await readFile(folder.path('third'), 'utf8')).toBe(`${first}\n`);
  const rows = await store.db.selectFrom('keys').select('sealed').where('name', '=', 'local').execute();
  expect(rows).toEqual([{ sealed: expect.not.stringContaining(first.split('.')[1] ?? '') }]);
  expect(
    await start(
      'stranger',
      createSecretBox(async () => [new Uint8Array(32).fill(1)]),
    ),
  ).not.toBe(first);
  await store.db.deleteFrom('keys').where('prefix', '=', first.slice(0, 8)).execute();
  const later = await start('first');
  expect(later).not.toBe(first);
  expect(await start('fourth')).toBe(later);
});

test('a first key is created once', async () => {
  await using running = await startService();
  expect(await createFirstKey({ store: running.store, name: 'admin' })).toBeNull();
  await running.store.db.deleteFrom('keys').execute();
  const key = await createFirstKey({ store: running.store, name: 'admin' });
  expect(await findPrincipal(running.store.db, key ?? '', NOW)).toMatchObject({ name: 'admin', role: 'operator' });
});

test('a key that no request created is in the audit log', async () => {
  await using running = await startService();
  const { db } = running.store;
  await db.deleteFrom('keys').execute();
  const key = await createFirstKey({ store: running.store, name: 'admin', now: () => new Date(NOW) });
  const [entry] = await db.selectFrom('audit_log').selectAll().execute();
  const by = { request_id: 'wf', key_name: 'wf', action: 'createKey' };
  const what = { kind: 'key', record_id: key?.slice(0, 8), name: 'admin', summary: 'created, operator' };
  expect(entry).toMatchObject({ created_at: NOW, ...by, ...what });
});

test("spaces around the stored key do not matter, and another role's key is replaced", async () => {
  await using folder = await tempFolder();
  await using running = await startService();
  const { store, keys } = running;
  const file = folder.path('key');
  await writeFile(file, `  ${keys.operator}\n\n`);
  expect(await ensureLocalKey({ store, file })).toBe(keys.operator);
  await writeFile(file, keys.author);
  expect(await ensureLocalKey({ store, file })).not.toBe(keys.author);
});
