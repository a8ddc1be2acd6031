import { type ChildProcess, spawn } from 'node:child_process';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { launchByNode } from '../../../sandbox/launch-by-node.ts';
import { yieldToOthers } from '../../../sandbox/yield-to-others.ts';
import { watchMemory } from '../../hosting/processes/watch-memory.ts';
import type { ScoreAnswer, ScoreWork } from './score-messages.ts';

export interface StartScoreProcessOptions {
  readonly script: URL;
  /** Heap, in MiB. */
  readonly memoryMb: number;
  readonly onAnswer: (answer: ScoreAnswer) => void;
  /** Called once, when the process has ended or could not be started. */
  readonly onEnd: (end: { readonly hasNoMemory: boolean }) => void;
}

/** A process that computes scores. */
export interface ScoreProcess {
  send(this: void, work: ScoreWork): void;
  kill(this: void): void;
  /** Decides whether this process waits for it before it exits. */
  hold(this: void, isBusy: boolean): void;
}

/** Memory for code, stacks and compiled patterns, in addition to the heap. */
const NON_HEAP_MB = 256;
/** How a process without memory ends: by a signal, or by the exit status that stands for it. */
const ABORTED = { signal: 'SIGABRT', code: 134 };

/** Starts a process that may read its own code and nothing else, has no variables, and lets all others go first. */
export function startScoreProcess({ script, memoryMb, onAnswer, onEnd }: StartScoreProcessOptions): ScoreProcess {
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
    send: (work) => void child.send(work, () => undefined),
    kill,
    hold: (isBusy) => hold(child, isBusy),
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
