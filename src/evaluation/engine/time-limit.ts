import { onAbort } from '../../foundation/abort.ts';

/** A signal that also fires at a time limit. */
export interface TimeLimit extends Disposable {
  /** Fires with the parent's signal and at the limit. */
  readonly signal: AbortSignal;
  /** Whether the limit was reached. */
  readonly isOver: boolean;
}

/** Longest delay of a timer; a longer one would fire at once. */
const MAX_TIMER_MS = 2 ** 31 - 1;

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
