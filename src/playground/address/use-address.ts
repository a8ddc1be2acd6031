import { useSyncExternalStore } from 'react';
import { type Address, parseAddress, toHash } from './address.ts';

/** Where the page is. */
export function useAddress(): Address {
  return parseAddress(useSyncExternalStore(subscribe, () => location.hash));
}

/** Goes to a place, as a link does. */
export function goTo(address: Address): void {
  location.hash = toHash(address);
}

function subscribe(onChange: () => void): () => void {
  addEventListener('hashchange', onChange);
  return () => removeEventListener('hashchange', onChange);
}
