import { expect, inject, test } from 'vitest';
import { findLook, storeLook } from '../../../src/service/evaluations/queries/gate-looks.ts';
import { createMigratedDatabase } from '../../helpers/postgres.ts';
import { startService } from '../../helpers/start-service.ts';
import { createWorld } from '../../helpers/service-world.ts';

const NOW = '2026-11-27T00:00:00.000Z';

test.each([
  ['the same figures', 'a'],
  ['other figures', 'b'],
])('a look at %s that another replica stores first is counted again, not refused', async (_, figures) => {
  await using database = await createMigratedDatabase(inject('postgresUrl'));
  await using running = await startService({ database: { at: database.url } });
  const { appId } = await createWorld(running);
  const { db } = running.store;
  const identity = { subject: 'gate', figures: 'a' };
  const late = db
    .transaction()
    .setIsolationLevel('serializable')
    .execute(async (transaction) => {
      // It sees what was stored before.
      expect(await findLook(transaction, appId, identity)).toBe(1);
      expect(await storeLook(db, appId, { ...identity, figures }, NOW)).toBe(1);
      return await storeLook(transaction, appId, identity, NOW);
    });
  // A lost race, which the service runs again; a unique violation would be a failure of its own.
  await expect(late).rejects.toMatchObject({ code: '40001' });
  const look = await running.store.transaction(async (again) => await storeLook(again, appId, identity, NOW));
  expect(look).toBe(figures === 'a' ? 1 : 2);
});
