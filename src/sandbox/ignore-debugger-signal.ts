/**
 * Keeps Node from opening its debugger on a signal, which would give any process of the same user all that this one
 * knows. Windows has no such signal.
 */
export function ignoreDebuggerSignal(): void {
  if (process.platform === 'win32' || process.listeners('SIGUSR1').includes(ignore)) return;
  // A listener of JavaScript's takes the place of Node's own.
  process.on('SIGUSR1', ignore);
}

function ignore(): void {
  // The signal has no meaning for us.
}
