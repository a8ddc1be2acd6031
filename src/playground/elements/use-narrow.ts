import { useSyncExternalStore } from 'react';

/** Width of a phone, as in the style sheets. */
const NARROW = '(max-width: 40rem)';

/** Returns whether the window is as narrow as a phone. */
export function useNarrow(): boolean {
  return useSyncExternalStore(subscribe, () => matchMedia(NARROW).matches);
}

function subscribe(onChange: () => void): () => void {
  const query = matchMedia(NARROW);
  query.addEventListener('change', onChange);
  return () => query.removeEventListener('change', onChange);
}
