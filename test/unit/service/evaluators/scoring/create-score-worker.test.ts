import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createScoreWorker } from '../../../../../src/service/evaluators/scoring/create-score-worker.ts';
import type { ScoreAnswer } from '../../../../../src/service/evaluators/scoring/score-messages.ts';
import type { ScoreTask } from '../../../../../src/service/evaluators/scoring/score-task.ts';
import type { StartScoreProcessOptions } from '../../../../../src/service/evaluators/scoring/start-score-process.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const SCRIPT = new URL('file:///score-process.js');
const LIMITS = { timeMs: 5000, memoryMb: 256, characters: 100, processes: 2, idleMs: 30_000 };

/** A worker over a process that records what it is told, and that the test answers for. */
function openWorker() {
  const told: unknown[] = [];
  const ended: unknown[] = [];
  let process: StartScoreProcessOptions | undefined;
  let rooms = 0;
  const worker = createScoreWorker({
    script: SCRIPT,
    limits: LIMITS,
    onRoom: () => void (rooms += 1),
    onEnd: (own, unbegun) => void ended.push([own === worker, unbegun.map(({ caller }) => caller)]),
    startProcess: (options) => {
      process = options;
      return {
        send: (work) => void told.push(work),
        kill: () => void told.push('kill'),
        hold: (isBusy) => void told.push(isBusy ? 'busy' : 'idle'),
      };
    },
  });
  const give = (caller: string) => {
    const settled: unknown[] = [];
    const work = { key: caller } as unknown as ScoreTask['work']; // passed on as it is
    worker.give({ caller, work, settle: (computed) => void settled.push(computed) });
    return settled;
  };
  const answer = (message: ScoreAnswer) => process?.onAnswer(message);
  const end = (hasNoMemory = false) => process?.onEnd({ hasNoMemory });
  const take = () => told.splice(0);
  return { worker, give, answer, end, take, ended, options: process, rooms: () => rooms };
}

const READY = { isReady: true } as ScoreAnswer;
const scored = (ms: number) => ({ value: ms, ms }) as unknown as ScoreAnswer; // what is read of it

test('a process is started with its limit, and has room once it is ready', () => {
  const { worker, answer, take, options, rooms } = openWorker();
  expect(options).toMatchObject({ script: SCRIPT, memoryMb: 256 });
  expect([worker.isReady, worker.hasRoom, take(), rooms()]).toEqual([false, false, ['busy'], 0]);
  answer(READY);
  expect([worker.isReady, worker.hasRoom, take(), rooms()]).toEqual([true, true, ['idle'], 1]);
});

test('a process that does not start within 30 seconds is killed', () => {
  const { take, end, ended } = openWorker();
  take();
  vi.advanceTimersByTime(29_999);
  expect(take()).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(take()).toEqual(['kill']);
  end();
  expect(ended).toEqual([[true, []]]);
});

test('rows are sent one by one; after a fast one, up to 32 at a time', () => {
  const { worker, give, answer } = openWorker();
  answer(READY);
  const first = give('a');
  expect(worker.hasRoom).toBe(false);
  answer(scored(2));
  expect([first, worker.hasRoom]).toEqual([[scored(2)], true]);
  for (let sent = 1; sent <= 31; sent += 1) give('a');
  expect(worker.hasRoom).toBe(true);
  const last = give('b');
  expect([worker.hasRoom, last]).toEqual([false, []]);
  answer(scored(3));
  expect(worker.hasRoom).toBe(false);
  for (let left = 31; left > 0; left -= 1) answer(scored(3));
  expect([worker.hasRoom, last]).toEqual([true, [scored(3)]]);
  give('c');
  expect(worker.hasRoom).toBe(false);
});

test('a row has its own time, which ends the process and not the rows behind it', () => {
  const { give, answer, take, end, ended, worker } = openWorker();
  answer(READY);
  give('a');
  answer(scored(1));
  take();
  const [one, two, three] = [give('one'), give('two'), give('three')];
  expect(take()).toEqual(['busy', { key: 'one' }, { key: 'two' }, { key: 'three' }]);
  vi.advanceTimersByTime(4999);
  answer(scored(1));
  vi.advanceTimersByTime(4999);
  expect(take()).toEqual(['busy']);
  vi.advanceTimersByTime(1);
  expect([take(), worker.hasRoom]).toEqual([['kill'], false]);
  end();
  expect([one, two, three, ended]).toEqual([[scored(1)], [{ failure: 'time' }], [], [[true, ['three']]]]);
});

test.each([
  [true, 'memory'],
  [false, 'process'],
])('a process that ended without being killed failed its row; for lack of memory: %s', (hasNoMemory, failure) => {
  const { give, answer, end, worker } = openWorker();
  answer(READY);
  const settled = give('a');
  end(hasNoMemory);
  expect([settled, worker.hasRoom]).toEqual([[{ failure }], false]);
});

test('a process without work for a while is killed, which is no failure', () => {
  const { give, answer, take, end } = openWorker();
  answer(READY);
  take();
  vi.advanceTimersByTime(29_999);
  expect(take()).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(take()).toEqual(['kill']);
  const late = give('a');
  end();
  expect(late).toEqual([{ failure: 'process' }]);
});

test('a worker that is killed takes no more rows', () => {
  const { worker, answer, take } = openWorker();
  answer(READY);
  take();
  worker.kill();
  expect([take(), worker.hasRoom, worker.isReady]).toEqual([['kill'], false, true]);
});
