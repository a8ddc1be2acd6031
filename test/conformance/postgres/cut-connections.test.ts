import { sql } from 'kysely';
import { expect, inject, test } from 'vitest';
import { createRandom } from '../../../src/evaluation/statistics/random.ts';
import { createService } from '../../../src/service/serve/create-service.ts';
import { openStore, type Store } from '../../../src/service/store/open-store.ts';
import { createEchoHosting } from '../../helpers/echo-hosting.ts';
import { createDatabase } from '../../helpers/postgres.ts';
import { resultsOf } from '../../helpers/results-of.ts';
import { startTestWorker } from '../../helpers/start-test-worker.ts';
import { startCuttingProxy } from '../../helpers/start-cutting-proxy.ts';
import { createFunctionHosting, startEvaluations } from '../../helpers/start-evaluations.ts';
import { TEST_SECRETS } from '../../helpers/start-service.ts';

const SEED = 20_261_122;
const OWNER = { id: 'local', name: 'me', role: 'operator' } as const;
const [WRITES, LANES] = [40, 4];

/** A write that is retried until it is answered, as clients do. @returns the answers in between */
async function write(url: string, stack: AsyncDisposableStack) {
  const store = stack.use(await openStore({ url }));
  const service = stack.use(
    createService({ store, createHosting: () => createEchoHosting([]), secrets: TEST_SECRETS }),
  );
  return async (name: string): Promise<string[]> => {
    const csvdata = [{ text: 'a' }, { text: 'b' }];
    const told: string[] = [];
    while (told.at(-1) !== '200') {
      const init = { method: 'POST', headers: { 'idempotency-key': name }, body: JSON.stringify({ name, csvdata }) };
      const answer = await service.fetch(new Request('http://wf.test/testsets', init), { principal: OWNER });
      const after = answer.headers.get('retry-after');
      told.push(after === null ? `${answer.status}` : `${answer.status} after ${after} s`);
      if (told.length > 200) throw new Error(`${name} is not answered: ${told.join(', ')}`);
    }
    return told;
  };
}

/** What is stored, including anything that may be incomplete. */
async function readStored({ db }: Store) {
  const testsets = await db.selectFrom('testsets').select('name').orderBy('name').execute();
  const rows = await db.selectFrom('testset_revision_rows').select('revision_id').execute();
  const logged = await db
    .selectFrom('audit_log')
    .select('name')
    .where('kind', '=', 'testset')
    .orderBy('name')
    .execute();
  return { testsets: testsets.map(({ name }) => name), rows: rows.length, logged: logged.map(({ name }) => name) };
}

/** Ends connections of the service while they are in use, until the signal fires. */
async function terminate({ db }: Store, over: AbortSignal): Promise<void> {
  while (!over.aborted) {
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle' limit 1`.execute(db);
    // Between two cuts, most writes succeed.
    await new Promise((done) => setTimeout(done, 100));
  }
}

test.each(['the network', 'the server'])(
  'writes whose connections %s cuts are stored once and completely, and callers get a retry time',
  async (who) => {
    await using stack = new AsyncDisposableStack();
    const { url } = stack.use(await createDatabase(inject('postgresUrl')));
    const store = stack.use(await openStore({ url }));
    const random = createRandom(SEED);
    const proxy = stack.use(await startCuttingProxy(url, { random, oneIn: who === 'the network' ? 25 : 1e9 }));
    const send = await write(proxy.url, stack);
    const over = new AbortController();
    proxy.break();
    const cutting = who === 'the server' ? terminate(store, over.signal) : null;
    const names = Array.from({ length: WRITES }, (_, index) => `cases ${String(index).padStart(3, '0')}`);
    const lanes = Array.from({ length: LANES }, async (_, lane) => {
      const told: string[] = [];
      for (const name of names.filter((_name, index) => index % LANES === lane)) told.push(...(await send(name)));
      return told;
    });
    const told = (await Promise.all(lanes).finally(() => over.abort())).flat();
    await cutting;
    expect(new Set(told)).toEqual(new Set(['200', '503 after 1 s']));
    expect(await readStored(store)).toEqual({ testsets: names, rows: WRITES * 2, logged: names });
  },
  120_000,
);

const ROWS = Array.from({ length: 200 }, (_, index) => ({
  text: `t${index}`,
  correct_answer: index % 3 === 0 ? 'no' : `T${index}`,
}));

test('an evaluation whose workers lose their connections gives the same results', async () => {
  await using stack = new AsyncDisposableStack();
  const { url } = stack.use(await createDatabase(inject('postgresUrl')));
  const undisturbed = stack.use(await startEvaluations());
  const expected = await undisturbed.run(ROWS);
  const world = stack.use(await startEvaluations({ runner: { maxRunning: 0 }, database: { at: url } }));
  const proxy = stack.use(await startCuttingProxy(url, { random: createRandom(SEED), oneIn: 60 }));
  const workers = [1, 2].map(() => startTestWorker(proxy.url, { hosting: createFunctionHosting({}) }));
  for (const worker of await Promise.all(workers)) stack.use(worker);
  const id = await world.start(ROWS);
  proxy.break();
  const done = async () => (await world.backend.jobs.readProgress(id)).done;
  await expect.poll(async () => proxy.cuts >= 8 || (await done()) === ROWS.length).toBe(true);
  proxy.mend();
  const status = async () => (await world.read(id)).status.value;
  await expect.poll(status).toMatch(/FINISHED|FAILED|CANCELLED/);
  expect(proxy.cuts).toBeGreaterThan(0);
  expect(await resultsOf(world, id)).toEqual(await resultsOf(undisturbed, expected.id));
});
