import { ALL_BUNDLE_CONNECTIONS, BUNDLE_CONNECTIONS } from '../../foundation/sizes.ts';

/** Places of the relays of one service: each connection takes two of its descriptors. */
export interface RelayPlaces {
  /** Opens the places of one bundle. */
  forBundle(this: void): BundlePlaces;
}

export interface BundlePlaces {
  /** Takes a place. @returns why there is none; `null`: it is taken */
  take(this: void): string | null;
  leave(this: void): void;
}

/** Connections that each bundle may have, however many the others have. */
const KEPT = 8;
/** Two descriptors for each connection are a quarter of all. */
const SHARE = 8;

/**
 * Creates the places of all relays of a service. Without a common limit, a few bundles could take every descriptor, and the
 * service could neither answer callers nor open its database.
 *
 * @param descriptors - most open files of this process
 */
export function createRelayPlaces(descriptors: number): RelayPlaces {
  const all = Math.min(ALL_BUNDLE_CONNECTIONS.most, Math.max(KEPT, Math.floor(descriptors / SHARE)));
  const perBundle = Math.min(BUNDLE_CONNECTIONS.most, all);
  /** Connections of all bundles, but for those that are kept for each. */
  let shared = 0;
  return {
    forBundle: () => {
      let own = 0;
      return {
        take: () => {
          if (own >= perBundle) return `the workflow has ${perBundle} connections, the most that one may have`;
          if (own >= KEPT && shared >= all)
            return `all workflows together have ${all} connections, the most that they may have`;
          if (own >= KEPT) shared += 1;
          own += 1;
          return null;
        },
        leave: () => {
          own -= 1;
          if (own >= KEPT) shared -= 1;
        },
      };
    },
  };
}
