interface BatcherOptions<T> {
  readonly save: (items: readonly T[]) => Promise<void>;
  readonly maxItems: number;
  /** Longest time an item waits before it is saved. */
  readonly maxDelayMs: number;
  /** Milliseconds since any fixed point. */
  readonly now: () => number;
}

/** An item waits this many times as long as the last save took, so that saving takes at most a tenth of the time. */
const WAIT_PER_SAVE = 9;

/**
 * Collects items and saves them in a few transactions, one at a time and in order: a commit per item would make an
 * evaluation of trivial cases slow. Where saving is fast, items hardly wait, so a crash loses little.
 */
export function createBatcher<T>({ save, maxItems, maxDelayMs, now }: BatcherOptions<T>) {
  let waiting: T[] = [];
  let timer: NodeJS.Timeout | undefined;
  let saving: Promise<void> = Promise.resolve();
  let lastSaveMs = 0;
  const failures: unknown[] = [];

  const saveTimed = async (items: readonly T[]): Promise<void> => {
    const startedAt = now();
    await save(items);
    lastSaveMs = now() - startedAt;
  };
  const delayMs = () => Math.min(maxDelayMs, lastSaveMs * WAIT_PER_SAVE);

  const flush = (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    const items = waiting;
    waiting = [];
    if (items.length > 0) {
      saving = saving.then(() => saveTimed(items)).catch((error: unknown) => void failures.push(error));
    }
    return saving;
  };

  return {
    /** Resolves at once, or when there is room again. */
    async add(item: T): Promise<void> {
      if (failures.length > 0) throw failures[0];
      waiting.push(item);
      if (waiting.length >= maxItems) return flush();
      timer ??= setTimeout(() => void flush(), delayMs());
    },
    /** Saves the rest. @throws the first error of any save */
    async finish(): Promise<void> {
      await flush();
      if (failures.length > 0) throw failures[0];
    },
  };
}
