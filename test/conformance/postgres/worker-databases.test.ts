import { sql } from 'kysely';
import { expect, inject, test } from 'vitest';
import { openStore, type Store } from '../../../src/service/store/open-store.ts';
import { createMigratedDatabase } from '../../helpers/postgres.ts';
import { startTestWorker } from '../../helpers/start-test-worker.ts';
import { createFunctionHosting, type RouteCall, startEvaluations } from '../../helpers/start-evaluations.ts';

const ROWS = Array.from({ length: 60 }, (_, index) => ({ text: `t${index}`, correct_answer: `T${index}` }));

async function openWorld(stack: AsyncDisposableStack) {
  const { url } = stack.use(await createMigratedDatabase(inject('postgresUrl')));
  const world = stack.use(await startEvaluations({ runner: { maxRunning: 0 }, database: { at: url } }));
  return { url, world, store: stack.use(await openStore({ url })) };
}

/** Makes the server refuse new rows of these tables as it does when its disk is full. */
async function fillDisk({ db }: Store, tables: readonly string[]) {
  await sql`create function no_room() returns trigger language plpgsql as $$
    begin raise exception 'could not extend file: No space left on device' using errcode = '53100'; end $$`.execute(db);
  const each = async (statement: (table: string) => string) => {
    for (const table of tables) await sql.raw(statement(table)).execute(db);
  };
  await each((table) => `create trigger no_room before insert on ${table} execute function no_room()`);
  return async () => await each((table) => `drop trigger no_room on ${table}`);
}

test('a full disk of the server is reported, and workers back off until there is space', async () => {
  await using stack = new AsyncDisposableStack();
  const { url, world, store } = await openWorld(stack);
  const makeRoom = await fillDisk(store, ['evaluation_outcomes', 'cells', 'apps']);
  const calls: RouteCall[] = [];
  const worker = stack.use(await startTestWorker(url, { hosting: createFunctionHosting({}, calls) }));
  const id = await world.start(ROWS);
  worker.runner.wake();
  const full = expect.objectContaining({
    code: 'WF_DATABASE',
    message: expect.stringContaining('cannot grow: the disk of the server is full'),
  });
  await expect.poll(() => worker.problems).toContainEqual(full);
  const refused = await world.service.send('POST', '/apps', { body: { app_name: 'other' } });
  expect([refused.status, refused.headers.get('retry-after'), await refused.json()]).toEqual([
    503,
    null,
    { detail: expect.stringContaining('the disk of the server is full') },
  ]);
  expect((await world.service.send('GET', '/apps')).status).toBe(200);
  expect((await world.read(id)).status.value).toBe('EVALUATION_STARTED');
  await makeRoom();
  const status = async () => (await world.read(id)).status.value;
  await expect.poll(status).toBe('EVALUATION_FINISHED');
  const rows = await world.readRows(id);
  expect(rows.map(({ outputs }) => outputs[0]?.result.value)).toEqual(ROWS.map(({ correct_answer }) => correct_answer));
  expect(worker.problems).toEqual(worker.problems.map(() => full));
});

const start = async (url: string) =>
  await startTestWorker(url, { hosting: createFunctionHosting({}) }).then(
    async (worker) => await worker[Symbol.asyncDispose](),
    (error: unknown) => error,
  );

test('a worker refuses a queue of a newer version and does not change it', async () => {
  await using stack = new AsyncDisposableStack();
  const { url, store } = await openWorld(stack);
  expect(await start(url)).toBeUndefined();
  await sql`update wf_jobs.version set version = 9999`.execute(store.db);
  expect(await start(url)).toMatchObject({
    code: 'WF_DATABASE',
    message: expect.stringMatching(
      /^The worker queue in the database is from a newer wf: its version is 9999, and this wf knows \d+\.$/,
    ),
    nextSteps: [expect.stringContaining('Update wf')],
  });
  const { rows } = await sql`select version::integer as version from wf_jobs.version`.execute(store.db);
  expect(rows).toEqual([{ version: 9999 }]);
});

test('a worker refuses a foreign schema of that name and creates nothing in it', async () => {
  await using stack = new AsyncDisposableStack();
  const { url, store } = await openWorld(stack);
  await sql`create schema wf_jobs`.execute(store.db);
  await sql`create table wf_jobs.job (title text)`.execute(store.db);
  expect(await start(url)).toMatchObject({
    code: 'WF_DATABASE',
    message: 'The schema wf_jobs of the database contains tables that do not belong to the worker queue.',
  });
  const { rows } = await sql`select tablename from pg_tables where schemaname = 'wf_jobs'`.execute(store.db);
  expect(rows).toEqual([{ tablename: 'job' }]);
});
