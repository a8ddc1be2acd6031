import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { fork } from 'node:child_process';
import { chmod, readFile, stat, truncate, writeFile } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { DatabaseSync } from 'node:sqlite';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createRandom } from '../../src/evaluation/statistics/random.ts';
import { openStore } from '../../src/service/store/open-store.ts';
import { type BundledPrograms, bundlePrograms } from '../helpers/bundle-programs.ts';
import { closedPort } from '../helpers/start-http-server.ts';
import { tempFolder } from '../helpers/temp-folder.ts';
import { deploy } from './programs/deploy.ts';
import { startProgramService } from './programs/program-service.ts';

let programs: BundledPrograms;

beforeAll(async () => {
  const names = ['write-testsets', 'deploy-and-hang', 'deploy-forever', 'open-and-write'];
  programs = await bundlePrograms(names.map((name) => `faults/programs/${name}.ts`));
});

afterAll(async () => await programs[Symbol.asyncDispose]());

const program = (name: string, args: readonly string[], options: { uid?: number } = {}) =>
  fork(programs.pathOf(name), [...args], { ...options, execArgv: [] });

/** A database with an app that runs its first deployment in production. */
async function makeDatabase(file: string) {
  const service = await startProgramService(file);
  const bundle = new TextEncoder().encode('export {}');
  const sha256 = createHash('sha256').update(bundle).digest('hex');
  const app = (await (await service.send('POST', '/apps', { app_name: 'support' })).json()) as { app_id: string };
  await service.send('PUT', `/artifacts/${sha256}`, bundle);
  await deploy(service, app.app_id, sha256, 'first');
  await service.close();
  return { appId: app.app_id, sha256 };
}

async function readState(file: string, appId: string) {
  const service = await startProgramService(file);
  const read = async (path: string) => await (await service.send('GET', `/apps/${appId}${path}`)).json();
  const deployments = (await read('/deployments')) as { id: string; sdk_version: string }[];
  const production = (await read('/revisions/production')) as { revisions: { deployment: string }[] };
  await service.close();
  return { deployments, runs: production.revisions.map(({ deployment }) => deployment) };
}

function checkIntegrity(file: string): void {
  const database = new DatabaseSync(file);
  expect(database.prepare('pragma integrity_check').all()).toEqual([{ integrity_check: 'ok' }]);
  expect(database.prepare('pragma foreign_key_check').all()).toEqual([]);
  database.close();
}

test('three concurrent writers lose nothing', async () => {
  await using folder = await tempFolder();
  const file = folder.path('wf.db');
  const children = [1, 2, 3].map(() => program('write-testsets', [file, '30']));
  const counts = await Promise.all(children.map(async (child) => (await once(child, 'message'))[0]));
  expect(counts).toEqual([30, 30, 30]);
  await using store = await openStore({ file });
  expect(await store.db.selectFrom('testsets').selectAll().execute()).toHaveLength(90);
  expect(await store.db.selectFrom('testset_revision_rows').selectAll().execute()).toHaveLength(180);
});

test('kill -9 during a deployment leaves the old one serving, and a retry succeeds', async () => {
  await using folder = await tempFolder();
  const file = folder.path('wf.db');
  const { appId, sha256 } = await makeDatabase(file);
  const before = await readState(file, appId);
  const child = program('deploy-and-hang', [file, appId, sha256]);
  expect((await once(child, 'message'))[0]).toBe('written');
  child.kill('SIGKILL');
  await once(child, 'exit');
  expect(await readState(file, appId)).toEqual(before);
  const service = await startProgramService(file);
  expect((await deploy(service, appId, sha256, 'half-way')).status).toBe(200);
  await service.close();
  const after = await readState(file, appId);
  expect(after.deployments.map(({ sdk_version }) => sdk_version)).toEqual(['first', 'half-way']);
  expect(after.runs).toEqual(after.deployments.map(({ id }) => id));
});

test('kill -9 at any moment keeps every acknowledged deployment complete', async () => {
  await using folder = await tempFolder();
  const file = folder.path('wf.db');
  const { appId, sha256 } = await makeDatabase(file);
  const answered: string[] = ['first'];
  for (const count of [1, 2, 5, 9, 14]) {
    const child = program('deploy-forever', [file, appId, sha256]);
    let seen = 0;
    child.on('message', (version: string) => {
      answered.push(version);
      seen += 1;
      if (seen === count) child.kill('SIGKILL');
    });
    await once(child, 'exit');
  }
  checkIntegrity(file);
  const { deployments, runs } = await readState(file, appId);
  const versions = deployments.map(({ sdk_version }) => sdk_version);
  expect(versions.filter((version) => answered.includes(version))).toEqual(answered);
  expect(runs).toEqual(deployments.map(({ id }) => id));
});

test.each([
  ['its first page', 4096],
  ['the middle', 0.5],
  ['a few bytes', 40],
])('a database truncated to %s is reported and not written to', async (_, keep) => {
  await using folder = await tempFolder();
  const file = folder.path('wf.db');
  await makeDatabase(file);
  const { size } = await stat(file);
  await truncate(file, keep < 1 ? Math.floor((size * keep) / 4096) * 4096 : keep);
  const cut = await readFile(file);
  await expect(openStore({ file })).rejects.toMatchObject({
    code: 'WF_DATABASE',
    message: expect.stringMatching(/^The database .*wf\.db is (damaged or truncated|not a database, or is damaged)/),
    nextSteps: [expect.stringContaining('wf restore BACKUP --data-dir')],
  });
  expect(await readFile(file)).toEqual(cut);
});

test('a file that is not a database is reported and not written to', async () => {
  await using folder = await tempFolder();
  const file = folder.path('notes.txt');
  await writeFile(file, 'just some notes\n'.repeat(1000));
  await expect(openStore({ file })).rejects.toMatchObject({
    code: 'WF_DATABASE',
    message: `The database ${file} is not a database, or is damaged or truncated.`,
  });
  expect(await readFile(file, 'utf8')).toBe('just some notes\n'.repeat(1000));
});

test('damage in the middle of the file becomes a message', async () => {
  await using folder = await tempFolder();
  const file = folder.path('wf.db');
  const { appId } = await makeDatabase(file);
  const bytes = await readFile(file);
  const random = createRandom(1);
  for (let at = 8192; at < bytes.length; at += 1) bytes[at] = random.below(256);
  await writeFile(file, bytes);
  const read = async () => {
    const { send, close } = await startProgramService(file);
    const answer = await send('GET', `/apps/${appId}/variants`);
    await close();
    return (await answer.json()) as { detail: string };
  };
  const { detail } = await read().catch((error: Error) => ({ detail: error.message }));
  expect(detail).toBe(`The database ${file} is damaged or truncated.`);
});

test('a read-only database is reported as such', async () => {
  await using folder = await tempFolder();
  const file = folder.path('wf.db');
  await makeDatabase(file);
  await chmod(file, 0o444);
  await chmod(folder.root, 0o555);
  // Root may write anything, so the program runs as another user.
  const child = program('open-and-write', [file], userInfo().uid === 0 ? { uid: 65534 } : {});
  const [outcome] = (await once(child, 'message')) as [{ message?: string; body?: { detail: string } }];
  await chmod(folder.root, 0o755);
  expect(outcome.message ?? outcome.body?.detail).toMatch(
    /^The database .*wf\.db cannot be (written to: the file or its folder is read-only|opened: the file or its folder cannot be reached)\.$/,
  );
});

test('an inaccessible folder is reported', async () => {
  await using folder = await tempFolder();
  await writeFile(folder.path('file'), '');
  await expect(openStore({ file: folder.path('file', 'wf.db') })).rejects.toMatchObject({
    code: 'WF_DATABASE',
    message: expect.stringContaining('cannot be opened: the file or its folder is not accessible'),
  });
});

test('a full disk refuses the write, keeps the data, and recovers with free space', async () => {
  await using folder = await tempFolder();
  const file = folder.path('wf.db');
  const { appId } = await makeDatabase(file);
  await using store = await openStore({ file });
  const pages = await sql<{ page_count: number }>`pragma page_count`.execute(store.db);
  await sql.raw(`pragma max_page_count = ${pages.rows[0]?.page_count ?? 0}`).execute(store.db);
  const fill = store.transaction(async (db) => {
    for (let index = 0; index < 100; index += 1) {
      const name = 'x'.repeat(10_000);
      await db
        .insertInto('projects')
        .values({ id: `p${index}`, name, created_at: '' })
        .execute();
    }
  });
  await expect(fill.catch((error: unknown) => Promise.reject(store.explain(error) as Error))).rejects.toMatchObject({
    code: 'WF_DATABASE',
    message: `The database ${file} cannot grow: the disk is full.`,
  });
  expect(await store.db.selectFrom('projects').selectAll().execute()).toHaveLength(1);
  await sql.raw('pragma max_page_count = 1000000').execute(store.db);
  await store.transaction((db) => db.updateTable('apps').set({ name: 'renamed' }).where('id', '=', appId).execute());
  checkIntegrity(file);
});

test('a database that another process keeps locked answers after the timeout', async () => {
  await using folder = await tempFolder();
  const file = folder.path('wf.db');
  await makeDatabase(file);
  const holder = new DatabaseSync(file);
  holder.exec('begin immediate');
  await using store = await openStore({ file, busyTimeoutMs: 30 });
  expect(await store.db.selectFrom('apps').select('name').execute()).toEqual([{ name: 'support' }]);
  const write = store.transaction((db) => db.deleteFrom('apps').execute());
  await expect(write.catch((error: unknown) => Promise.reject(store.explain(error) as Error))).rejects.toMatchObject({
    message: `The database ${file} is locked by another process.`,
  });
  holder.close();
  await store.transaction((db) => db.updateTable('apps').set({ name: 'renamed' }).execute());
});

test('waiting for a lock does not block the process', async () => {
  await using folder = await tempFolder();
  const file = folder.path('wf.db');
  await makeDatabase(file);
  const holder = new DatabaseSync(file);
  holder.exec('begin immediate');
  await using store = await openStore({ file });
  const write = store.transaction((db) => db.updateTable('apps').set({ name: 'renamed' }).execute());
  setImmediate(() => holder.close());
  await write;
  expect(await store.db.selectFrom('apps').select('name').execute()).toEqual([{ name: 'renamed' }]);
});

test('a database is readable by its owner only', async () => {
  await using folder = await tempFolder();
  await makeDatabase(folder.path('wf.db'));
  expect((await stat(folder.path('wf.db'))).mode & 0o777).toBe(0o600);
});

test('an unreachable PostgreSQL is reported without its password', async () => {
  const port = await closedPort();
  const url = `postgres://me:secret@127.0.0.1:${port}/wf`;
  await expect(openStore({ url })).rejects.toMatchObject({
    code: 'WF_DATABASE',
    message: `The database at 127.0.0.1:${port}/wf cannot be reached: nothing listens there.`,
  });
});

test('nothing of a deleted text is in the files once the database is closed, whatever its size', async () => {
  await using folder = await tempFolder();
  const file = folder.path('wf.db');
  const marker = 'a-deleted-output';
  {
    await using store = await openStore({ file });
    // In a page of rows, and over several pages of its own.
    const rows = [200, 40_000].flatMap((length) =>
      Array.from({ length: 50 }, (_, index) => ({ id: `${length}-${index}`, name: marker.repeat(length / 16) })),
    );
    await store.transaction(async (db) => {
      for (const row of rows)
        await db
          .insertInto('projects')
          .values({ ...row, created_at: '' })
          .execute();
    });
    await store.db.deleteFrom('projects').where('id', 'like', '%-%').where('name', 'like', `${marker}%`).execute();
  }
  expect((await readFile(file)).includes(marker)).toBe(false);
  await expect(stat(`${file}-wal`)).rejects.toThrow('ENOENT');
});
