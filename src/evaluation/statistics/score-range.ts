/** The least and the greatest possible score; infinite where there is none. */
export interface ScoreRange {
  readonly low: number;
  readonly high: number;
}

/** Answers whether a range has two finite ends. */
export function isBounded(range: ScoreRange | null): range is ScoreRange {
  return range !== null && Number.isFinite(range.high - range.low);
}

/** Scores that are shares, or that pass or fail. */
export const SHARE: ScoreRange = { low: 0, high: 1 };

/** Scores that are distances: at least 0, and without an upper bound. */
export const FROM_ZERO: ScoreRange = { low: 0, high: Infinity };
