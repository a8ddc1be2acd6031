import { useSyncExternalStore } from 'react';

/** Speaks what is announced. One for all views: a region that appears together with its words is silent. */
export function Announcement() {
  const { text, number } = useSyncExternalStore(onAnnounced, lastAnnounced, lastAnnounced);
  return (
    <p className="hidden" role="status" aria-label="Announcement">
      <span key={number}>{text}</span>
    </p>
  );
}

/** What screen readers are told. Its number differs each time, so that the same words are spoken again. */
interface Announced {
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

function lastAnnounced(): Announced {
  return latest;
}

function onAnnounced(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
