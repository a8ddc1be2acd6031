import type { ChildProcess } from 'node:child_process';

/** Ends a process, politely first: it may have something to finish. */
export function killSoon(child: ChildProcess): void {
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), 1000);
  child.once('exit', () => clearTimeout(timer));
}
