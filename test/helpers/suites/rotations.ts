import { readFile, stat, writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { createKeyRing } from '../../../src/service/secrets/create-key-ring.ts';
import { createSecretBox } from '../../../src/service/secrets/create-secret-box.ts';
import { readSealingKey } from '../../../src/service/secrets/queries/sealing-key.ts';
import { adoptSealingKey } from '../../../src/use-cases/serve/adopt-sealing-key.ts';
import { rotateSecret, type RotateSecretOptions } from '../../../src/use-cases/keys/rotate-secret.ts';
import { startService } from '../start-service.ts';
import { tempFolder } from '../temp-folder.ts';
import type { BackupPlace } from './backups.ts';

const now = () => new Date('2026-11-20T12:00:00Z');

/** @param newPlace - returns an empty place in a folder */
export function testRotations(newPlace: (folder: string) => Promise<BackupPlace>): void {
  test('secrets are sealed again while the service runs, and its next requests use the new key', async () => {
    await using world = await openSealed(newPlace);
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
    await using world = await openSealed(newPlace);
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

  test('a run that was killed between two pages of values is continued', async () => {
    await using world = await openSealed(newPlace);
    const names = Array.from({ length: 250 }, (_, index) => `V${index}`);
    for (const name of names) await world.set(name, `sk-${name}`);
    const { signal } = new AbortController();
    let pages = 0;
    const killed = Object.assign(signal, {
      throwIfAborted: () => {
        if ((pages += 1) > 2) throw new Error('killed');
      },
    });
    await expect(world.rotate({ signal: killed })).rejects.toThrow('killed');
    const keyNames = new Set((await world.values()).map((sealed) => sealed.split('.')[1]));
    expect(keyNames.size).toBe(2);
    // The service opens both kinds meanwhile.
    expect(Object.keys(await world.opened())).toHaveLength(251);
    const { key, resealed } = await world.rotate();
    expect(resealed).toBe(252 - 200);
    expect(new Set((await world.values()).map((sealed) => sealed.split('.')[1]))).toEqual(new Set([key]));
    const expected = [['A', 'sk-1'], ...names.map((name) => [name, `sk-${name}`])];
    expect(await world.opened()).toEqual(Object.fromEntries(expected));
  });
}

/** A running service whose database holds a sealed variable of an app and one of an environment. */
export async function openSealed(newPlace: (folder: string) => Promise<BackupPlace>) {
  const folder = await tempFolder();
  const { at, databaseUrl } = await newPlace(folder.root);
  const read = { expected: async (): Promise<string | null> => null };
  const ring = createKeyRing({
    file: folder.path('secret.key'),
    given: undefined,
    readExpected: () => read.expected(),
  });
  const secrets = createSecretBox(ring);
  const running = await startService({ database: { at }, secrets });
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
    rotate: (changes: Partial<RotateSecretOptions> = {}) =>
      rotateSecret({
        dataDir: folder.root,
        databaseUrl,
        given: undefined,
        now,
        signal: new AbortController().signal,
        ...changes,
      }),
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
