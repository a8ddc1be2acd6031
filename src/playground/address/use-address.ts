import { useSyncExternalStore } from 'react';
import { type Address, parseAddress, toHash } from './address.ts';

/** Returns the current address. */
export function useAddress(): Address {
  return parseAddress(useSyncExternalStore(subscribe, () => location.hash));
}

/** Navigates to an address, as a link does. */
export function goTo(address: Address): void {
  location.hash = toHash(address);
}

function subscribe(onChange: () => void): () => void {
  addEventListener('hashchange', onChange);
  return () => removeEventListener('hashchange', onChange);
}
