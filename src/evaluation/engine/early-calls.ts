import type { CallEarly, CallRoute, EarlyCall } from './call-outcome.ts';
import type { LookedUpCase } from './look-up-cells.ts';

/** Calls that were sent before their turn, by the key of their cell. */
export interface EarlyCalls {
  /** Sends the call that a case will need, unless it is sent already. */
  send(this: void, item: LookedUpCase): void;
  /** Gives the way to make a call: the first attempt is the one that was sent, if any was. */
  routeOf(cellKey: string): CallRoute;
  /** Takes back what nobody will ask for any more. */
  leave(): void;
}

export interface EarlyCallsOptions {
  readonly callRoute: CallRoute;
  readonly callEarly: CallEarly;
  /** Whether the call of a cell has begun, or is done. */
  readonly isKnown: (cellKey: string) => boolean;
  /** Calls that the target may run at once now; 0: none may be sent before its turn. */
  readonly atOnce: () => number;
}

/**
 * Keeps account of calls that are sent before their turn. A target in another process would wait for the next call while
 * this one judges and stores answers. The turn counts as ever: what is timed, retried and limited begins with it.
 */
export function createEarlyCalls({ callRoute, callEarly, isKnown, atOnce }: EarlyCallsOptions): EarlyCalls {
  const sent = new Map<string, EarlyCall>();
  return {
    send({ cellKey, input, stored }) {
      if (stored !== undefined || sent.has(cellKey) || isKnown(cellKey)) return;
      const most = atOnce();
      const call = most === 0 ? null : callEarly(input, most);
      if (call !== null) sent.set(cellKey, call);
    },
    routeOf(cellKey) {
      let early = sent.get(cellKey);
      if (early === undefined) return callRoute;
      sent.delete(cellKey);
      return (input, signal) => {
        const call = early?.call ?? null;
        early = undefined;
        return call === null ? callRoute(input, signal) : call(signal);
      };
    },
    leave() {
      for (const call of sent.values()) call.leave();
      sent.clear();
    },
  };
}
