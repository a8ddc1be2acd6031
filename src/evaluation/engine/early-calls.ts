import type { CallAttempt, CallEarly, CallRoute, EarlyCall } from './call-outcome.ts';
import type { LookedUpCase } from './look-up-cells.ts';

/** Calls that were sent before their turn, by the key of their cell. */
export interface EarlyCalls {
  /** Sends the call that a case will need, unless it is sent already. */
  send(this: void, item: LookedUpCase): void;
  /** Gives the ways to make a call: the first attempt is the one that was sent, if any was. */
  of(cellKey: string): CallWays;
  /** Takes back what nobody will ask for any more. */
  leave(): void;
}

/** How a call is made. */
export interface CallWays {
  readonly callRoute: CallRoute;
  /** Takes the answer of a call that was sent before its turn, where it is there already. Left out: none was. */
  readonly takeAnswer?: () => CallAttempt | null;
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
  const held = new WeakSet<EarlyCall>();
  const hold = (call: EarlyCall): void => {
    held.add(call);
    call.hold();
  };
  /** Calls that will be made again: whoever waits for a target, or to be alone, shall find no others there. */
  const failed = new Set<string>();
  const note = (cellKey: string, { kind }: CallAttempt): void => {
    if (kind !== 'unavailable' && kind !== 'ended') return void failed.delete(cellKey);
    // Of those that come later, none is sent.
    if (failed.size === 0) for (const call of sent.values()) hold(call);
    failed.add(cellKey);
  };
  return {
    send({ cellKey, input, stored }) {
      if (stored !== undefined || failed.size > 0 || sent.has(cellKey) || isKnown(cellKey)) return;
      const most = atOnce();
      const call = most === 0 ? null : callEarly(input, most);
      if (call !== null) sent.set(cellKey, call);
    },
    of: (cellKey) => ({
      takeAnswer() {
        const early = sent.get(cellKey);
        const attempt = early?.take() ?? null;
        if (early === undefined || attempt === null) return null;
        sent.delete(cellKey);
        // The target refused it together with the one that all others were held for: in its turn it is asked anew.
        if (attempt.kind === 'unavailable' && held.has(early)) return null;
        note(cellKey, attempt);
        return attempt;
      },
      async callRoute(input, signal) {
        const early = sent.get(cellKey);
        sent.delete(cellKey);
        const attempt = await (early === undefined ? callRoute(input, signal) : early.call(signal));
        note(cellKey, attempt);
        return attempt;
      },
    }),
    leave() {
      for (const call of sent.values()) call.leave();
      sent.clear();
    },
  };
}
