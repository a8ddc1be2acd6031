import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { createScorePool } from '../../../../src/service/evaluators/scoring/create-score-pool.ts';
import { createScoreWorker } from '../../../../src/service/evaluators/scoring/create-score-worker.ts';
import type { ScoreAnswer } from '../../../../src/service/evaluators/scoring/score-messages.ts';
import type { ScoreTask } from '../../../../src/service/evaluators/scoring/score-task.ts';
import type { StartScoreProcessOptions } from '../../../../src/service/evaluators/scoring/start-score-process.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

interface FakeProcess {
  /** Names of the work that it was sent and has not answered, in order. */
  readonly sent: string[];
  isKilled: boolean;
  ready(): void;
  /** Answers the first work that it was sent. @param ms - how long that took @defaultValue 3, too long for a second row */
  finish(ms?: number): void;
  end(hasNoMemory?: boolean): void;
}

/** A pool over processes that the test plays: at most two, of which the system starts so many. */
function openPool({ processes = 2, startable = 9 } = {}) {
  const started: FakeProcess[] = [];
  const startProcess = ({ onAnswer, onEnd }: StartScoreProcessOptions) => {
    if (started.length >= startable) throw new Error('spawn EAGAIN');
    const fake: FakeProcess = {
      sent: [],
      isKilled: false,
      ready: () => onAnswer({ isReady: true }),
      finish: (ms = 3) => onAnswer({ value: fake.sent.shift(), ms } as unknown as ScoreAnswer), // any value
      end: (hasNoMemory = false) => onEnd({ hasNoMemory }),
    };
    started.push(fake);
    const send = ({ key }: ScoreTask['work']) => void fake.sent.push(key);
    return { send, kill: () => void (fake.isKilled = true), hold: () => undefined };
  };
  const limits = { timeMs: 5000, memoryMb: 256, characters: 100, processes, idleMs: 30_000 };
  const script = new URL('file:///score-process.js');
  const createWorker: typeof createScoreWorker = (options) => createScoreWorker({ ...options, startProcess });
  const pool = createScorePool({ script, limits, createWorker });
  onTestFinished(() => pool.close());
  /** Computes work that is named after its caller. */
  const compute = async (name: string, signal?: AbortSignal) => {
    const work = { key: name } as unknown as ScoreTask['work']; // passed on as it is
    return await pool.compute(name.charAt(0), work, signal);
  };
  return { pool, compute, started };
}

/** A pool of one process that is ready. */
function openReady() {
  const opened = openPool({ processes: 1 });
  const first = opened.compute('first');
  const [process] = opened.started;
  if (process === undefined) throw new Error('The first work starts a process.');
  process.ready();
  return { ...opened, process, first };
}

const FAILED = { failure: 'process' };

describe('score processes', () => {
  test('start with the first work, and a second one when the first is busy', async () => {
    const { compute, started } = openPool();
    expect(started).toHaveLength(0);
    const [one, two] = [compute('a'), compute('b')];
    expect(started).toHaveLength(1);
    started[0]?.ready();
    expect([started[0]?.sent, started.length]).toEqual([['a'], 2]);
    void compute('c');
    started[1]?.ready();
    expect([started[0]?.sent, started[1]?.sent, started.length]).toEqual([['a'], ['b'], 2]);
    started[0]?.finish();
    started[1]?.finish();
    expect([await one, await two, started[0]?.sent]).toMatchObject([{ value: 'a' }, { value: 'b' }, ['c']]);
  });

  test('get rows one by one; after a fast one, up to 32 at a time', () => {
    const { compute, process } = openReady();
    for (let row = 0; row < 40; row += 1) void compute(`r${row}`);
    expect(process.sent).toHaveLength(1);
    process.finish(2);
    expect(process.sent).toHaveLength(32);
    process.finish(3);
    expect(process.sent).toHaveLength(31);
  });

  test('compute for callers in turns, each in its own order', () => {
    const { compute, process } = openReady();
    for (const name of ['a1', 'a2', 'a3', 'b1', 'c1', 'b2']) void compute(name);
    process.finish(1);
    expect(process.sent).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3']);
  });

  test('are killed when a row takes too long, which fails that row only', async () => {
    const { compute, process, started } = openReady();
    process.finish(1);
    const [one, two, three] = [compute('one'), compute('two'), compute('three')];
    void compute('tail');
    vi.advanceTimersByTime(4999);
    process.finish(1);
    // Each row has its own time.
    vi.advanceTimersByTime(4999);
    expect(process.isKilled).toBe(false);
    vi.advanceTimersByTime(1);
    expect(process.isKilled).toBe(true);
    process.end();
    expect([await one, await two]).toMatchObject([{ value: 'one' }, { failure: 'time' }]);
    started[1]?.ready();
    expect(started[1]?.sent).toEqual(['three']);
    started[1]?.finish(1);
    expect([await three, started[1]?.sent]).toMatchObject([{ value: 'three' }, ['tail']]);
  });

  test.each([
    [true, 'memory'],
    [false, 'process'],
  ])('that end on their own fail their row; for lack of memory: %s', async (hasNoMemory, failure) => {
    const { process, first } = openReady();
    process.end(hasNoMemory);
    expect(await first).toEqual({ failure });
  });

  test('have 30 seconds to start, and each that does not fails one row, so that starting ends', async () => {
    const { compute, started } = openPool({ processes: 1 });
    const [one, two] = [compute('a'), compute('b')];
    vi.advanceTimersByTime(29_999);
    expect(started[0]?.isKilled).toBe(false);
    vi.advanceTimersByTime(1);
    expect(started[0]?.isKilled).toBe(true);
    started[0]?.end();
    expect([await one, started.length]).toEqual([FAILED, 2]);
    started[1]?.end();
    expect([await two, started.length]).toEqual([FAILED, 2]);
  });

  test('that the system does not start fail their rows', async () => {
    const { compute } = openPool({ startable: 0 });
    expect(await compute('a')).toEqual(FAILED);
  });

  test('are killed when they had no work for a while', () => {
    const { process } = openReady();
    process.finish();
    vi.advanceTimersByTime(29_999);
    expect(process.isKilled).toBe(false);
    vi.advanceTimersByTime(1);
    expect(process.isKilled).toBe(true);
  });

  test('compute nothing that was abandoned', async () => {
    const { compute, process } = openReady();
    const stop = new AbortController();
    const one = compute('a', stop.signal);
    void compute('b');
    stop.abort(new Error('the caller left'));
    await expect(one).rejects.toThrow('the caller left');
    process.finish(1);
    expect(process.sent).toEqual(['b']);
    await expect(compute('a', stop.signal)).rejects.toThrow('the caller left');
    expect(process.sent).toEqual(['b']);
  });

  test('are killed on closing, and what waits fails, now and later', async () => {
    const { compute, pool, process, started, first } = openReady();
    const two = compute('b');
    pool.close();
    expect([process.isKilled, await two, await compute('c')]).toEqual([true, FAILED, FAILED]);
    process.end();
    expect([await first, started.length]).toEqual([FAILED, 1]);
  });
});
