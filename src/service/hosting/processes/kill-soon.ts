import type { ChildProcess } from 'node:child_process';

/** Ends a process by SIGTERM, and by SIGKILL a second later. */
export function killSoon(child: ChildProcess): void {
  // An ended process emits no further 'exit', and the timer would delay ours.
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), 1000);
  child.once('exit', () => clearTimeout(timer));
}
