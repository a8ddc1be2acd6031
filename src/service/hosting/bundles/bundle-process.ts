import type { Backoff } from './create-backoff.ts';
import type { RunningHost } from '../processes/fork-host.ts';
import { HostingFailure } from '../hosting-failure.ts';

export interface BundleProcessOptions {
  readonly start: () => Promise<RunningHost>;
  /** What messages call it. */
  readonly subject: string;
  /** How long it is kept warm without a call. */
  readonly idleMs: number;
  readonly backoff: Backoff;
  /** Told how a process ended that was not stopped. */
  readonly onFailure?: (words: string) => void;
}

/** The process of one bundle: started by the first call, kept warm, started again when it is gone. */
export interface BundleProcess {
  /**
   * Counts a call in and gives the process to send it to. Calls that come while it starts wait for the same start.
   *
   * @throws {HostingFailure} when it does not start, or failed too often just now
   */
  enter(): Promise<RunningHost>;
  /** Counts a call out. With none left, the process is stopped after a while. */
  leave(): void;
  /** Has the next call start another process. The present one ends when its calls are done, or take too long. */
  renew(): void;
  /** Ends the process; the next call starts another. */
  stop(): Promise<void>;
}

/** How long the calls of a process that is being replaced may take to finish. */
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
  /** Processes that serve the calls they have, and no new ones. */
  const retired = new Set<Promise<RunningHost>>();

  const endRetired = (): void => {
    for (const leaving of retired) void leaving.then((host) => host.kill()).catch(() => null);
    retired.clear();
  };

  const stop = async (): Promise<void> => {
    clearTimeout(idleTimer);
    const leaving = current;
    current = null;
    // A start that fails has no process to end, and its callers were told.
    endRetired();
    const host = await leaving?.catch(() => null);
    host?.kill();
    await host?.exited;
  };

  const startWatched = (): Promise<RunningHost> => {
    const remainingMs = backoff.remainingMs();
    if (remainingMs > 0) throw backOffFailure(subject, remainingMs, backoff.lastWords);
    const starting = start();
    const noteEnd = (words: string): void => {
      if (current !== starting) return;
      current = null;
      backoff.noteFailure(words);
      onFailure?.(words);
    };
    starting.then(
      (host) => {
        void host.exited.then((words) => noteEnd(`its process ${words}`));
      },
      (error: unknown) => noteEnd(error instanceof Error ? error.message : String(error)),
    );
    return starting;
  };

  /** With no call, it is stopped after a while. */
  const rest = (): void => {
    if (calls > 0 || current === null) return;
    clearTimeout(idleTimer);
    idleTimer = setTimeout(() => void stop(), idleMs);
    idleTimer.unref();
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
      if (calls === 0) endRetired();
      rest();
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

function backOffFailure(subject: string, remainingMs: number, lastWords: string): HostingFailure {
  const seconds = Math.max(1, Math.ceil(remainingMs / 1000));
  return new HostingFailure(
    503,
    `Calls of ${subject} keep failing, so it rests for ${seconds} s; last time ${lastWords}`,
    {
      retryAfterSeconds: seconds,
    },
  );
}
