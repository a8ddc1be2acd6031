import { useSyncExternalStore } from 'react';
import { lastAnnounced, onAnnounced } from './announce.ts';

/** Speaks what is announced. One for all views: a region that appears together with its words is silent. */
export function Announcement() {
  const { text, number } = useSyncExternalStore(onAnnounced, lastAnnounced, lastAnnounced);
  return (
    <p className="hidden" role="status" aria-label="Announcement">
      <span key={number}>{text}</span>
    </p>
  );
}
