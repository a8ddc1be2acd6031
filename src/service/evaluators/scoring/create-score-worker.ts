import type { ScoreLimits } from './score-limits.ts';
import type { ScoreAnswer } from './score-messages.ts';
import type { ScoreFailure, ScoreTask } from './score-task.ts';
import { startScoreProcess } from './start-score-process.ts';

/** A process of the pool, and the tasks that it was sent. */
export interface ScoreWorker {
  /** False until it has started. */
  readonly isReady: boolean;
  readonly hasRoom: boolean;
  give(this: void, task: ScoreTask): void;
  kill(this: void): void;
}

export interface CreateScoreWorkerOptions {
  readonly script: URL;
  readonly limits: ScoreLimits;
  /** It can take another task. */
  readonly onRoom: () => void;
  /** It has ended. The tasks that it had not begun are for another one. */
  readonly onEnd: (worker: ScoreWorker, unbegun: readonly ScoreTask[]) => void;
  /** @defaultValue `startScoreProcess` */
  readonly startProcess?: typeof startScoreProcess;
}

/** Rows computed faster than this are sent several at a time: most of their time is the way there and back. */
const FAST_MS = 2;
const MAX_SENT = 32;
/** For Node to start on a busy machine. */
const START_MS = 30_000;

/** Starts a process, and kills it at a limit or when it has had no work for a while. */
export function createScoreWorker(options: CreateScoreWorkerOptions): ScoreWorker {
  const { script, limits, onRoom, onEnd, startProcess = startScoreProcess } = options;
  const { timeMs, memoryMb, idleMs } = limits;
  // In the order in which they were sent; the process computes the first.
  const sent: ScoreTask[] = [];
  let isReady = false;
  let isEnding = false;
  let mostSent = 1;
  let failure: ScoreFailure = 'process';
  let timer: NodeJS.Timeout | undefined;

  const onAnswer = (answer: ScoreAnswer): void => {
    if ('isReady' in answer) isReady = true;
    else {
      sent.shift()?.settle(answer);
      mostSent = answer.ms <= FAST_MS ? MAX_SENT : 1;
    }
    watch();
    onRoom();
  };
  const child = startProcess({
    script,
    memoryMb,
    onAnswer,
    onEnd: ({ hasNoMemory }) => {
      isEnding = true;
      clearTimeout(timer);
      const [current, ...unbegun] = sent;
      current?.settle({ failure: hasNoMemory ? 'memory' : failure });
      onEnd(worker, unbegun);
    },
  });
  const kill = (): void => {
    isEnding = true;
    child.kill();
  };
  /** Starts the clock of the first task. */
  const watch = (): void => {
    const isBusy = !isReady || sent.length > 0;
    clearTimeout(timer);
    const end = (): void => {
      if (isReady && isBusy) failure = 'time';
      kill();
    };
    timer = setTimeout(end, isReady ? (isBusy ? timeMs : idleMs) : START_MS);
    if (!isBusy) timer.unref();
    child.hold(isBusy);
  };
  const worker: ScoreWorker = {
    get isReady() {
      return isReady;
    },
    get hasRoom() {
      return isReady && !isEnding && sent.length < mostSent;
    },
    give: (task) => {
      sent.push(task);
      if (sent.length === 1) watch();
      child.send(task.work);
    },
    kill,
  };
  watch();
  return worker;
}
