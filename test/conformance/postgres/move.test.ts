import { copyFile } from 'node:fs/promises';
import { Kysely, sql } from 'kysely';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { moveData, type MoveDataOptions } from '../../../src/use-cases/archives/move-data.ts';
import { openStore } from '../../../src/service/store/open-store.ts';
import { createArtifactStorage } from '../../../src/service/hosting/artifacts/artifact-storage.ts';
import { createPostgresDialect } from '../../../src/service/store/open-postgres.ts';
import type { Database } from '../../../src/service/store/schema.ts';
import { BUNDLE_SHA256, createWorld } from '../../helpers/service-world.ts';
import { createDatabase } from '../../helpers/postgres.ts';
import { closedPort } from '../../helpers/start-http-server.ts';
import { startS3Server } from '../../helpers/start-s3-server.ts';
import { startService } from '../../helpers/start-service.ts';
import { tempFolder, type TempFolder } from '../../helpers/temp-folder.ts';

const ODD_LINES = ['', 'a\tb\nc\r\nd\\e\\N', '\\.', '\\N', 'ä€😀\u2028', 'quote \' and " %s $1 ?', '\b\f\v\u0001'];

/** Lines of logs. */
const LINES = [...ODD_LINES, ...Array.from({ length: 3000 }, (_, index) => `line ${index}`)];

/** An embedded database with rows in most tables, and text that a format might get wrong. */
let original: TempFolder;

beforeAll(async () => {
  original = await tempFolder();
  await fill(original.path('wf.db'));
});

afterAll(async () => await original[Symbol.asyncDispose]());

/** A folder with a copy of that database. */
async function copySource(stack: AsyncDisposableStack): Promise<string> {
  const folder = stack.use(await tempFolder());
  await copyFile(original.path('wf.db'), folder.path('wf.db'));
  return folder.root;
}

async function fill(file: string): Promise<void> {
  await using running = await startService();
  const world = await createWorld(running);
  await world.makeEvaluation();
  await world.makeHumanEvaluation();
  const { db } = running.store;
  const rows = LINES.map((line, index) => {
    const id = `line-${String(index).padStart(6, '0')}`;
    return { id, app_id: world.appId, created_at: '2026-11-21T10:00:00.000Z', stream: 'stdout', line };
  });
  for (let start = 0; start < rows.length; start += 1000) {
    await db
      .insertInto('app_logs')
      .values(rows.slice(start, start + 1000))
      .execute();
  }
  const cell = { output: '{}', created_at: '2026-11-21T10:00:00.000Z' };
  const figures = [0.1, 1e-7, 5, 1e21, 0, null];
  for (const [index, cost] of figures.entries()) {
    await db
      .insertInto('cells')
      .values({ ...cell, hash: `cell-${index}`, cost, latency: cost })
      .execute();
  }
  await sql`vacuum into ${file}`.execute(db);
}

function optionsOf(folder: string, to: string, rest: Partial<MoveDataOptions> = {}): MoveDataOptions {
  const { signal } = new AbortController();
  return { dataDir: folder, databaseUrl: null, to, folder, onEvent: () => undefined, signal, ...rest };
}

test('everything is the same after a move to PostgreSQL and back', async () => {
  await using stack = new AsyncDisposableStack();
  const folder = await copySource(stack);
  const { url } = stack.use(await createDatabase(inject('postgresUrl')));
  const there = await moveData(optionsOf(folder, url));
  expect(there.rows).toBeGreaterThan(LINES.length);
  {
    await using store = await openStore({ url });
    const stored = await store.db.selectFrom('app_logs').select('line').orderBy('id').execute();
    expect(stored.map(({ line }) => line)).toEqual(LINES);
  }
  const back = await moveData(optionsOf(folder, 'sqlite:back.db', { databaseUrl: url }));
  expect(back.tables).toEqual(there.tables);
  await using store = await openStore({ file: `${folder}/back.db` });
  expect(await store.db.selectFrom('artifacts').select('size').execute()).toHaveLength(1);
});

test('an interrupted move continues, and a second one after it is refused', async () => {
  await using stack = new AsyncDisposableStack();
  const folder = await copySource(stack);
  const { url } = stack.use(await createDatabase(inject('postgresUrl')));
  const whole = await moveData(optionsOf(folder, stack.use(await createDatabase(inject('postgresUrl'))).url));
  const leaving = new AbortController();
  const onEvent = ({ table }: { table: string }) =>
    table === 'app_logs' ? leaving.abort(new Error('killed')) : undefined;
  await expect(moveData(optionsOf(folder, url, { onEvent, signal: leaving.signal }))).rejects.toThrow('killed');
  const tables: string[] = [];
  const rest = await moveData(optionsOf(folder, url, { onEvent: ({ table }) => void tables.push(table) }));
  expect(rest.tables).toEqual(whole.tables);
  expect(tables).not.toContain('projects');
  await expect(moveData(optionsOf(folder, url))).rejects.toMatchObject({ code: 'WF_CONFLICT' });
});

test('an incomplete target is refused everywhere else, even as a source', async () => {
  await using stack = new AsyncDisposableStack();
  const folder = await copySource(stack);
  const { url } = stack.use(await createDatabase(inject('postgresUrl')));
  const half = async (options: MoveDataOptions) => {
    const leaving = new AbortController();
    const onEvent = () => leaving.abort(new Error('killed'));
    await expect(moveData({ ...options, onEvent, signal: leaving.signal })).rejects.toThrow('killed');
  };
  const refused = {
    code: 'WF_DATABASE',
    message: expect.stringMatching(
      /^The database .* is incomplete: a wf move or wf restore into it has not finished\.$/,
    ),
  };
  await half(optionsOf(folder, url));
  await expect(openStore({ url })).rejects.toMatchObject(refused);
  await expect(moveData(optionsOf(folder, 'sqlite:other.db', { databaseUrl: url }))).rejects.toMatchObject(refused);
  await moveData(optionsOf(folder, url));
  await using whole = await openStore({ url });
  expect(await whole.db.selectFrom('apps').select('name').execute()).toEqual([{ name: 'support' }]);
  await half(optionsOf(folder, 'sqlite:half.db', { databaseUrl: url }));
  await expect(openStore({ file: `${folder}/half.db` })).rejects.toMatchObject(refused);
});

test('a PostgreSQL user who may not disable foreign keys can move as well', async () => {
  await using stack = new AsyncDisposableStack();
  const folder = await copySource(stack);
  const { url } = stack.use(await createDatabase(inject('postgresUrl')));
  const limited = new URL(url);
  limited.username = limited.pathname.slice(1);
  const role = sql.id(limited.username);
  const admin = new Kysely<Database>({ dialect: (await createPostgresDialect(url)).dialect });
  stack.defer(() => admin.destroy());
  await sql`create role ${role} login`.execute(admin);
  await sql`alter database ${role} owner to ${role}`.execute(admin);
  await sql`alter schema public owner to ${role}`.execute(admin);
  const moved = await moveData(optionsOf(folder, limited.href));
  expect(moved.tables.find(({ table }) => table === 'app_logs')?.rows).toBe(LINES.length);
  await sql`reassign owned by ${role} to current_user`.execute(admin);
  await sql`drop role ${role}`.execute(admin);
});

test('a source that changed after an interruption is detected', async () => {
  await using stack = new AsyncDisposableStack();
  const folder = await copySource(stack);
  const { url } = stack.use(await createDatabase(inject('postgresUrl')));
  const leaving = new AbortController();
  const onEvent = ({ rows }: { rows: number }) => (rows >= 2500 ? leaving.abort(new Error('killed')) : undefined);
  await expect(moveData(optionsOf(folder, url, { onEvent, signal: leaving.signal }))).rejects.toThrow('killed');
  {
    await using store = await openStore({ file: `${folder}/wf.db` });
    await store.db.updateTable('app_logs').set({ line: 'changed' }).where('id', '=', 'line-000003').execute();
  }
  await expect(moveData(optionsOf(folder, url))).rejects.toMatchObject({
    code: 'WF_FAILED',
    message: expect.stringContaining('app_logs has'),
  });
});

test.each([
  ['nonsense', 'WF_USAGE', '--to takes'],
  ['sqlite:', 'WF_USAGE', '--to takes'],
  ['sqlite:other.db', 'WF_INVALID_INPUT', 'the same kind of database'],
])('to %j is refused', async (to, code, message) => {
  await using stack = new AsyncDisposableStack();
  await expect(moveData(optionsOf(await copySource(stack), to))).rejects.toMatchObject({
    code,
    message: expect.stringContaining(message),
  });
});

test('where nothing listens, a move says so; without a database, there is nothing to move', async () => {
  await using stack = new AsyncDisposableStack();
  const to = `postgres://wf@127.0.0.1:${await closedPort()}/wf`;
  await expect(moveData(optionsOf(await copySource(stack), to))).rejects.toMatchObject({
    code: 'WF_DATABASE',
    message: expect.stringContaining('nothing listens there'),
  });
  const empty = stack.use(await tempFolder());
  await expect(moveData(optionsOf(empty.root, to))).rejects.toMatchObject({ code: 'WF_NO_FILE' });
});

test('a move copies the locations of bundles', async () => {
  await using s3 = await startS3Server();
  using artifacts = createArtifactStorage(s3.address, s3.env);
  await using folder = await tempFolder();
  const at = folder.path('wf.db');
  {
    await using running = await startService({ artifacts, database: { at } });
    await createWorld(running);
  }
  await using target = await createDatabase(inject('postgresUrl'));
  const { signal } = new AbortController();
  const place = { dataDir: folder.root, databaseUrl: null, folder: folder.root };
  await moveData({ ...place, to: target.url, onEvent: () => undefined, signal });
  await using store = await openStore({ url: target.url });
  const rows = await store.db.selectFrom('artifacts').select(['sha256', 'location']).execute();
  expect(rows).toEqual([{ sha256: BUNDLE_SHA256, location: `s3://bundles/wf/${BUNDLE_SHA256}` }]);
});
