import type { ChildProcess } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { setPriority } from 'node:os';
import { hasCode } from '../foundation/errors/wf-error.ts';
import { sum, sumOf } from '../foundation/numbers.ts';

interface MemoryWatch {
  /** True when the process was killed for exceeding its limit. */
  readonly hasExceeded: boolean;
  stop(): void;
}

const MEMORY_EVERY_MS = 250;
const PAGE_BYTES = 4096;

/**
 * Kills a process when its resident memory, with that of the programs that confine it, exceeds a limit: the heap limit does not count buffers. Requires `/proc`;
 * elsewhere only the heap limit applies.
 */
export function watchMemory(pid: number, maxMb: number, end: () => void): MemoryWatch {
  let hasExceeded = false;
  const look = async (): Promise<void> => {
    const pages = await Promise.all(processTree(pid).map(residentPagesOf));
    const residentPages = sum(pages);
    if (hasExceeded || residentPages * PAGE_BYTES <= maxMb * 1024 * 1024) return;
    hasExceeded = true;
    end();
  };
  const timer = process.platform === 'linux' ? setInterval(() => void look(), MEMORY_EVERY_MS) : undefined;
  timer?.unref();
  return {
    get hasExceeded() {
      return hasExceeded;
    },
    stop: () => clearInterval(timer),
  };
}

async function residentPagesOf(pid: number): Promise<number> {
  const statm = await readFile(`/proc/${pid}/statm`, 'utf8').catch(() => null);
  return Number(statm?.split(' ')[1] ?? 0);
}

const PROCESSOR_EVERY_MS = 500;
/** Share of the time in which a process that computes without a pause wants the processor. */
const BUSY = 0.8;
/** Honest calls compute for a moment; two seconds without a pause are another kind of work. */
const LOOKS = 4;
const NS_PER_MS = 1e6;

/** Calls back once when a process has wanted the processor for seconds without a pause. Requires `/proc`. */
export function watchProcessor(pid: number, onBusy: () => void): { stop(): void } {
  if (process.platform !== 'linux') return { stop: () => undefined };
  let before = wantedMs(pid);
  let last = performance.now();
  let looks = 0;
  const timer = setInterval(() => {
    const [now, wanted] = [performance.now(), wantedMs(pid)];
    looks = wanted - before >= BUSY * (now - last) ? looks + 1 : 0;
    [before, last] = [wanted, now];
    if (looks < LOOKS) return;
    clearInterval(timer);
    onBusy();
  }, PROCESSOR_EVERY_MS);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}

/** Time in which the threads of a process ran or waited to run. @source Linux, Documentation/scheduler/sched-stats.rst */
function wantedMs(pid: number): number {
  const held = processTree(pid).at(-1) ?? pid;
  try {
    const threads = readdirSync(`/proc/${held}/task`);
    return sumOf(threads, (thread) => threadMs(`/proc/${held}/task/${thread}/schedstat`));
  } catch {
    // It has ended.
    return 0;
  }
}

function threadMs(file: string): number {
  const [ran = 0, waited = 0] = readFileSync(file, 'utf8').split(' ').map(Number);
  return (ran + waited) / NS_PER_MS;
}

/** What `nice` adds: a third of the processor when a service with the default of 0 needs it, too. */
const LOWER = 5;
/** Only what all others leave. @source setpriority(2) */
export const LOWEST = 19;
/** Ordinary users change the priority of a session ten times a second at most. */
const AGAIN_MS = 150;
const ATTEMPTS = 20;

/**
 * Lets others go first. What the process starts inherits this.
 *
 * @param isSession - whether it leads a session of its own, which the kernel may schedule as one
 * @param nice - how far it steps back
 */
export function yieldToOthers({ pid, exitCode }: ChildProcess, isSession: boolean, nice = LOWER): void {
  if (pid === undefined || exitCode !== null) return;
  for (const each of processTree(pid).flatMap(threadsOf)) lower(each, nice);
  if (isSession && process.platform === 'linux') lowerSession(pid, nice, ATTEMPTS);
}

/** On Linux, each thread has its own priority. @source setpriority(2) */
function threadsOf(pid: number): number[] {
  try {
    return readdirSync(`/proc/${pid}/task`).map(Number);
  } catch {
    // It has ended, or the system has no such folder.
    return [pid];
  }
}

function lower(thread: number, nice: number): void {
  try {
    setPriority(thread, nice);
  } catch {
    // It has ended, is another user's, or the system has no priorities.
  }
}

/** Where the kernel groups sessions, a priority counts only within its session. @source sched(7), autogrouping */
function lowerSession(pid: number, nice: number, attempts: number): void {
  try {
    writeFileSync(`/proc/${pid}/autogroup`, String(nice));
  } catch (error) {
    const isTooOften = hasCode(error, 'EAGAIN');
    if (isTooOften && attempts > 1) setTimeout(() => lowerSession(pid, nice, attempts - 1), AGAIN_MS).unref();
  }
}

/**
 * Lists a process and its descendants, the outermost first: the programs that confine a Node process are around it. Without
 * `/proc`, only the process.
 */
export function processTree(pid: number): number[] {
  return [pid, ...childrenOf(pid).flatMap(processTree)];
}

/** @source proc_pid_task(5) */
function childrenOf(pid: number): number[] {
  try {
    const text = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim();
    return text === '' ? [] : text.split(' ').map(Number);
  } catch {
    // It has ended, or the system has no such file.
    return [];
  }
}
