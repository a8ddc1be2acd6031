import { normalQuantile } from './distributions.ts';

export interface PowerOptions {
  /** Share of rows where one passes and the other fails, 0 to 1. */
  readonly discordant: number;
  /** Probability of finding a real difference. @defaultValue 0.8 */
  readonly power?: number;
  /** Confidence level of the two-sided test. @defaultValue 0.95 */
  readonly level?: number;
}

/**
 * Computes how many pairs McNemar's test needs to find a difference of two pass rates.
 *
 * @param difference - of the two shares; at most `discordant`
 * @source Connor, "Sample size for testing differences in proportions for the paired-sample design", Biometrics 43 (1987)
 */
export function pairsToFind(difference: number, { discordant, power = 0.8, level = 0.95 }: PowerOptions): number {
  const spread = Math.sqrt(Math.max(0, discordant - difference * difference));
  const sum = normalQuantile((1 + level) / 2) * Math.sqrt(discordant) + normalQuantile(power) * spread;
  return (sum / difference) ** 2;
}

/** Computes the least difference that this many pairs can find; `null` when they cannot find even the largest. */
export function detectableDifference(pairs: number, options: PowerOptions): number | null {
  if (pairsToFind(options.discordant, options) > pairs) return null;
  let [low, high] = [0, options.discordant];
  while (high - low > 1e-9) {
    const middle = (low + high) / 2;
    if (pairsToFind(middle, options) > pairs) low = middle;
    else high = middle;
  }
  return high;
}
