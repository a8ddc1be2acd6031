/** What a gate's error rate is spent on: how often it has looked at these rows, and among how many variants one was chosen. */
export interface Spent {
  /** The number of this look, from 1; `null`: looks are not counted here, and this counts as the first. */
  readonly look: number | null;
  /** How many variants the candidate is the best of, itself included; `null`: they are not counted here. */
  readonly choices: number | null;
}

export const UNCOUNTED: Spent = { look: null, choices: null };

/** Share of the error rate that the first look spends; all later ones together have the rest. */
const FIRST_LOOK = 0.8;

/**
 * Computes the level of the interval that a look must pass by. The error rates of any number of looks add up to that of
 * `confidence` at most, whatever was added or asked again in between: the rest of the first look is divided into 1/2, 1/6,
 * 1/12, … which sum to 1. A candidate that was the best of K has a Kth of it.
 *
 * @source Bonferroni; the division of the rest as in the sum of 1 / (k (k − 1)) from k = 2
 */
export function passLevel(confidence: number, { look, choices }: Spent): number {
  const share = look === null || look === 1 ? FIRST_LOOK : (1 - FIRST_LOOK) / (look * (look - 1));
  return 1 - ((1 - confidence) * share) / Math.max(1, choices ?? 1);
}
