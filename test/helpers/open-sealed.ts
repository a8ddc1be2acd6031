import { createKeyRing } from '../../src/service/secrets/create-key-ring.ts';
import { createSecretBox } from '../../src/service/secrets/create-secret-box.ts';
import { readSealingKey } from '../../src/service/secrets/queries.ts';
import { adoptSealingKey } from '../../src/use-cases/serve/adopt-sealing-key.ts';
import { rotateSecret, type RotateSecretOptions } from '../../src/use-cases/keys/rotate-secret.ts';
import { startService } from './start-service.ts';
import { tempFolder } from './temp-folder.ts';
import { type DatabasePlace, newPlace } from './tested-database.ts';

const now = () => new Date('2026-11-20T12:00:00Z');

/** A running service whose database holds a sealed variable of an app and one of an environment. */
export async function openSealed(placeIn: (folder: string) => Promise<DatabasePlace> = newPlace) {
  const folder = await tempFolder();
  const { at, databaseUrl } = await placeIn(folder.root);
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
