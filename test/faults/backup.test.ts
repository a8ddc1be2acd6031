import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { setImmediate } from 'node:timers/promises';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { openStore } from '../../src/service/store/open-store.ts';
import { appendLogs } from '../../src/service/deployments/queries/logs.ts';
import { createWorld } from '../helpers/service-world.ts';
import { startService } from '../helpers/start-service.ts';
import { tempFolder } from '../helpers/temp-folder.ts';

/** The command in docs/operating.md for machines without the program `sqlite3`. */
async function readCommand(): Promise<string> {
  const readme = await readFile(new URL('../../docs/operating.md', import.meta.url), 'utf8');
  const command = /^node -e "(?<script>.*node:sqlite.*)"$/m.exec(readme)?.groups?.['script'];
  if (command === undefined) throw new Error('docs/operating.md has no command that backs up a SQLite database');
  return command;
}

test('the documented command backs up a database completely during writes', async () => {
  await using folder = await tempFolder();
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
  await promisify(execFile)(process.execPath, ['-e', await readCommand()], { cwd: folder.root });
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

async function ask({ db }: Awaited<ReturnType<typeof openStore>>) {
  // What a restored service does first: it reads and writes.
  await db.updateTable('apps').set({ updated_at: '2026-11-21T00:00:00.000Z' }).execute();
  return { response: await db.selectFrom('apps').select('name').execute() };
}
