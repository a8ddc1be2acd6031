import { clamp } from '../../../foundation/numbers.ts';

/** What decides how many cases a run claims at a time. */
export interface ClaimTiming {
  /** Calls at a time. */
  readonly concurrency: number;
  /** Whether it pauses between batches: then it claims no more than one batch. */
  readonly hasPauses: boolean;
}

export interface ClaimSize {
  /** Cases that may be claimed now. */
  most(): number;
  /** Notes that so many cases were claimed. */
  note(claimed: number): void;
}

/** Other runs wait at most this long for a case that was claimed and not yet called. */
const CLAIM_AHEAD_MS = 1000;
/** As many as one look-up asks for. */
const MAX_CLAIM = 500;

/**
 * Decides how many cases a run claims at a time: as many as it called during the last second. A run against a fast
 * target claims whole pages; one against a slow target leaves cases to other runs.
 *
 * @param now - in milliseconds
 */
export function createClaimSize({ concurrency, hasPauses }: ClaimTiming, now: () => number): ClaimSize {
  const least = hasPauses ? concurrency : concurrency * 2;
  let most = least;
  let last: { readonly claimed: number; readonly at: number } | null = null;
  return {
    most() {
      // When fewer were claimed than allowed, the time since then says nothing about the rate.
      if (hasPauses || last === null || last.claimed < most) return most;
      const done = last.claimed - concurrency;
      const passedMs = Math.max(1, now() - last.at);
      most = clamp(Math.round((done * CLAIM_AHEAD_MS) / passedMs), least, MAX_CLAIM);
      return most;
    },
    note(claimed) {
      last = { claimed, at: now() };
    },
  };
}
