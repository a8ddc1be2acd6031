import { sql } from 'kysely';
import { expect, inject, test } from 'vitest';
import { createRandom } from '../../../src/evaluation/statistics/random.ts';
import { createService } from '../../../src/service/serve/create-service.ts';
import { openStore, type Store } from '../../../src/service/store/open-store.ts';
import { createEchoHosting } from '../../helpers/echo-hosting.ts';
import { createMigratedDatabase } from '../../helpers/postgres.ts';
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
  const testsets = await db.selectFrom('testsets').select('name').execute();
  const rows = await db.selectFrom('testset_revision_rows').select('revision_id').execute();
  const logged = await db.selectFrom('audit_log').select('name').where('kind', '=', 'testset').execute();
  const sorted = (records: readonly { readonly name: string | null }[]) =>
    records.map(({ name }) => String(name)).toSorted();
  return { testsets: sorted(testsets), rows: rows.length, logged: sorted(logged) };
}

const REFUSED = '503 after 1 s';

test.each(['the network', 'the server'])(
  'writes whose connections %s cuts are stored once and completely, and callers get a retry time',
  async (who) => {
    await using stack = new AsyncDisposableStack();
    const { url } = stack.use(await createMigratedDatabase(inject('postgresUrl')));
    const store = stack.use(await openStore({ url }));
    const proxy = stack.use(await startCuttingProxy(url, { random: createRandom(SEED), oneIn: 50 }));
    const send = await write(who === 'the network' ? proxy.url : url, stack);
    const [names, told]: [string[], string[]] = [[], []];
    const isOver = () => names.length >= WRITES && told.filter((each) => each === REFUSED).length >= 3;
    const lanes = Array.from({ length: LANES }, async (_, lane) => {
      for (let index = 0; !isOver(); index += 1) {
        const name = `cases ${lane} ${index}`;
        told.push(...(await send(name)));
        names.push(name);
      }
    });
    proxy.break();
    if (who === 'the server') await terminate(store, () => names.length, isOver);
    await Promise.all(lanes);
    expect(new Set(told)).toEqual(new Set(['200', REFUSED]));
    const stored = names.toSorted();
    expect(await readStored(store)).toEqual({ testsets: stored, rows: stored.length * 2, logged: stored });
  },
);

/** Ends a connection of the service that is in use, again and again, but not before two more writes were answered. */
async function terminate({ db }: Store, countAnswered: () => number, isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    const enough = countAnswered() + 2;
    const { rows } = await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle' limit 1`.execute(db);
    if (rows.length > 0) await expect.poll(() => isOver() || countAnswered() >= enough).toBe(true);
  }
}

const ROWS = Array.from({ length: 200 }, (_, index) => ({
  text: `t${index}`,
  correct_answer: index % 3 === 0 ? 'no' : `T${index}`,
}));

test('an evaluation whose workers lose their connections gives the same results', async () => {
  await using stack = new AsyncDisposableStack();
  const { url } = stack.use(await createMigratedDatabase(inject('postgresUrl')));
  const undisturbed = stack.use(await startEvaluations());
  const expected = await undisturbed.run(ROWS);
  const world = stack.use(await startEvaluations({ runner: { maxRunning: 0 }, database: { at: url } }));
  const proxy = stack.use(await startCuttingProxy(url, { random: createRandom(SEED), oneIn: 40 }));
  const workers = [1, 2].map(() => startTestWorker(proxy.url, { hosting: createFunctionHosting({}) }));
  for (const worker of await Promise.all(workers)) stack.use(worker);
  // Before it starts, so that its first messages are among those that are cut.
  proxy.break();
  const id = await world.start(ROWS);
  const done = async () => (await world.backend.jobs.readProgress(id)).done;
  await expect.poll(async () => proxy.cuts >= 5 || (await done()) === ROWS.length).toBe(true);
  proxy.mend();
  const status = async () => (await world.read(id)).status.value;
  await expect.poll(status).toMatch(/FINISHED|FAILED|CANCELLED/);
  expect(proxy.cuts).toBeGreaterThan(0);
  expect(await resultsOf(world, id)).toEqual(await resultsOf(undisturbed, expected.id));
});
