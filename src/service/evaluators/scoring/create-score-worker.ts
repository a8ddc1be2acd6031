import { yieldToOthers, watchMemory } from '../../../sandbox/watch-process.ts';
import type { ScoreLimits, ScoreAnswer, ScoreFailure, ScoreTask, ScoreWork } from './score-task.ts';
import { type ChildProcess, spawn } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { launchByNode } from '../../../sandbox/launch-by-node.ts';

export interface ScoreWorker {
  /** False until it has started. */
  readonly isReady: boolean;
  readonly hasRoom: boolean;
  give(this: void, task: ScoreTask): void;
  kill(this: void): void;
}

interface CreateScoreWorkerOptions {
  readonly script: URL;
  readonly limits: ScoreLimits;
  /** It can take another task. */
  readonly onRoom: () => void;
  /** It has ended. The tasks that it had not begun are for another one. */
  readonly onEnd: (worker: ScoreWorker, unbegun: readonly ScoreTask[]) => void;
}

/** Rows computed faster than this are sent several at a time: most of their time is the way there and back. */
const FAST_MS = 2;
const MAX_SENT = 32;
/** For Node to start on a busy machine. */
const START_MS = 30_000;

/** Starts a process, and kills it at a limit or when it has had no work for a while. */
export function createScoreWorker(options: CreateScoreWorkerOptions): ScoreWorker {
  const { script, limits, onRoom, onEnd } = options;
  const { timeMs, memoryMb, idleMs } = limits;
  // In the order in which they were sent; the process computes the first.
  const sent: ScoreTask[] = [];
  let isReady = false;
  let isEnding = false;
  let maxSent = 1;
  let failure: ScoreFailure = 'process';
  let timer: NodeJS.Timeout | undefined;

  const onAnswer = (answer: ScoreAnswer): void => {
    if ('isReady' in answer) isReady = true;
    else {
      sent.shift()?.settle(answer);
      maxSent = answer.ms <= FAST_MS ? MAX_SENT : 1;
    }
    watch();
    onRoom();
  };
  const child = startScoreProcess({
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
      return isReady && !isEnding && sent.length < maxSent;
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

interface StartScoreProcessOptions {
  readonly script: URL;
  /** Heap, in MiB. */
  readonly memoryMb: number;
  readonly onAnswer: (answer: ScoreAnswer) => void;
  /** Called once, when the process has ended or could not be started. */
  readonly onEnd: (end: { readonly hasNoMemory: boolean }) => void;
}

/** Memory for code, stacks and compiled patterns, in addition to the heap. */
const NON_HEAP_MB = 256;
/** How a process without memory ends: by a signal, or by the exit status that stands for it. */
const ABORTED = { signal: 'SIGABRT', code: 134 };

/** Starts a process that may read its own code and nothing else, has no variables, and lets all others go first. */
function startScoreProcess({ script, memoryMb, onAnswer, onEnd }: StartScoreProcessOptions) {
  const child = startScript(fileURLToPath(script), memoryMb);
  const kill = () => void child.kill('SIGKILL');
  const memory = watchMemory(child.pid ?? 0, memoryMb + NON_HEAP_MB, kill);
  // An endless loop does not notice that its channel is closed.
  process.once('exit', kill);
  const end = (hasNoMemory: boolean): void => {
    child.removeAllListeners();
    // A second failure has no listener, and would be thrown.
    child.on('error', () => undefined);
    memory.stop();
    process.removeListener('exit', kill);
    onEnd({ hasNoMemory });
  };
  // Sent by src/service/evaluators/scoring/score-process.ts.
  child.on('message', (message) => onAnswer(message as ScoreAnswer));
  child.once('error', () => end(false));
  child.once('exit', (code, signal) => end(memory.hasExceeded || signal === ABORTED.signal || code === ABORTED.code));
  return {
    // A failure to send means that the process has ended, which 'exit' reports.
    send: (work: ScoreWork) => void child.send(work, () => undefined),
    kill,
    /** Decides whether this process waits for it before it exits. */
    hold: (isBusy: boolean) => hold(child, isBusy),
  };
}

function startScript(file: string, memoryMb: number): ChildProcess {
  // Run from source, the script imports files of other floors; when built, it is in one folder.
  const readable = join(dirname(file), file.endsWith('.ts') ? '../../../..' : '.', '*');
  // It runs our own code: nothing in it can write to the channel but that.
  const {
    file: program,
    args,
    detached,
  } = launchByNode({
    flags: [`--max-old-space-size=${memoryMb}`, '--disable-warning=ExperimentalWarning'],
    script: file,
    args: [],
    readable: [readable],
    hasNativeCode: false,
    user: null,
    folder: null,
  });
  const child = spawn(program, args, { detached, env: {}, stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
  yieldToOthers(child, detached);
  return child;
}

function hold(child: ChildProcess, isBusy: boolean): void {
  for (const one of [child, child.channel]) {
    if (isBusy) one?.ref();
    else one?.unref();
  }
}
