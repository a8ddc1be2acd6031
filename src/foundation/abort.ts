/** Waits until a signal is aborted. */
export async function aborted(signal: AbortSignal): Promise<void> {
  await new Promise<void>((resolve) => void onAbort(signal, resolve));
}

/**
 * Settles as the work does, or rejects with the signal's reason if that comes first. Not `Promise.race` with one
 * long-lived promise, which would hold every chunk of a stream in memory until the end.
 */
export async function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return await new Promise((resolve, reject) => {
    const listening = onAbort(signal, () => reject(signal.reason));
    work.then(resolve, reject).finally(() => listening[Symbol.dispose]());
  });
}

/**
 * Calls an action once, when a signal is aborted or because it is already. Disposing of the result stops listening, as a
 * signal that outlives many calls requires.
 */
export function onAbort(signal: AbortSignal | undefined, action: () => void): Disposable {
  if (signal?.aborted === true) action();
  else signal?.addEventListener('abort', action, { once: true });
  return { [Symbol.dispose]: () => signal?.removeEventListener('abort', action) };
}
