import type { Backoff } from './create-backoff.ts';
import type { RunningHost } from '../processes/start-host-process.ts';
import { HostingFailure } from '../hosting-failure.ts';

export interface BundleProcessOptions {
  readonly start: () => Promise<RunningHost>;
  /** Its name in messages. */
  readonly subject: string;
  /** How long it stays running without a call. */
  readonly idleMs: number;
  readonly backoff: Backoff;
  /** Called with the reason when a process ended on its own. */
  readonly onFailure?: (reason: string) => void;
}

/** The process of one bundle: started by the first call, kept running, and restarted when it ended. */
export interface BundleProcess {
  /**
   * Counts a call in and returns the process for it. Calls that arrive while it starts wait for the same start.
   *
   * @throws {HostingFailure} when it does not start, or failed too often just now
   */
  enter(): Promise<RunningHost>;
  /** Counts a call out. With none left, the process is stopped after a while. */
  leave(): void;
  /** Makes the next call start another process. The current one ends after its calls, or after a time limit. */
  renew(): void;
  /** Ends the process; the next call starts another. */
  stop(): Promise<void>;
}

/** How long the calls of a replaced process may take. */
const RETIRED_MS = 60_000;

export function createBundleProcess({
  start,
  subject,
  idleMs,
  backoff,
  onFailure,
}: BundleProcessOptions): BundleProcess {
  let current: Promise<RunningHost> | null = null;
  let calls = 0;
  let idleTimer: NodeJS.Timeout | undefined;
  /** Replaced processes, which finish their calls and take no new ones. */
  const retired = new Set<Promise<RunningHost>>();

  const endRetired = (): void => {
    for (const ending of retired) void ending.then((host) => host.kill()).catch(() => null);
    retired.clear();
  };

  const stop = async (): Promise<void> => {
    clearTimeout(idleTimer);
    const ending = current;
    current = null;
    // A failed start has no process to end, and its callers got the error.
    endRetired();
    const host = await ending?.catch(() => null);
    host?.kill();
    await host?.exited;
  };

  const startWatched = (): Promise<RunningHost> => {
    const remainingMs = backoff.remainingMs();
    if (remainingMs > 0) throw backOffFailure(subject, remainingMs, backoff.lastReason);
    const starting = start();
    const noteEnd = (reason: string): void => {
      if (current !== starting) return;
      current = null;
      backoff.noteFailure(reason);
      onFailure?.(reason);
    };
    starting.then(
      (host) => {
        void host.exited.then((reason) => noteEnd(`its process ${reason}`));
      },
      (error: unknown) => noteEnd(error instanceof Error ? error.message : String(error)),
    );
    return starting;
  };

  return {
    async enter() {
      clearTimeout(idleTimer);
      calls += 1;
      current ??= startWatched();
      return current;
    },
    leave() {
      calls -= 1;
      if (calls > 0) return;
      endRetired();
      idleTimer = setTimeout(() => void stop(), idleMs).unref();
    },
    renew() {
      if (current === null) return;
      retired.add(current);
      current = null;
      if (calls === 0) endRetired();
      else setTimeout(endRetired, RETIRED_MS).unref();
    },
    stop,
  };
}

function backOffFailure(subject: string, remainingMs: number, lastReason: string): HostingFailure {
  const seconds = Math.ceil(remainingMs / 1000);
  const message = `Calls of ${subject} keep failing; retrying in ${seconds} s; last time ${lastReason}`;
  return new HostingFailure(503, message, { retryAfterSeconds: seconds });
}
