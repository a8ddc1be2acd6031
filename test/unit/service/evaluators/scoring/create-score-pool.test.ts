import { expect, test } from 'vitest';
import { createScorePool } from '../../../../../src/service/evaluators/scoring/create-score-pool.ts';
import type {
  CreateScoreWorkerOptions,
  ScoreWorker,
} from '../../../../../src/service/evaluators/scoring/create-score-worker.ts';
import type { ScoreTask } from '../../../../../src/service/evaluators/scoring/score-task.ts';

interface FakeWorker {
  readonly given: ScoreTask[];
  /** Becomes ready for as many tasks. */
  ready(room: number): void;
  /** Computes the first task that it was given. */
  finish(): void;
  /** Ends, and returns the tasks that it was given. */
  end(): void;
  isKilled: boolean;
}

/** A pool of workers that the test answers for; at most `processes`, of which the system starts so many. */
function openPool(processes = 2, startable = 9) {
  const workers: FakeWorker[] = [];
  const createWorker = ({ onRoom, onEnd }: CreateScoreWorkerOptions): ScoreWorker => {
    if (workers.length >= startable) throw new Error('spawn EAGAIN');
    let [isReady, room] = [false, 0];
    const given: ScoreTask[] = [];
    const fake: FakeWorker = {
      given,
      isKilled: false,
      ready: (more) => {
        [isReady, room] = [true, more];
        onRoom();
      },
      finish: () => {
        given.shift()?.settle({ value: 'done' });
        room += 1;
        onRoom();
      },
      end: () => onEnd(worker, given.splice(0)),
    };
    workers.push(fake);
    const worker: ScoreWorker = {
      get isReady() {
        return isReady;
      },
      get hasRoom() {
        return isReady && room > 0;
      },
      give: (task) => {
        room -= 1;
        given.push(task);
      },
      kill: () => void (fake.isKilled = true),
    };
    return worker;
  };
  const limits = { timeMs: 1, memoryMb: 1, characters: 1, processes, idleMs: 1 };
  const pool = createScorePool({ script: new URL('file:///x.js'), limits, createWorker });
  /** The work is named after its caller. */
  const compute = async (key: string, signal?: AbortSignal) =>
    await pool.compute(key.slice(0, 1), { key } as unknown as ScoreTask['work'], signal); // passed on as it is
  const given = (index: number) => workers[index]?.given.map(({ work }) => work.key);
  return { pool, compute, workers, given };
}

const FAILED = { failure: 'process' };

test('a process starts with the first work, and a second one when the first has no room', async () => {
  const { compute, workers, given } = openPool();
  expect(workers).toHaveLength(0);
  const [one, two] = [compute('a'), compute('b')];
  expect(workers).toHaveLength(1);
  workers[0]?.ready(1);
  expect([given(0), workers.length]).toEqual([['a'], 2]);
  void compute('c');
  workers[1]?.ready(1);
  expect([given(0), given(1), workers.length]).toEqual([['a'], ['b'], 2]);
  workers[0]?.finish();
  expect([await one, given(0)]).toEqual([{ value: 'done' }, ['c']]);
  workers[1]?.finish();
  expect(await two).toEqual({ value: 'done' });
});

test('no second process starts while there is room, or no more work', () => {
  const { compute, workers } = openPool();
  void compute('a');
  workers[0]?.ready(2);
  void compute('b');
  expect(workers).toHaveLength(1);
});

test("what a process had not begun comes before its caller's other work", () => {
  const { compute, workers, given } = openPool(1);
  for (const key of ['a1', 'a2', 'a3']) void compute(key);
  workers[0]?.ready(2);
  expect(given(0)).toEqual(['a1', 'a2']);
  workers[0]?.end();
  expect(workers).toHaveLength(2);
  workers[1]?.ready(3);
  expect(given(1)).toEqual(['a1', 'a2', 'a3']);
});

test('a process that ends before it is ready fails one piece of work, so that starting ends', async () => {
  const { compute, workers } = openPool(1);
  const [one, two] = [compute('a'), compute('b')];
  workers[0]?.end();
  expect(await one).toEqual(FAILED);
  expect(workers).toHaveLength(2);
  workers[1]?.end();
  expect(await two).toEqual(FAILED);
  expect(workers).toHaveLength(2);
});

test('work fails when the system starts no process', async () => {
  const { compute } = openPool(1, 0);
  expect(await compute('a')).toEqual(FAILED);
});

test('work that is abandoned is not computed', async () => {
  const { compute, workers, given } = openPool(1);
  const stop = new AbortController();
  const [one, two] = [compute('a', stop.signal), compute('b')];
  stop.abort(new Error('the caller left'));
  await expect(one).rejects.toThrow('the caller left');
  workers[0]?.ready(2);
  expect(given(0)).toEqual(['b']);
  workers[0]?.finish();
  await two;
  await expect(compute('a', stop.signal)).rejects.toThrow('the caller left');
  expect(given(0)).toEqual([]);
});

test('closing kills all processes and fails what waits, now and later', async () => {
  const { compute, pool, workers } = openPool(1);
  const [one, two] = [compute('a'), compute('b')];
  workers[0]?.ready(1);
  pool.close();
  expect([workers[0]?.isKilled, await two, await compute('c')]).toEqual([true, FAILED, FAILED]);
  workers[0]?.end();
  expect([await one, workers.length]).toEqual([FAILED, 1]);
});
