/** Work of this run under its key: whoever asks for the same again is given the same promise. */
export interface RunningWork<T> {
  /** @returns the work, and whether this call began it */
  share(key: string, begin: () => Promise<T>): { readonly work: Promise<T>; readonly isFirst: boolean };
  /** Says that its result is stored. */
  noteStored(key: string): void;
  /**
   * A look-up begins. Forgets what was stored before the last one: that one has found it. What was stored since may be
   * asked for by what the last one looked up.
   */
  forgetStored(): void;
}

/** Remembers work until a later look-up is certain to find its result, so that nothing is done twice in between. */
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
