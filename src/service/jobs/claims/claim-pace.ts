/** How far ahead a run claims. */
export interface ClaimsAhead {
  /** Calls at a time. */
  readonly atOnce: number;
  /** Whether it rests between calls: then it claims no more than it calls for at once. */
  readonly isResting: boolean;
}

export interface ClaimPace {
  /** Cases that may be claimed now. */
  most(): number;
  /** Notes that so many cases were claimed. */
  note(claimed: number): void;
}

/** Others wait no longer than this for what nobody has begun. */
const AHEAD_MS = 1000;
/** As many as are looked up together. */
const MOST = 500;

/**
 * Decides how many cases a run claims at once. More are asked for when those before are (almost) all on their way: how long
 * that took tells what the next second needs. A fast target's run claims whole pages; a slow one's leaves the rest to others.
 *
 * @param now - in milliseconds
 */
export function createClaimPace({ atOnce, isResting }: ClaimsAhead, now: () => number): ClaimPace {
  const least = isResting ? atOnce : atOnce * 2;
  let most = least;
  let last: { readonly claimed: number; readonly at: number } | null = null;
  return {
    most() {
      // Of fewer than were allowed, all may only be on their way: that tells no pace.
      if (isResting || last === null || last.claimed < most) return most;
      const done = last.claimed - atOnce;
      const passedMs = Math.max(1, now() - last.at);
      most = Math.max(least, Math.min(MOST, Math.round((done * AHEAD_MS) / passedMs)));
      return most;
    },
    note(claimed) {
      last = { claimed, at: now() };
    },
  };
}
