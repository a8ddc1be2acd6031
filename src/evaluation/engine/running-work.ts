/** This run's work by key: a second request for the same key gets the same promise. */
export interface RunningWork<T> {
  /** @returns the work, and whether this call started it */
  share(key: string, begin: () => Promise<T>): { readonly work: Promise<T>; readonly isFirst: boolean };
  /** Notes that the result is stored. */
  noteStored(key: string): void;
  /**
   * A look-up begins. Forgets what was stored before the previous look-up, which has found it. Cases of the previous
   * look-up may still ask for what was stored since.
   */
  forgetStored(): void;
}

/** Remembers work until a later look-up is certain to find its result, so that nothing is done twice. */
export function createRunningWork<T>(): RunningWork<T> {
  const running = new Map<string, Promise<T>>();
  let found: string[] = [];
  let stored: string[] = [];
  return {
    share(key, begin) {
      const known = running.get(key);
      if (known !== undefined) return { work: known, isFirst: false };
      const work = begin();
      running.set(key, work);
      return { work, isFirst: true };
    },
    noteStored: (key) => void stored.push(key),
    forgetStored() {
      for (const key of found) running.delete(key);
      [found, stored] = [stored, []];
    },
  };
}
