import type { SourceHost } from './start-source-host.ts';

/** Delay of the next process, so that a version and its first calls come first. */
const WARM_DELAY_MS = 100;

/** Starts the process for the next version ahead of time. */
export function createWaitingHost(start: (isAhead: boolean) => Promise<SourceHost>) {
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
    /** Returns it; the next one is started shortly after it has loaded its version. */
    take: async (): Promise<SourceHost> => {
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
    /** Replaces it: its modules or settings are out of date. */
    renew: (): void => {
      const stale = next;
      next = null;
      void stale?.then((host) => host.kill()).catch(() => undefined);
      warm(false);
    },
    stop: (): void => {
      isStopped = true;
      clearTimeout(warming);
    },
  };
}
