import type { ChildProcess } from 'node:child_process';

/** Ends a process, politely first: it may have something to finish. */
export function killSoon(child: ChildProcess): void {
  // One that is gone says so no more, and the timer would keep us waiting.
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), 1000);
  child.once('exit', () => clearTimeout(timer));
}
