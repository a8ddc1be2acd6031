import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { toBossOptions } from '../../../../src/service/jobs/workers/chunk-queue.ts';
import { renewLease } from '../../../../src/service/jobs/workers/renew-lease.ts';
import { joinWorkers } from '../../../../src/service/jobs/workers/worker-register.ts';
import { openTestStore } from '../../../helpers/start-service.ts';

describe('the register of workers', () => {
  // A count stays valid for a second of this clock.
  beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
  afterEach(() => void vi.useRealTimers());

  async function openRegister() {
    const stack = new AsyncDisposableStack();
    const { db } = stack.use(await openTestStore('sqlite', stack));
    let now = Date.parse('2026-11-23T12:00:00Z');
    const join = async (kind: 'worker' | 'replica', concurrency: number, onStandIn?: (is: boolean) => void) =>
      await joinWorkers({
        db,
        now: () => new Date(now),
        kind,
        concurrency,
        onProblem: (error) => expect.unreachable(String(error)),
        ...(onStandIn === undefined ? {} : { onStandIn }),
      });
    return {
      join,
      pass: (ms: number) => void (now += ms),
      concurrencies: async () =>
        (await db.selectFrom('workers').selectAll().execute()).map(({ concurrency }) => concurrency),
      [Symbol.asyncDispose]: () => stack.disposeAsync(),
    };
  }

  test('lets a worker always take chunks, and counts all workers together', async () => {
    await using register = await openRegister();
    const first = await register.join('worker', 3);
    const second = await register.join('worker', 4);
    expect([await first.isOurTurn(), await first.readCapacity(), await second.readCapacity()]).toEqual([true, 7, 7]);
    await second.leave();
    expect(await register.concurrencies()).toEqual([3]);
    await first.leave();
    expect(await register.concurrencies()).toEqual([]);
  });

  test('lets a replica stand in while no worker is up, and says when that changes', async () => {
    await using register = await openRegister();
    const said: boolean[] = [];
    const replica = await register.join('replica', 2, (is) => said.push(is));
    expect([await replica.isOurTurn(), await replica.readCapacity()]).toEqual([true, 2]);
    const worker = await register.join('worker', 5);
    vi.advanceTimersByTime(999);
    expect(await replica.isOurTurn()).toBe(true);
    vi.advanceTimersByTime(1);
    expect([await replica.isOurTurn(), await replica.readCapacity()]).toEqual([false, 5]);
    expect(said).toEqual([true, false]);
    await replica.leave();
    expect(await register.concurrencies()).toEqual([5]);
    await worker.leave();
  });

  test('does not count a worker that was silent for eight seconds, and the next to leave deletes it', async () => {
    await using register = await openRegister();
    const silent = await register.join('worker', 5);
    register.pass(8000);
    const fresh = await register.join('worker', 1);
    expect(await fresh.readCapacity()).toBe(6);
    register.pass(1);
    const later = await register.join('replica', 2);
    expect(await later.readCapacity()).toBe(1);
    await fresh.leave();
    expect(await register.concurrencies()).toEqual([]);
    await silent.leave();
  });
});

describe('a chunk', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  const hold = (renew: () => Promise<boolean>, parent = new AbortController().signal) => renewLease({ renew, parent });

  test('is renewed every two seconds until disposed', async () => {
    let renewals = 0;
    const held = hold(async () => (renewals += 1) > 0);
    await vi.advanceTimersByTimeAsync(6000);
    held[Symbol.dispose]();
    await vi.advanceTimersByTimeAsync(6000);
    expect([renewals, held.signal.aborted]).toEqual([3, false]);
  });

  test('that another worker has is abandoned', async () => {
    using held = hold(async () => false);
    await vi.advanceTimersByTimeAsync(2000);
    expect(held.signal.reason).toEqual(new Error('Another worker has the chunk, or its evaluation has ended.'));
  });

  test('that cannot be renewed is abandoned after twelve seconds, before another worker takes it', async () => {
    using held = hold(() => Promise.reject(new Error('unavailable')));
    await vi.advanceTimersByTimeAsync(12_000);
    expect(held.signal.aborted).toBe(false);
    await vi.advanceTimersByTimeAsync(2000);
    expect(held.signal.reason).toEqual(new Error('The database did not answer for too long.'));
  });

  test('is renewed by one statement at a time', async () => {
    let renewals = 0;
    using held = hold(() => {
      renewals += 1;
      return new Promise(() => undefined);
    });
    await vi.advanceTimersByTimeAsync(10_000);
    expect([renewals, held.signal.aborted]).toEqual([1, false]);
  });

  test('is given up by a process that stops', () => {
    const parent = new AbortController();
    using held = hold(async () => true, parent.signal);
    parent.abort(new Error('stop'));
    expect(held.signal.reason).toEqual(new Error('stop'));
  });
});

test('the queue connects with the limits that the address names', () => {
  expect(toBossOptions('postgres://wf@db/wf?statement_timeout=7000&lock_timeout=20&sslmode=require')).toMatchObject({
    connectionString: 'postgres://wf@db/wf?sslmode=require',
    options: '-c statement_timeout=7000 -c lock_timeout=20',
  });
});
