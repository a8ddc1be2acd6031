import { onAbort } from '../../foundation/abort.ts';

export class CallTimeout extends Error {
  constructor(limitMs: number) {
    super(`The call exceeded ${limitMs / 1000} s, the longest that wf lets a route run.`);
    this.name = 'TimeoutError';
  }
}

export interface CallLimit {
  /** Fires at the time limit, or when the caller cancels. Created on first use: most handlers never read it. */
  readonly signal: AbortSignal;
  /** Settles as `work` does, or rejects with `CallTimeout` at the time limit. One at a time. */
  within<T>(work: Promise<T>): Promise<T>;
  abort(reason: unknown): void;
  done(): void;
}

/** Starts the clock of calls that all have the same limit. */
export type CallClock = (caller: Caller) => CallLimit;

/** The caller, whose cancellation ends a call: a request. */
export type Caller = Pick<Request, 'signal'>;

/**
 * Creates a clock. Its calls time out in the order they started, so one timer watches them all: a timer per call costs
 * more than everything else that the runtime does for it.
 */
export function createCallClock(limitMs: number): CallClock {
  const running = new Set<RunningCall>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const sweep = (): void => {
    timer = undefined;
    const now = performance.now();
    for (const call of running) {
      if (call.deadline > now) return arm(call.deadline - now);
      running.delete(call);
      call.expire(new CallTimeout(limitMs));
    }
  };
  const arm = (delayMs: number): void => {
    timer = setTimeout(sweep, Math.ceil(delayMs));
  };
  const forget = (call: RunningCall): void => {
    running.delete(call);
    // A timer without calls would keep an idle process alive.
    if (running.size === 0) holdProcess(timer, false);
  };
  return (caller) => {
    const call = new RunningCall(caller, performance.now() + limitMs, forget);
    running.add(call);
    if (timer === undefined) arm(limitMs);
    else if (running.size === 1) holdProcess(timer, true);
    return call;
  };
}

/** A class, for its getter: a getter in an object literal makes each call several times slower. */
class RunningCall implements CallLimit {
  readonly deadline: number;
  readonly #caller: Caller;
  readonly #forget: (call: RunningCall) => void;
  #controller: AbortController | undefined;
  #timeout: CallTimeout | undefined;
  #abandon: ((reason: CallTimeout) => void) | undefined;

  constructor(caller: Caller, deadline: number, forget: (call: RunningCall) => void) {
    this.#caller = caller;
    this.deadline = deadline;
    this.#forget = forget;
  }

  get signal(): AbortSignal {
    this.#controller ??= createController(this.#caller, this.#timeout);
    return this.#controller.signal;
  }

  within<T>(work: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      if (this.#timeout !== undefined) reject(this.#timeout);
      this.#abandon = reject;
      work.then(resolve, reject);
    });
  }

  abort(reason: unknown): void {
    this.#controller?.abort(reason);
  }

  expire(timeout: CallTimeout): void {
    this.#timeout = timeout;
    this.#controller?.abort(timeout);
    this.#abandon?.(timeout);
  }

  done(): void {
    this.#forget(this);
  }
}

function createController({ signal }: Caller, timeout: CallTimeout | undefined): AbortController {
  const controller = new AbortController();
  if (timeout !== undefined) controller.abort(timeout);
  onAbort(signal, () => controller.abort(signal.reason));
  return controller;
}

/** Timers are objects on Node and plain numbers on other platforms, which have no process to keep alive. */
function holdProcess(timer: ReturnType<typeof setTimeout> | undefined, isHeld: boolean): void {
  if (typeof timer !== 'object') return;
  if (isHeld) timer.ref();
  else timer.unref();
}
