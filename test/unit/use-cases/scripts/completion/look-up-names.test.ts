import { readdir, stat, utimes, writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { lookUpNames } from '../../../../../src/use-cases/scripts/completion/look-up-names.ts';
import { fakeClient } from '../../../../helpers/fake-client.ts';
import { setting, settingsOf } from '../../../../helpers/run-with-client.ts';
import { tempFolder } from '../../../../helpers/temp-folder.ts';

const APP = { app_id: '01932c5e-0000-7000-8000-00000000000a', app_name: 'support', app_type: 'custom', updated_at: '' };

/** Looks up names of apps over a service with one app, and counts the requests. */
function lookUp(configDir: string, { now = new Date(), app = 'support', fails = false } = {}) {
  const { client, calls } = fakeClient({
    listApps: async () => {
      if (fails) throw new Error('No service.');
      return [APP];
    },
  });
  const openSession = async () => ({ client, mode: 'remote' as const, url: null, close: async () => undefined });
  const settings = settingsOf({ configDir, app: setting(app) });
  return { calls, names: lookUpNames('app', { settings, openSession, now, given: [] }) };
}

test('names are asked for once a minute, and cached where only the user reads them', async () => {
  await using folder = await tempFolder();
  expect(await lookUp(folder.root).names).toEqual(['support']);
  const [file = ''] = await readdir(folder.path('cache'));
  expect(file).toMatch(/^names-[0-9a-f]{24}\.json$/);
  expect((await stat(folder.path('cache', file))).mode & 0o777).toBe(0o600);
  const again = lookUp(folder.root);
  expect(await again.names).toEqual(['support']);
  expect(again.calls).toEqual([]);
  const other = lookUp(folder.root, { app: 'other' });
  await other.names;
  expect(other.calls).toHaveLength(1);
  const old = new Date(Date.now() - 61_000);
  await utimes(folder.path('cache', file), old, old);
  const later = lookUp(folder.root);
  await later.names;
  expect(later.calls).toHaveLength(1);
});

test('a damaged cache is asked for again, and what is no name is left out', async () => {
  await using folder = await tempFolder();
  await lookUp(folder.root).names;
  const [file = ''] = await readdir(folder.path('cache'));
  await writeFile(folder.path('cache', file), '["support", 3]');
  expect(await lookUp(folder.root).names).toEqual(['support']);
  await writeFile(folder.path('cache', file), '{"names":[]}');
  const again = lookUp(folder.root);
  expect(await again.names).toEqual(['support']);
  expect(again.calls).toHaveLength(1);
});

test('a lookup that fails offers nothing, and keeps nothing', async () => {
  await using folder = await tempFolder();
  expect(await lookUp(folder.root, { fails: true }).names).toEqual([]);
  await expect(readdir(folder.path('cache'))).rejects.toThrow('ENOENT');
});
