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

/** A signal that also fires at a time limit. */
export interface TimeLimit extends Disposable {
  /** Fires with the parent's signal and at the limit. */
  readonly signal: AbortSignal;
  /** Whether the limit was reached. */
  readonly isOver: boolean;
}

/** Longest delay of a timer; a longer one would fire at once. */
export const MAX_TIMER_MS = 2 ** 31 - 1;

/**
 * Starts a time limit. It has a controller of its own because many calls listen to its signal, and `AbortSignal.any`
 * would be slow with that many listeners.
 *
 * @param ms - `null`: no limit
 * @param createReason - creates what is thrown by the work that the limit stops
 */
export function startTimeLimit(ms: number | null, parent: AbortSignal, createReason: () => Error): TimeLimit {
  const controller = new AbortController();
  let isOver = false;
  const end = (): void => {
    isOver = true;
    controller.abort(createReason());
  };
  const listening = onAbort(parent, () => controller.abort(parent.reason));
  const timer = ms === null || ms > MAX_TIMER_MS ? undefined : setTimeout(end, ms);
  return {
    signal: controller.signal,
    get isOver() {
      return isOver;
    },
    [Symbol.dispose]() {
      clearTimeout(timer);
      listening[Symbol.dispose]();
    },
  };
}
