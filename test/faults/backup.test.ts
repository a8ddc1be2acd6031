import { mkdir, readdir } from 'node:fs/promises';
import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { openStore } from '../../src/service/store/open-store.ts';
import { appendLogs } from '../../src/service/deployments/queries/deployments.ts';
import { runEnding } from '../helpers/run-ending.ts';
import { runWf } from '../helpers/run-wf.ts';
import { createWorld } from '../helpers/service-world.ts';
import { startService } from '../helpers/start-service.ts';
import { tempFolder } from '../helpers/temp-folder.ts';

test('wf backup copies a database completely during writes', async () => {
  await using folder = await tempFolder();
  await mkdir(folder.path('.wf'));
  await using running = await startService({ database: { at: folder.path('.wf/wf.db') } });
  const world = await createWorld(running);
  const { store } = running;
  let written = 0;
  const over = new AbortController();
  const begun = Promise.withResolvers<void>();
  const write = async () => {
    while (!over.signal.aborted) {
      await appendLogs(store.db, world.appId, [
        { at: new Date().toISOString(), stream: 'stdout', text: `line ${written}` },
      ]);
      written += 1;
      if (written === 20) begun.resolve();
      // SQLite answers synchronously: without a pause, nothing else would run.
      await setImmediate();
    }
  };
  const writing = write();
  await begun.promise;
  const before = written;
  const backup = await runWf(['backup', folder.path('wf-copy.db'), '--data-dir', folder.path('.wf')], {
    cwd: folder.root,
  });
  expect({ exitCode: backup.exitCode, stderr: backup.stderr }).toMatchObject({ exitCode: 0 });
  over.abort();
  await writing;
  await using copy = await openStore({ file: folder.path('wf-copy.db') });
  const lines = await copy.db.selectFrom('app_logs').select('line').orderBy('id').execute();
  expect(lines.length).toBeGreaterThanOrEqual(before);
  // Entries of the same millisecond have no order.
  const found = lines.map(({ line }) => Number(line.slice('line '.length))).toSorted((one, other) => one - other);
  expect(found).toEqual(lines.map((_, index) => index));
  const { response } = await ask(copy);
  expect(response).toEqual([{ name: 'support' }]);
});

test.each(['vacuum into', 'journal_mode = delete', 'integrity_check|quick_check'])(
  'a backup that SIGKILL ends at %s leaves none, and the next one replaces what is left',
  async (at) => {
    await using folder = await tempFolder();
    await (await openStore({ file: folder.path('wf.db') })).close();
    await mkdir(folder.path('copies'));
    const words = ['backup', 'copies/copy.db', '--data-dir', '.'];
    expect((await runEnding(words, folder.root, { at })).exitCode).toBeNull();
    expect(await readdir(folder.path('copies'))).not.toContain('copy.db');
    expect(await runWf(words, { cwd: folder.root })).toMatchObject({ exitCode: 0, stderr: '' });
    expect(await readdir(folder.path('copies'))).toEqual(['copy.db']);
    const checked = await runWf(['backup', '--check', 'copies/copy.db'], { cwd: folder.root });
    expect(checked).toMatchObject({ exitCode: 0, stderr: '' });
  },
);

async function ask({ db }: Awaited<ReturnType<typeof openStore>>) {
  // What a restored service does first: it reads and writes.
  await db.updateTable('apps').set({ updated_at: '2026-11-21T00:00:00.000Z' }).execute();
  return { response: await db.selectFrom('apps').select('name').execute() };
}
