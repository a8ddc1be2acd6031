/** Work that several runs of a process need. */
export type SharedWork<T> = ReturnType<ReturnType<typeof createSharedWork<T>>['open']>;

/** Remembers work while it is done and not stored yet, so that several runs that need it do it once. */
export function createSharedWork<T>() {
  const running = new Map<string, Promise<T>>();
  return {
    /**
     * Opens it for one run. What this run began is forgotten when the run ends.
     *
     * @param kind - work of one kind only is shared
     */
    open(kind: string) {
      const own = new Set<string>();
      const forget = (key: string): void => {
        if (own.delete(key)) running.delete(kind + key);
      };
      return {
        /** @returns the work, and whether this call started it */
        share(key: string, begin: () => Promise<T>) {
          const known = running.get(kind + key);
          if (known !== undefined) return { work: known, isFirst: false };
          const work = begin();
          running.set(kind + key, work);
          own.add(key);
          // Whoever waits for it begins it anew: the run that failed may have been stopped.
          work.catch(() => forget(key));
          return { work, isFirst: true };
        },
        /** Forgets work of this run whose result is stored. */
        forget,
        [Symbol.dispose]() {
          for (const key of own) forget(key);
        },
      };
    },
  };
}
