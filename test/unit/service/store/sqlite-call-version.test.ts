import { expect, test } from 'vitest';
import { appendLogs } from '../../../../src/service/deployments/queries/logs.ts';
import { openStore } from '../../../../src/service/store/open-store.ts';
import { createWorld } from '../../../helpers/service-world.ts';
import { startService } from '../../../helpers/start-service.ts';
import { tempFolder } from '../../../helpers/temp-folder.ts';

const rename = { name: 'renamed' };

test('changes with each commit of another process, and of none that concerns no call', async () => {
  await using folder = await tempFolder();
  const file = folder.path('wf.db');
  await using running = await startService({ database: { at: file } });
  const { appId } = await createWorld(running);
  await using other = await openStore({ file });
  const { readCallVersion } = running.store;
  const before = await readCallVersion();
  const line = { at: new Date().toISOString(), stream: 'stdout' as const, text: 'hello' };
  await appendLogs(other.db, appId, [line], new Date());
  expect(await readCallVersion()).toBe(before);
  await other.db.updateTable('apps').set(rename).execute();
  expect(await readCallVersion()).not.toBe(before);
});

test('shows nothing of a transaction that is not committed', async () => {
  await using running = await startService();
  await createWorld(running);
  const { store } = running;
  const before = await store.readCallVersion();
  const work = store.transaction(async (db) => {
    await db.updateTable('apps').set(rename).execute();
    expect(await store.readCallVersion()).toBe(before);
    throw new Error('undone');
  });
  await expect(work).rejects.toThrow('undone');
  expect(await store.readCallVersion()).toBe(before);
});
