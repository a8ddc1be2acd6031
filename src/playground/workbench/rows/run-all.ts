/** Calls at once. Browsers open six connections to a server; two are left for the rest of the page. */
const CONCURRENCY = 4;

/** Runs jobs in order, a few at once, until all are done or the signal aborts. */
export async function runAll(jobs: Iterable<() => Promise<void>>, signal: AbortSignal): Promise<void> {
  const queue = jobs[Symbol.iterator]();
  const work = async () => {
    for (let next = queue.next(); next.done !== true; next = queue.next()) {
      if (signal.aborted) return;
      // One after the other on purpose: the others run in the other workers.
      await next.value();
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, work));
}
