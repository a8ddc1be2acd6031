import { backOffMs } from '../../foundation/back-off.ts';
import { messageOf } from '../../foundation/errors/wf-error.ts';
import { HostingFailure } from './hosting-failure.ts';

export interface HostProcess {
  /** Resolves with the reason when it has ended; completes "its process …". */
  readonly exited: Promise<string>;
  kill(): void;
}

export interface HostedProcessOptions<Host> {
  readonly start: () => Promise<Host>;
  /** Called before it starts. @throws {HostingFailure} when it may not */
  readonly admit?: () => void;
  /** How long it stays running without a call; `null`: for ever. */
  readonly idleMs: number | null;
  readonly drainMs: number;
  /** Delays restarts. Left out: each call may start it again. */
  readonly backoff?: Backoff;
  /** Called with the reason when a process ended on its own. */
  readonly onFailure?: (reason: string) => void;
  readonly explainFailure: (error: unknown, host: Host, call: EnteringCall) => Promise<unknown>;
}

/** The life cycle of hosted code: started by the first call, kept warm, restarted when it ended, drained when replaced. */
export interface HostedProcess<Host> {
  /**
   * Runs a call in the process. Calls that arrive while it starts wait for the same start.
   *
   * @param send - sends the call, and calls `leave` when the exchange is over; a failure does, too
   * @throws {HostingFailure} when the process does not start, or failed too often just now; what `explainFailure` returns
   */
  run<T>(this: void, call: EnteringCall, send: (host: Host, leave: () => void) => Promise<T>): Promise<T>;
  /** Serves calls with another process from now on. */
  replace(this: void, host: Host): void;
  /** Makes the next call start another process. The current one ends after its calls, or after a time limit. */
  renew(this: void): void;
  /** Ends the processes; the next call starts another. */
  stop(this: void): Promise<void>;
  /** Ends the process if it waits for a call. Replaced ones finish theirs. */
  endIdle(this: void): Promise<void>;
  /** When its last call was over, in milliseconds of `performance.now()`; `null`: it has one, or does not run. */
  idleSince(this: void): number | null;
}

export interface EnteringCall {
  readonly signal: AbortSignal;
  /** Marks the lines that the call writes. Left out: it has none of its own. */
  readonly mark?: string | undefined;
  /** Called once, when the call is over. */
  readonly onLeave?: (() => void) | undefined;
}

interface Running<Host> {
  readonly host: Promise<Host>;
  calls: number;
}

export function createHostedProcess<Host extends HostProcess>(
  options: HostedProcessOptions<Host>,
): HostedProcess<Host> {
  const { start, admit, idleMs, drainMs, backoff, onFailure, explainFailure } = options;
  let current: Running<Host> | null = null;
  /** Replaced processes, which finish their calls and take no new ones. */
  const draining = new Set<Running<Host>>();
  let idleTimer: NodeJS.Timeout | undefined;
  let idleSince: number | null = null;

  const watch = (host: Promise<Host>): Running<Host> => {
    const running = { host, calls: 0 };
    const noteEnd = (reason: string): void => {
      if (current !== running) return;
      current = null;
      backoff?.noteFailure(reason);
      onFailure?.(reason);
    };
    host.then(
      ({ exited }) => void exited.then((reason) => noteEnd(`its process ${reason}`)),
      (error: unknown) => noteEnd(messageOf(error)),
    );
    return running;
  };
  const enter = (): Running<Host> => {
    clearTimeout(idleTimer);
    if (current === null) {
      backoff?.requirePassed();
      admit?.();
    }
    current ??= watch(start());
    current.calls += 1;
    idleSince = null;
    return current;
  };
  const leave = (running: Running<Host>): void => {
    running.calls -= 1;
    if (running.calls > 0) return;
    if (running === current) idleSince = performance.now();
    if (draining.delete(running)) void end(running);
    else if (running === current && idleMs !== null) idleTimer = setTimeout(() => void endIdle(), idleMs).unref();
  };
  const drain = (): void => {
    const replaced = current;
    current = null;
    if (replaced === null) return;
    if (replaced.calls === 0) return void end(replaced);
    draining.add(replaced);
    const endLate = () => draining.delete(replaced) && void end(replaced);
    setTimeout(endLate, drainMs).unref();
  };
  const endIdle = async (): Promise<void> => {
    clearTimeout(idleTimer);
    const idle = current;
    if (idle === null || idle.calls > 0) return;
    current = null;
    await end(idle);
  };
  const stop = async (): Promise<void> => {
    clearTimeout(idleTimer);
    const ending = [...draining, ...(current === null ? [] : [current])];
    current = null;
    draining.clear();
    await Promise.all(ending.map(end));
  };
  return {
    async run(call, send) {
      let running: Running<Host> | null = null;
      let host: Host | null = null;
      const leaveOnce = once(() => {
        if (running !== null) leave(running);
        call.onLeave?.();
      });
      try {
        running = enter();
        host = await running.host;
        const answer = await send(host, leaveOnce);
        backoff?.noteSuccess();
        return answer;
      } catch (error) {
        leaveOnce();
        throw host === null ? error : await explainFailure(error, host, call);
      }
    },
    replace(host) {
      drain();
      current = watch(Promise.resolve(host));
    },
    renew: drain,
    stop,
    endIdle,
    idleSince: () => (current === null ? null : idleSince),
  };
}

async function end<Host extends HostProcess>(running: Running<Host>): Promise<void> {
  // A failed start has no process to end, and its callers got the error.
  const host = await running.host.catch(() => null);
  host?.kill();
  await host?.exited;
}

function once(effect: () => void): () => void {
  let isDone = false;
  return () => {
    if (isDone) return;
    isDone = true;
    effect();
  };
}

export interface Backoff {
  /** @throws {HostingFailure} while it may not be started again */
  requirePassed(): void;
  noteFailure(reason: string): void;
  noteSuccess(): void;
}

const FIRST_MS = 500;
const MAX_MS = 30_000;

/** Doubles the delay with each failure in a row. The first restart is immediate: most crashes concern one request. */
export function createBackoff(subject: string, now: () => number): Backoff {
  let failures = 0;
  let notBefore = 0;
  let lastReason = '';
  return {
    requirePassed() {
      if (notBefore <= now()) return;
      const seconds = Math.ceil((notBefore - now()) / 1000);
      const message = `Calls of ${subject} keep failing; retrying in ${seconds} s; last time ${lastReason}`;
      throw new HostingFailure(503, message, { retryAfterSeconds: seconds });
    },
    noteFailure(reason) {
      failures += 1;
      lastReason = reason;
      notBefore = failures === 1 ? 0 : now() + backOffMs(failures - 2, FIRST_MS, MAX_MS);
    },
    noteSuccess() {
      failures = 0;
      notBefore = 0;
    },
  };
}
