import { readFile, stat, writeFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { createKeyRing } from '../../../../src/service/secrets/create-key-ring.ts';
import { createSecretBox } from '../../../../src/service/secrets/create-secret-box.ts';
import { readSealingKey, SEALED_COLUMNS } from '../../../../src/service/secrets/queries/sealing-key.ts';
import { adoptSealingKey } from '../../../../src/use-cases/serve/adopt-sealing-key.ts';
import { rotateSecret, type RotateSecretOptions } from '../../../../src/use-cases/keys/rotate-secret.ts';
import { startService } from '../../../helpers/start-service.ts';
import { tempFolder } from '../../../helpers/temp-folder.ts';

const now = () => new Date('2026-11-20T12:00:00Z');

describe('on SQLite', () => {
  test('secrets are sealed again while the service runs, and its next requests use the new key', async () => {
    await using world = await openSealed();
    const { folder, running, values } = world;
    const before = await values();
    const rotated = await world.rotate();
    expect(rotated).toMatchObject({ resealed: 2, unopened: 0, file: folder.path('secret.key') });
    expect(rotated.key).not.toBe(rotated.previous);
    const after = await values();
    expect(after.map((sealed) => sealed.split('.')[1])).toEqual([rotated.key, rotated.key]);
    expect(after).not.toEqual(before);
    expect(await world.opened()).toEqual({ A: 'sk-1' });
    await world.set('B', 'sk-2');
    expect(await world.opened()).toEqual({ A: 'sk-1', B: 'sk-2' });
    expect((await running.send('GET', '/health/ready')).status).toBe(200);
    const lines = (await readFile(folder.path('secret.key'), 'utf8')).trim().split('\n');
    expect([lines.length, (await stat(folder.path('secret.key'))).mode & 0o777]).toEqual([2, 0o600]);
    const log = await running.send('GET', '/audit-log?tail=5');
    expect(await log.text()).toContain(`sealing key, was ${rotated.previous}`);
  });

  test('a run that was killed after any step is continued, without a third key', async () => {
    await using world = await openSealed();
    const { folder } = world;
    const file = folder.path('secret.key');
    const old = await readFile(file, 'utf8');
    // Killed after the file was written.
    await writeFile(file, `${'ab'.repeat(32)}\n${old}`);
    const aborted = AbortSignal.abort(new Error('killed'));
    // Killed after the database named the new key.
    await expect(world.rotate({ signal: aborted })).rejects.toThrow('killed');
    const key = await world.running.store.readBeside(readSealingKey);
    const rotated = await world.rotate();
    expect(rotated).toMatchObject({ key, previous: key, resealed: 2 });
    expect(await readFile(file, 'utf8')).toBe(`${'ab'.repeat(32)}\n${old}`);
    expect(await world.opened()).toEqual({ A: 'sk-1' });
    // The next run is another rotation.
    expect((await world.rotate()).key).not.toBe(key);
  });

  test('a given key is used as it is, and must be new', async () => {
    await using world = await openSealed();
    const old = (await readFile(world.folder.path('secret.key'), 'utf8')).trim();
    await expect(world.rotate({ given: old })).rejects.toThrow('seals the secrets already');
    await expect(world.rotate({ given: 'ab'.repeat(32) })).rejects.toThrow('but the key here is');
    expect(await world.rotate({ given: `${'ab'.repeat(32)},${old}` })).toMatchObject({ file: null, resealed: 2 });
  });

  test('a folder without a database is refused, and stays empty', async () => {
    await using folder = await tempFolder();
    await expect(rotateSecret(optionsIn(folder.root))).rejects.toMatchObject({ code: 'WF_NOT_FOUND' });
    await expect(stat(folder.path('secret.key'))).rejects.toMatchObject({ code: 'ENOENT' });
  });
});

function optionsIn(dataDir: string): RotateSecretOptions {
  return { dataDir, databaseUrl: null, given: undefined, now, signal: new AbortController().signal };
}

/** A running service whose database holds a sealed variable of an app and one of an environment. */
async function openSealed() {
  const folder = await tempFolder();
  const read = { expected: async (): Promise<string | null> => null };
  const ring = createKeyRing({
    file: folder.path('secret.key'),
    given: undefined,
    readExpected: () => read.expected(),
  });
  const secrets = createSecretBox(ring);
  const running = await startService({ database: { at: folder.path('wf.db') }, secrets });
  const { store } = running;
  read.expected = () => store.readBeside(readSealingKey);
  await adoptSealingKey({ store, secrets, now });
  const created = await running.send('POST', '/apps', { body: { app_name: 'support' } });
  const { app_id } = (await created.json()) as { app_id: string };
  const set = async (name: string, value: string) =>
    await running.send('PUT', `/apps/${app_id}/variables/${name}`, { body: { value } });
  await set('A', 'sk-1');
  const ofProduction = `/apps/${app_id}/environments/production/variables/A`;
  await running.send('PUT', ofProduction, { body: { value: 'sk-p' } });
  return {
    folder,
    running,
    set,
    rotate: (changes: Partial<RotateSecretOptions> = {}) => rotateSecret({ ...optionsIn(folder.root), ...changes }),
    opened: async () => {
      const rows = await store.db.selectFrom('app_variables').selectAll().orderBy('name').execute();
      const texts = rows.map(async ({ name, sealed }) => [
        name,
        await secrets.open(sealed, `variable ${app_id} ${name}`),
      ]);
      return Object.fromEntries(await Promise.all(texts)) as Record<string, string>;
    },
    values: async () => {
      const own = await store.db.selectFrom('app_variables').select('sealed').execute();
      const ofEnvironment = await store.db.selectFrom('environment_variables').select('sealed').execute();
      return [...own, ...ofEnvironment].map(({ sealed }) => sealed);
    },
    [Symbol.asyncDispose]: async () => {
      await running[Symbol.asyncDispose]();
      await folder[Symbol.asyncDispose]();
    },
  };
}

test('every table with sealed values is listed', async () => {
  const schema = await readFile(new URL('../../../fixtures/db/schema.sqlite.sql', import.meta.url), 'utf8');
  const tables = schema.split(/^create table /im).filter((text) => /sealed|provider_keys/.test(text));
  const names = tables.map((text) => /^"?(\w+)/.exec(text)?.[1] ?? '');
  expect(new Set(names)).toEqual(new Set(Object.keys(SEALED_COLUMNS)));
});
