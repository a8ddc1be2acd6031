import type { ChildProcess } from 'node:child_process';

/**
 * Kills a process with the programs that confine it. A program that is killed alone while it starts another one may leave
 * it behind: it asks the system for the signal of its parent's end a moment too late.
 */
export function killHeld(child: ChildProcess): void {
  const { pid, exitCode, signalCode } = child;
  if (pid === undefined || exitCode !== null || signalCode !== null) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It has no group of its own.
    child.kill('SIGKILL');
  }
}
