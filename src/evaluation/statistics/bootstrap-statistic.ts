import { clamp, sum } from '../../foundation/numbers.ts';
import type { Interval } from './intervals.ts';
import type { Random } from './random.ts';
import { normalCdf, normalQuantile } from './distributions.ts';
import { quantileOfSorted } from './quantiles.ts';

/** Sums over cases, each a list of numbers that add up. */
export type Sums = Float64Array;

export interface BootstrapStatisticOptions {
  readonly random: Random;
  readonly level: number;
  /** @defaultValue 2000 */
  readonly resamples?: number;
}

const MIN_COUNT = 5;

/** More groups make a bootstrap slower but not better. */
const GROUPS = 4096;

/**
 * Bootstraps a statistic that depends on sums over cases only, drawing whole cases.
 *
 * @param cases - what each case adds to the sums
 * @param statistic - `null` where it is not defined; such resamples are left out
 * @returns `null` for fewer than five cases, where resamples do not differ, or where most of them have no value: then the
 * cases say nothing about the spread
 */
export function bootstrapStatistic(
  cases: readonly (readonly number[])[],
  statistic: (sums: Sums) => number | null,
  { random, level, resamples = 2000 }: BootstrapStatisticOptions,
): Interval | null {
  const groups = toGroups(cases, random);
  const all = addUp(groups);
  const estimate = statistic(all);
  if (estimate === null || groups.length < MIN_COUNT) return null;
  const found: number[] = [];
  for (let draw = 0; draw < resamples; draw += 1) {
    const value = statistic(drawSums(groups, random));
    if (value !== null) found.push(value);
  }
  const resampled = Float64Array.from(found).sort();
  const spread = (resampled.at(-1) ?? 0) - (resampled[0] ?? 0);
  if (resampled.length < resamples / 2 || spread <= 1e-12) return null;
  const without = groups.map((group) => statistic(all.map((sum, index) => sum - (group[index] ?? 0))));
  const jackknife = Float64Array.from(without.filter((value) => value !== null));
  return bcaInterval({ estimate, resampled, jackknife }, level);
}

/** Beyond the first thousands, each case joins a random group. */
function toGroups(cases: readonly (readonly number[])[], random: Random): readonly (readonly number[])[] {
  if (cases.length <= GROUPS) return cases;
  const groups = cases.slice(0, GROUPS).map((each) => [...each]);
  for (const each of cases.slice(GROUPS)) {
    const group = groups[random.below(GROUPS)] ?? [];
    for (const [index, part] of each.entries()) group[index] = (group[index] ?? 0) + part;
  }
  return groups;
}

function drawSums(groups: readonly (readonly number[])[], random: Random): Sums {
  const sums = new Float64Array(groups[0]?.length ?? 0);
  for (let draw = 0; draw < groups.length; draw += 1) addTo(sums, groups[random.below(groups.length)] ?? []);
  return sums;
}

/** Adds up what cases add to each sum. */
export function addUp(cases: readonly (readonly number[])[]): Sums {
  const sums = new Float64Array(cases[0]?.length ?? 0);
  for (const each of cases) addTo(sums, each);
  return sums;
}

function addTo(sums: Sums, parts: readonly number[]): void {
  for (let index = 0; index < sums.length; index += 1) sums[index] = (sums[index] ?? 0) + (parts[index] ?? 0);
}

interface Bootstrapped {
  readonly estimate: number;
  readonly resampled: Float64Array;
  /** The statistic without each case in turn. */
  readonly jackknife: Float64Array;
}

/**
 * Computes the bias-corrected and accelerated interval (BCa) of a bootstrapped statistic.
 *
 * @source Efron and Tibshirani, An Introduction to the Bootstrap, §14.3
 */
export function bcaInterval({ estimate, resampled, jackknife }: Bootstrapped, level: number): Interval {
  const acceleration = accelerationOf(jackknife, estimate);
  const [below, upTo] = [shareBelow(resampled, estimate), shareUpTo(resampled, estimate)];
  const bias = normalQuantile(within((below + upTo) / 2, resampled.length));
  const endAt = (p: number): number => {
    const shifted = bias + normalQuantile(p);
    return quantileOfSorted(resampled, normalCdf(bias + shifted / (1 - acceleration * shifted)));
  };
  return [endAt((1 - level) / 2), endAt((1 + level) / 2)];
}

/** The acceleration, by jackknife. 0 where nothing varies. */
function accelerationOf(without: Float64Array, estimate: number): number {
  if (without.length < 2) return 0;
  const centre = sum(without) / without.length;
  let [squares, cubes] = [0, 0];
  for (const value of without) {
    squares += (centre - value) ** 2;
    cubes += (centre - value) ** 3;
  }
  // Equal cases leave only rounding errors.
  return squares <= (Math.abs(estimate) * 1e-12) ** 2 ? 0 : cubes / (6 * squares ** 1.5);
}

/** A share of 0 or 1 would give an infinite bias, so it is limited to what one more draw could change. */
function within(share: number, draws: number): number {
  return clamp(share, 0.5 / draws, 1 - 0.5 / draws);
}

export function shareBelow(numbers: Float64Array, bound: number): number {
  return numbers.filter((value) => value < bound).length / numbers.length;
}

export function shareUpTo(numbers: Float64Array, bound: number): number {
  return numbers.filter((value) => value <= bound).length / numbers.length;
}
