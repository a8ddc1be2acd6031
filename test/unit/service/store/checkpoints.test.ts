import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setImmediate, setTimeout } from 'node:timers/promises';
import type { Worker } from 'node:worker_threads';
import { sql } from 'kysely';
import { expect, onTestFinished, test, vi } from 'vitest';
import { canMeasureLog, createCheckpoints } from '../../../../src/service/store/checkpoints/create-checkpoints.ts';
import { openStore, type Store } from '../../../../src/service/store/open-store.ts';
import { packagePaths } from '../../../../src/use-cases/package-paths.ts';
import { tempFolder } from '../../../helpers/temp-folder.ts';

const { checkpointScript } = packagePaths();
const MB = 1e6;
/** More than a thread copies, less than it leaves to a commit. */
const LONG = 20 * MB;

async function write(store: Store, bytes: number): Promise<void> {
  await sql`create table if not exists filling (bytes blob)`.execute(store.db);
  for (let done = 0; done < bytes; done += MB)
    await sql`insert into filling values (zeroblob(${MB}))`.execute(store.db);
}

test('a thread copies a long log into the file, again and again', async () => {
  await using folder = await tempFolder();
  const file = folder.path('wf.db');
  await using store = await openStore({ file, checkpointScript });
  for (const round of [1, 2, 3, 4, 5, 6, 7, 8]) {
    await write(store, LONG);
    // A commit asks for a copy of 16 MB, and finds out whether an earlier one has ended.
    await expect
      .poll(async () => {
        await sql`insert into filling values (zeroblob(1))`.execute(store.db);
        return statSync(file).size;
      })
      .toBeGreaterThan(round * LONG - 17 * MB);
  }
  // A log that was copied completely begins again; if the thread never catches up, a commit sees to it at 100 MB.
  expect(statSync(`${file}-wal`).size).toBeLessThan(6 * LONG);
});

test('a thread that a reader stops is followed by a pause', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const threads: Worker[] = [];
  const note = (thread: Worker) => threads.push(thread);
  process.on('worker', note);
  onTestFinished(() => {
    process.off('worker', note);
    vi.useRealTimers();
  });
  await using folder = await tempFolder();
  const file = folder.path('wf.db');
  await using store = await openStore({ file, checkpointScript });
  using reader = new DatabaseSync(file);
  reader.exec('begin');
  reader.prepare('select count(*) from apps').get();
  await write(store, LONG);
  // Node reports a thread in a later turn.
  await setImmediate();
  const [first] = threads;
  if (first !== undefined) await once(first, 'exit');
  await write(store, MB);
  await setImmediate();
  expect(threads).toHaveLength(1);
  vi.advanceTimersByTime(1000);
  await write(store, MB);
  await setImmediate();
  expect(threads).toHaveLength(2);
});

test('a log that contains what was deleted is emptied as soon as nobody reads it', async () => {
  await using folder = await tempFolder();
  const file = folder.path('wf.db');
  await using store = await openStore({ file, checkpointScript });
  await write(store, MB);
  using reader = new DatabaseSync(file);
  reader.exec('begin');
  reader.prepare('select count(*) from apps').get();
  await store.emptyLog();
  expect(statSync(`${file}-wal`).size).toBeGreaterThan(MB);
  reader.exec('commit');
  await expect.poll(() => statSync(`${file}-wal`).size, { timeout: 30_000 }).toBe(0);
});

test('a thread that cannot be started is no failure of the service', async () => {
  await using folder = await tempFolder();
  using database = new DatabaseSync(folder.path('wf.db'));
  // Node refuses the address before there is a thread.
  const { empty, close } = createCheckpoints(database, folder.path('wf.db'), new URL('https://wf.test/'));
  empty();
  // After the timer that starts it.
  await setTimeout(1);
  await expect(close()).resolves.toBeUndefined();
});

test('a short log is not copied', async () => {
  await using folder = await tempFolder();
  const file = folder.path('wf.db');
  await using store = await openStore({ file, checkpointScript: new URL('file:///nowhere/checkpoint-thread.js') });
  const { size } = statSync(file);
  await write(store, 5 * MB);
  expect(statSync(file).size).toBe(size);
});

test('commits copy a log that no thread can copy', async () => {
  await using folder = await tempFolder();
  const file = folder.path('wf.db');
  await using store = await openStore({ file, checkpointScript: new URL('file:///nowhere/checkpoint-thread.js') });
  await write(store, 105 * MB);
  expect(statSync(file).size).toBeGreaterThan(100 * MB);
});

test('closing waits for the thread, and leaves one file', async () => {
  await using folder = await tempFolder();
  const file = folder.path('wf.db');
  const store = await openStore({ file, checkpointScript });
  await write(store, LONG);
  await store.close();
  expect(readdirSync(join(file, '..'))).toEqual(['wf.db']);
});

test('a process that is killed meanwhile loses no commit', async () => {
  await using folder = await tempFolder();
  const file = folder.path('wf.db');
  for (const commits of [17, 18, 20, 35]) {
    const child = fork(join(import.meta.dirname, '../../../faults/programs/fill-database.ts'), [file]);
    let committed = 0;
    while (committed < commits) committed = Number((await once(child, 'message'))[0]);
    child.kill('SIGKILL');
    await once(child, 'exit');
    using database = new DatabaseSync(file);
    expect(database.prepare('pragma integrity_check').get()).toEqual({ integrity_check: 'ok' });
    const { rows } = database.prepare('select count(*) as rows from filling').get() ?? {};
    expect(rows).toBeGreaterThanOrEqual(committed);
    database.exec('delete from filling');
  }
});

test.each([
  ['3.50.4', false],
  ['3.51.0', true],
  ['3.53.4', true],
  ['4.0.0', true],
  ['2.60.0', false],
])('SQLite %s can measure its log: %s', (version, expected) => {
  expect(canMeasureLog(version)).toBe(expected);
});
