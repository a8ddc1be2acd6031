import type { ChildProcess } from 'node:child_process';
import { readdirSync, writeFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import { processTree } from './process-tree.ts';

/** Half of what `nice` adds: a third of the processor when a service with the default of 0 needs it, too. */
const PRIORITY = 5;
/** Ordinary users change the priority of a session ten times a second at most. */
const AGAIN_MS = 150;
const ATTEMPTS = 20;

/**
 * Lets others go first: a process that computes for ever uses only what the service leaves. What it starts inherits this.
 *
 * @param isSession - whether it leads a session of its own, which the kernel may schedule as one
 */
export function yieldToOthers({ pid, exitCode }: ChildProcess, isSession: boolean): void {
  if (pid === undefined || exitCode !== null) return;
  for (const each of processTree(pid).flatMap(threadsOf)) lower(each);
  if (isSession && process.platform === 'linux') lowerSession(pid, ATTEMPTS);
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

function lower(thread: number): void {
  try {
    setPriority(thread, PRIORITY);
  } catch {
    // It has ended, is another user's, or the system has no priorities.
  }
}

/** Where the kernel groups sessions, a priority counts only within its session. @source sched(7), autogrouping */
function lowerSession(pid: number, attempts: number): void {
  try {
    writeFileSync(`/proc/${pid}/autogroup`, String(PRIORITY));
  } catch (error) {
    const isTooOften = error instanceof Error && 'code' in error && error.code === 'EAGAIN';
    if (isTooOften && attempts > 1) setTimeout(() => lowerSession(pid, attempts - 1), AGAIN_MS).unref();
  }
}
