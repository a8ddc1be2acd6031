import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { joinWorkers } from '../../../../../src/service/jobs/workers/worker-register.ts';
import { openTestStore } from '../../../../helpers/start-service.ts';

const NOON = Date.parse('2026-11-23T12:00:00Z');

async function openRegister() {
  const stack = new AsyncDisposableStack();
  const { db } = stack.use(await openTestStore('sqlite', stack));
  let now = NOON;
  const join = async (kind: 'worker' | 'replica', concurrency: number, onStandIn?: (is: boolean) => void) =>
    await joinWorkers({
      db,
      now: () => new Date(now),
      kind,
      concurrency,
      onProblem: (error) => expect.unreachable(String(error)),
      ...(onStandIn === undefined ? {} : { onStandIn }),
    });
  const pass = (ms: number) => void (now += ms);
  return {
    join,
    pass,
    rows: () => db.selectFrom('workers').selectAll().execute(),
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  };
}

test('a worker always takes chunks, and all workers count together', async () => {
  await using register = await openRegister();
  const first = await register.join('worker', 3);
  const second = await register.join('worker', 4);
  expect([await first.isOurTurn(), await first.readCapacity(), await second.readCapacity()]).toEqual([true, 7, 7]);
  await second.leave();
  expect((await register.rows()).map(({ concurrency }) => concurrency)).toEqual([3]);
  await first.leave();
  expect(await register.rows()).toEqual([]);
});

test('a replica stands in while no worker is up, and says when that changes', async () => {
  await using register = await openRegister();
  const said: boolean[] = [];
  const replica = await register.join('replica', 2, (is) => said.push(is));
  expect([await replica.isOurTurn(), await replica.isOurTurn(), await replica.readCapacity()]).toEqual([true, true, 2]);
  const worker = await register.join('worker', 5);
  // A count stays valid for a second.
  expect(await replica.isOurTurn()).toBe(true);
  await delay(1010);
  expect([await replica.isOurTurn(), await replica.readCapacity()]).toEqual([false, 5]);
  expect(said).toEqual([true, false]);
  await replica.leave();
  expect(await register.rows()).toHaveLength(1);
  await worker.leave();
});

test('a worker without a sign of life for eight seconds does not count, and the next to leave deletes it', async () => {
  await using register = await openRegister();
  const silent = await register.join('worker', 5);
  register.pass(8000);
  const fresh = await register.join('worker', 1);
  expect(await fresh.readCapacity()).toBe(6);
  register.pass(1);
  const later = await register.join('replica', 2);
  expect(await later.readCapacity()).toBe(1);
  await fresh.leave();
  expect(await register.rows()).toEqual([]);
  await silent.leave();
});
