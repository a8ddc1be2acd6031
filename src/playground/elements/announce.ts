/** What screen readers are told. Its number differs each time, so that the same words are spoken again. */
export interface Announced {
  readonly text: string;
  readonly number: number;
}

const listeners = new Set<() => void>();
let latest: Announced = { text: '', number: 0 };

/** Tells screen readers what happened out of their user's sight. */
export function announce(text: string): void {
  latest = { text, number: latest.number + 1 };
  for (const listener of listeners) listener();
}

/** Returns the last announcement. */
export function lastAnnounced(): Announced {
  return latest;
}

/** Calls the listener after each announcement, until the returned function is called. */
export function onAnnounced(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
