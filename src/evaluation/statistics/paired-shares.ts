import { clamp } from '../../foundation/numbers.ts';
import { binomialCdf, binomialShare, normalCdf, normalQuantile } from './distributions.ts';
import { signTest } from './hypothesis-tests.ts';
import type { Interval } from './intervals.ts';

/** How the shares of paired cases differ. */
export interface PairedShares {
  readonly pairs: number;
  /** Cases that only the second passes. Of repeated cases, the sum of how much more often it passes. */
  readonly gained: number;
  /** Cases that only the first passes, or the sum of how much more often. */
  readonly lost: number;
}

/**
 * Computes the interval of the difference of two paired shares, second minus first, from two exact bounds. Each errs in at
 * most half of `1 − level`, for every number of pairs and whatever the shares are. The interval excludes 0 exactly when
 * `signTest` is below `1 − level`. Memory does not grow with the number of pairs.
 *
 * @source Buehler, "Confidence intervals for the product of two binomial parameters", JASA 52 (1957), with the outcomes in
 * the order of Tango's limits: "Equivalence test and confidence interval for the difference in proportions for the
 * paired-sample design", Statistics in Medicine 17 (1998)
 */
export function pairedShareInterval({ pairs, gained, lost }: PairedShares, level: number): Interval | null {
  if (pairs === 0) return null;
  // The last digits of the level are rounding errors.
  const alpha = Number((1 - level).toPrecision(12));
  return [-greatestLoss(pairs, gained, lost, alpha), greatestLoss(pairs, lost, gained, alpha)];
}

/** Most pairs whose forecast is exact. */
const FORECAST = 10_000;

/** Computes about the interval of so many pairs, for plans: great numbers by Tango's limits alone, fractions to the next pair. */
export function forecastPairedShares(shares: PairedShares, level: number): Interval | null {
  const { pairs } = shares;
  const [gains, losses] = [Math.round(shares.gained), Math.round(shares.lost)];
  if (pairs <= FORECAST) return pairedShareInterval({ pairs, gained: gains, lost: losses }, level);
  const z = normalQuantile((1 + level) / 2);
  return [-tangoLimit({ pairs, gains, losses }, z), tangoLimit({ pairs, gains: losses, losses: gains }, z)];
}

/** How far an interval that excludes 0 at least lies from it. */
const LEAST = 1e-9;

/** Bounds what is lost on balance. Of sums that are not whole, the bounds of the whole numbers around are weighted. */
function greatestLoss(pairs: number, gained: number, lost: number, alpha: number): number {
  const isGain = gained > lost && signTest(gained, lost) < alpha;
  let bound = 0;
  for (const [gains, weight] of wholesAround(gained)) {
    for (const [losses, other] of wholesAround(lost)) {
      const whole = { pairs, gains, losses: Math.min(losses, pairs - gains) };
      bound += weight * other * wholeLoss(whole, alpha / 2, isGain);
    }
  }
  return isGain ? Math.min(bound, -LEAST) : Math.max(bound, 0);
}

function wholesAround(sum: number): readonly (readonly [whole: number, weight: number])[] {
  const whole = Math.floor(sum + LEAST);
  const rest = Math.max(0, sum - whole);
  const low = [whole, 1 - rest] as const;
  return rest < LEAST ? [low] : [low, [whole + 1, rest]];
}

/** Counts of pairs, of which the unchanged ones are the rest. */
interface Outcome {
  readonly pairs: number;
  readonly gains: number;
  readonly losses: number;
}

/** The outcomes up to one of them, in a fixed order: all whose limit by Tango is at most `limit`. */
interface Region {
  readonly pairs: number;
  readonly limit: number;
  /** Quantile of the limits. */
  readonly reach: number;
  /** Quantile of the bound. */
  readonly z: number;
  /** Whether the order begins with the outcomes that McNemar's test calls a gain. Of these it has its own part. */
  readonly isGain: boolean;
}

/**
 * Limits that lie a little further out order outcomes with few changes better: their bounds then are the least possible. Of
 * many pairs, Tango's own are best. Tried with 20 to a million pairs.
 */
const FURTHER = 0.9;

/** The greatest chance is found to within a fraction of this of it. */
const MARGIN = 0.998;

/**
 * Finds the greatest loss with which outcomes up to this one have the chance `alpha`, whatever the share of changed pairs.
 * As the order is fixed, that chance only falls as the loss grows.
 */
function wholeLoss({ pairs, gains, losses }: Outcome, alpha: number, isGain: boolean): number {
  if (losses === pairs) return 1;
  const z = -normalQuantile(alpha);
  const reach = (1 + FURTHER / Math.sqrt(pairs)) * z;
  const least = (losses - gains) / pairs;
  const tango = tangoLimit({ pairs, gains, losses }, reach);
  const region = { pairs, limit: isGain ? tango : Math.max(0, tango), reach, z, isGain };
  let [bound, from] = [region.limit, least];
  for (let round = 0; round < 20; round += 1) {
    const { chance, place } = greatestChance(region, bound);
    if (round > 0 && chance <= alpha * MARGIN * (1 + 1e-6)) break;
    bound = rootOf((loss) => Math.log(chanceOf(region, loss, place) / (alpha * MARGIN)), from, 1);
    from = bound;
  }
  return bound;
}

/** Finds where a falling function crosses 0, from the side where it is below. */
function rootOf(falling: (x: number) => number, from: number, to: number): number {
  const limited = (x: number) => clamp(falling(x), -700, 700);
  let [low, high] = [from, to];
  let [above, below] = [limited(low), limited(high)];
  if (above <= 0) return low;
  for (let step = 1; high - low > 1e-7 * (high - from) + 1e-13 && step < 100; step += 1) {
    const secant = low + ((high - low) * above) / (above - below);
    const next = step % 3 === 0 || !(secant > low && secant < high) ? (low + high) / 2 : secant;
    const value = limited(next);
    if (value > 0) [low, above] = [next, value];
    else [high, below] = [next, value];
  }
  return high;
}

/** Finds the share of changed pairs with which a region is likeliest, as its place between the least and all. */
function greatestChance(region: Region, loss: number): { readonly chance: number; readonly place: number } {
  const places = placesOf(region.pairs * (1 - Math.abs(loss)));
  const chances = places.map((place) => chanceOf(region, loss, place));
  const index = chances.indexOf(Math.max(...chances));
  let [chance, place] = [chances[index] ?? 0, places[index] ?? 0];
  let [low, high] = [places[index - 1] ?? 0, places[index + 1] ?? 1];
  for (let step = 0; step < 6; step += 1) {
    const [one, other] = [low + 0.382 * (high - low), low + 0.618 * (high - low)];
    const [first, second] = [chanceOf(region, loss, one), chanceOf(region, loss, other)];
    if (first > chance) [chance, place] = [first, one];
    if (second > chance) [chance, place] = [second, other];
    if (first > second) high = other;
    else low = one;
  }
  return { chance, place };
}

/** Lists places as densely as chances change: by their standard error near 0 and 1, and sparser between. */
function placesOf(count: number): number[] {
  const rising = [0];
  for (let root = 0.35; root * root < count / 2; root = Math.max(root + 0.35, root * 1.12)) {
    rising.push((root * root) / count);
  }
  return [...rising, 0.5, ...rising.map((place) => 1 - place).toReversed()];
}

/** Beyond so many standard errors, what is left out is less than a billionth. */
const ERRORS = 6.2;

/** Sums the chance of a region over the numbers of changed pairs. */
function chanceOf(region: Region, loss: number, place: number): number {
  const { pairs } = region;
  const changed = Math.abs(loss) + place * (1 - Math.abs(loss));
  const worse = changed === 0 ? 0.5 : clamp((1 + loss / changed) / 2, 0, 1);
  const width = ERRORS * Math.sqrt(pairs * changed * (1 - changed)) + 6;
  const from = changed >= 1 ? pairs : Math.max(0, Math.floor(pairs * changed - width));
  const to = Math.min(pairs, Math.ceil(pairs * changed + width));
  let most = mostLosses(region, from);
  let [atMost, exactly] = [binomialCdf(most, from, worse), binomialShare(most, from, worse)];
  let [share, sum] = [binomialShare(from, pairs, changed), 0];
  for (let count = from; ; count += 1) {
    sum += share * atMost;
    if (count === to) return Math.min(1, sum);
    share *= (((pairs - count) / (count + 1)) * changed) / (1 - changed);
    const isMore = isWithin(region, count + 1, most + 1);
    if (exactly < 1e-250) {
      most += isMore ? 1 : 0;
      [atMost, exactly] = [binomialCdf(most, count + 1, worse), binomialShare(most, count + 1, worse)];
      continue;
    }
    // One changed pair more is a loss with the chance `worse`: two products are faster than a function for each count.
    atMost -= worse * exactly;
    exactly *= isMore ? ((count + 1) * worse) / (most + 1) : ((count + 1) * (1 - worse)) / (count + 1 - most);
    atMost += isMore ? exactly : 0;
    most += isMore ? 1 : 0;
  }
}

/** Finds how many of the changed pairs may be losses; −1: a region has none of these outcomes. */
function mostLosses(region: Region, changed: number): number {
  let [most, tooMany] = [-1, changed + 1];
  while (tooMany - most > 1) {
    const middle = Math.floor((most + tooMany) / 2);
    if (isWithin(region, changed, middle)) most = middle;
    else tooMany = middle;
  }
  return most;
}

function isWithin(region: Region, changed: number, losses: number): boolean {
  if (losses > changed) return false;
  const { pairs, limit, reach, z, isGain } = region;
  const gains = changed - losses;
  if (tangoScore({ pairs, gains, losses }, limit) <= LEAST - reach) return true;
  return !isGain && mayBeGain(gains, losses, z);
}

/** McNemar's test without its correction calls everything a gain that the exact one does, but of few changes and far out. */
function mayBeGain(gains: number, losses: number, z: number): boolean {
  const changed = gains + losses;
  if (gains - losses >= z * Math.sqrt(changed)) return changed > 0;
  return changed < z ** 6 / 100 && signTest(gains, losses) < 2 * normalCdf(-z) && gains > losses;
}

/** Finds the loss that lies so many standard errors above an outcome. */
function tangoLimit(outcome: Outcome, reach: number): number {
  return rootOf((loss) => reach + tangoScore(outcome, loss), (outcome.losses - outcome.gains) / outcome.pairs, 1);
}

/** How far an outcome lies from a loss, in standard errors of the likeliest shares with that loss; below 0 where it is better. */
function tangoScore({ pairs, gains, losses }: Outcome, loss: number): number {
  const linear = (2 * pairs - losses + gains) * loss - losses - gains;
  const root = Math.sqrt(Math.max(0, linear * linear + 8 * pairs * gains * loss * (1 - loss)));
  const gain = Math.max(0, (root - linear) / (4 * pairs));
  const variance = pairs * (2 * gain + loss * (1 - loss));
  const distance = losses - gains - pairs * loss;
  if (variance > 1e-12) return distance / Math.sqrt(variance);
  return distance === 0 ? 0 : distance * Infinity;
}
