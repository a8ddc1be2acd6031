import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readSchemaVersion } from '../../../../../src/service/keys/queries/schema-version.ts';
import { startService } from '../../../../helpers/start-service.ts';

test('the version is the number of the newest migration, and 0 without any', async () => {
  await using running = await startService();
  const { db } = running.store;
  const folder = new URL('../../../../../src/service/store/migrations', import.meta.url);
  const names = readdirSync(folder).filter((name) => /^\d{4}-.*\.ts$/.test(name));
  expect(await readSchemaVersion(db)).toBe(Math.max(...names.map((name) => Number(name.slice(0, 4)))));
  await db.deleteFrom('wf_migrations').execute();
  expect(await readSchemaVersion(db)).toBe(0);
});
