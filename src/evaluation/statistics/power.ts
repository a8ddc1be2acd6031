import { binomialCdf, fairCoinCdf, normalQuantile } from './distributions.ts';

export interface PowerOptions {
  /** Share of rows where one passes and the other fails, 0 to 1. */
  readonly discordant: number;
  /** Probability of finding a real difference. @defaultValue 0.8 */
  readonly power?: number;
  /** Confidence level of the two-sided test. @defaultValue 0.95 */
  readonly level?: number;
  /** Metrics that are compared together; Holm's correction divides the error rate among them. @defaultValue 1 */
  readonly metrics?: number;
}

/**
 * Computes the probability that McNemar's exact test finds a difference of two pass rates: the sum over all numbers of
 * rows that may differ, and over all splits of these that the test rejects.
 *
 * @param difference - of the two shares; at most `discordant`
 */
export function powerToFind(pairs: number, difference: number, options: PowerOptions): number {
  const { discordant, level = 0.95, metrics = 1 } = options;
  const alpha = (1 - level) / metrics;
  const better = (discordant + difference) / (2 * discordant);
  const spread = Math.sqrt(pairs * discordant * (1 - discordant));
  const step = Math.max(1, Math.floor(spread / 8));
  const from = Math.max(0, Math.floor(pairs * discordant - 8 * spread));
  const to = Math.min(pairs, Math.ceil(pairs * discordant + 8 * spread));
  let [power, before] = [0, binomialCdf(from - 1, pairs, discordant)];
  for (let changed = from; changed <= to; changed += step) {
    const last = Math.min(to, changed + step - 1);
    const upTo = binomialCdf(last, pairs, discordant);
    // Great numbers are summed in steps, each by its middle.
    power += (upTo - before) * chanceOfVerdict(Math.round((changed + last) / 2), better, alpha);
    before = upTo;
  }
  return power;
}

function chanceOfVerdict(changed: number, better: number, alpha: number): number {
  const worse = mostWorse(changed, alpha);
  return worse < 0 ? 0 : binomialCdf(worse, changed, 1 - better);
}

/** Finds how many of the changed rows may be worse for the test to find the others better; −1: none may. */
function mostWorse(changed: number, alpha: number): number {
  const isFound = (worse: number) => 2 * fairCoinCdf(worse, changed) < alpha;
  const guess = Math.floor(changed / 2 + (normalQuantile(alpha / 2) * Math.sqrt(changed)) / 2);
  let worse = Math.max(-1, guess);
  while (worse >= 0 && !isFound(worse)) worse -= 1;
  while (worse < changed && isFound(worse + 1)) worse += 1;
  return worse;
}

const MAX_PAIRS = 2 ** 40;

/** Computes how many pairs McNemar's test needs to find a difference of two pass rates; `null` when no number does. */
export function pairsToFind(difference: number, options: PowerOptions): number | null {
  const isEnough = (pairs: number) => powerToFind(pairs, difference, options) >= (options.power ?? 0.8);
  return leastCount(0, MAX_PAIRS, isEnough);
}

/** Finds the least count above `low` that is enough; `null` when none up to `max` is. */
export function leastCount(from: number, max: number, isEnough: (count: number) => boolean): number | null {
  let [low, high] = [from, Math.max(2, from)];
  while (!isEnough(high)) {
    [low, high] = [high, high * 2];
    if (high > max) return null;
  }
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (isEnough(middle)) high = middle;
    else low = middle;
  }
  return high;
}

/** Computes the least difference that this many pairs can find; `null` when they cannot find even the largest. */
export function detectableDifference(pairs: number, options: PowerOptions): number | null {
  const isFound = (difference: number) => powerToFind(pairs, difference, options) >= (options.power ?? 0.8);
  if (!isFound(options.discordant)) return null;
  let [low, high] = [0, options.discordant];
  while (high - low > 1e-6) {
    const middle = (low + high) / 2;
    if (isFound(middle)) high = middle;
    else low = middle;
  }
  return high;
}
