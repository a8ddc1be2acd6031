import type { SourceHost } from './start-source-host.ts';

/** The process for the next version, started ahead of time. */
export interface WaitingHost {
  /** Returns it; the next one is started shortly after it has loaded its version. */
  take(this: void): Promise<SourceHost>;
  /** Replaces it: its modules or settings are out of date. */
  renew(this: void): void;
  /** Starts no more. */
  stop(this: void): void;
}

/** Delay of the next process, so that a version and its first calls come first. */
const WARM_DELAY_MS = 100;

/** @param start - starts a process; `isAhead` when nobody waits for it yet */
export function createWaitingHost(start: (isAhead: boolean) => Promise<SourceHost>): WaitingHost {
  let next: Promise<SourceHost> | null = null;
  let warming: NodeJS.Timeout | undefined;
  let isStopped = false;
  const warm = (isAhead: boolean): void => {
    clearTimeout(warming);
    if (isStopped || next !== null) return;
    next = start(isAhead);
    // The caller of `take` gets the error.
    next.catch(() => undefined);
  };
  warm(false);
  return {
    async take() {
      warm(false);
      const taken = next ?? start(false);
      next = null;
      const host = await taken;
      const load: SourceHost['load'] = async (bundle, timeoutMs) => {
        try {
          return await host.load(bundle, timeoutMs);
        } finally {
          warming = setTimeout(warm, WARM_DELAY_MS, true);
        }
      };
      return { ...host, load };
    },
    renew() {
      const stale = next;
      next = null;
      void stale?.then((host) => host.kill()).catch(() => undefined);
      warm(false);
    },
    stop() {
      isStopped = true;
      clearTimeout(warming);
    },
  };
}
