/** A chunk in hand, kept alive in the queue as long as its process lives. */
export interface HeldChunk extends Disposable {
  /** Fires when it is no longer ours to run. */
  readonly signal: AbortSignal;
}

export interface HoldChunkOptions {
  /** Says that it still runs; answers false when it is another's, or its evaluation has ended. */
  readonly renew: () => Promise<boolean>;
  /** Fires when this process shall leave what it runs. */
  readonly parent: AbortSignal;
  /** @defaultValue 2,000 */
  readonly everyMs?: number;
}

/** By then the queue has given it to somebody else. */
const SILENT_MS = 12_000;

/** Renews a chunk until it is disposed of. A process that could not renew it in time leaves it, as others take it over. */
export function holdChunk({ renew, parent, everyMs = 2000 }: HoldChunkOptions): HeldChunk {
  const lost = new AbortController();
  let renewedAt = performance.now();
  let isRenewing = false;
  const lose = (why: string) => lost.abort(new Error(why));
  const tick = async (): Promise<void> => {
    const startedAt = performance.now();
    try {
      if (!(await renew())) return lose('The chunk is another’s, or its evaluation has ended.');
      renewedAt = startedAt;
    } catch {
      // The database is away: it may be back in time.
      if (performance.now() - renewedAt > SILENT_MS) lose('The database did not answer for too long.');
    }
  };
  const timer = setInterval(() => {
    if (isRenewing) return;
    isRenewing = true;
    void tick().finally(() => {
      isRenewing = false;
    });
  }, everyMs);
  return { signal: AbortSignal.any([parent, lost.signal]), [Symbol.dispose]: () => clearInterval(timer) };
}
