interface RenewLeaseOptions {
  /** Renews the lease. @returns false when the chunk is another's, or its evaluation has ended */
  readonly renew: () => Promise<boolean>;
  readonly parent: AbortSignal;
  /** @defaultValue 2,000 */
  readonly everyMs?: number;
}

/** After this long without renewal the queue gives the chunk to another worker. */
const SILENT_MS = 12_000;

/**
 * Renews the lease of a chunk until disposed. The signal fires when the chunk is no longer ours. A process that could not renew it in
 * time abandons it, since another takes it over.
 */
export function renewLease({ renew, parent, everyMs = 2000 }: RenewLeaseOptions) {
  const lost = new AbortController();
  let renewedAt = performance.now();
  const lose = (why: string) => lost.abort(new Error(why));
  const tick = async (): Promise<void> => {
    const startedAt = performance.now();
    try {
      if (!(await renew())) return lose('Another worker has the chunk, or its evaluation has ended.');
      renewedAt = startedAt;
    } catch {
      // The database may recover in time.
      if (performance.now() - renewedAt > SILENT_MS) lose('The database did not answer for too long.');
    }
  };
  const timer = startTimer(tick, everyMs);
  return { signal: AbortSignal.any([parent, lost.signal]), [Symbol.dispose]: () => clearInterval(timer) };
}

/** Runs work at intervals, but never while it still runs. It must not reject. */
export function startTimer(work: () => Promise<void>, everyMs: number): NodeJS.Timeout {
  let isRunning = false;
  return setInterval(async () => {
    if (isRunning) return;
    isRunning = true;
    await work();
    isRunning = false;
  }, everyMs);
}
