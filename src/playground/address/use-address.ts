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

/** Shows an address in the place of the current one: a filter leaves no step in the history. */
export function replaceAddress(address: Address): void {
  history.replaceState(null, '', toHash(address));
  dispatchEvent(new Event('hashchange'));
}

function subscribe(onChange: () => void): () => void {
  addEventListener('hashchange', onChange);
  return () => removeEventListener('hashchange', onChange);
}
