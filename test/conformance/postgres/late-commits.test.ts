import { expect, inject, test } from 'vitest';
import { appendChanges, authorOf } from '../../../src/service/audit/queries.ts';
import { openStore } from '../../../src/service/store/open-store.ts';
import { createMigratedDatabase } from '../../helpers/postgres.ts';
import { startService } from '../../helpers/start-service.ts';
import { createWorld } from '../../helpers/service-world.ts';
import { followApp } from '../../helpers/follow-app.ts';

test('a change that began before others and is committed after them is told, by another process', async () => {
  await using stack = new AsyncDisposableStack();
  const { url } = stack.use(await createMigratedDatabase(inject('postgresUrl')));
  const running = stack.use(await startService({ database: { at: url } }));
  const { appId } = await createWorld(running);
  const other = stack.use(await openStore({ url }));
  const followed = stack.use(await followApp(running, appId));
  const note = (id: string) => [{ kind: 'variant' as const, id, appId }];
  const author = authorOf('test', new Date().toISOString());
  const early = await other.db.startTransaction().execute();
  await appendChanges(early, note('early'), author);
  await other.transaction((db) => appendChanges(db, note('late'), author));
  expect(await followed.readUntil('variant late')).toEqual(['variant late']);
  await early.commit().execute();
  expect(await followed.readUntil('variant early')).toEqual(['variant early']);
});
