import type { ChildProcess } from 'node:child_process';
import { killHeld } from '../../../sandbox/kill-held.ts';
import { processTree } from '../../../sandbox/process-tree.ts';

/** Ends a process by SIGTERM, and by SIGKILL a second later. A program that confines it would not pass the signal on. */
export function killSoon(child: ChildProcess): void {
  // An ended process emits no further 'exit', and the timer would delay ours.
  if (child.exitCode !== null || child.signalCode !== null) return;
  terminate(child);
  const timer = setTimeout(() => killHeld(child), 1000);
  child.once('exit', () => clearTimeout(timer));
}

function terminate(child: ChildProcess): void {
  const held = child.pid === undefined ? undefined : processTree(child.pid).at(-1);
  try {
    if (held !== undefined) process.kill(held, 'SIGTERM');
  } catch {
    // It has ended in the meantime.
  }
}
