import { binomialCdf, binomialShare } from '../../../src/evaluation/statistics/distributions.ts';
import { signTest } from '../../../src/evaluation/statistics/hypothesis-tests.ts';
import { shareInterval } from '../../../src/evaluation/statistics/intervals.ts';
import { pairedShareInterval } from '../../../src/evaluation/statistics/paired-shares.ts';
import { quantileRanks } from '../../../src/evaluation/statistics/quantiles.ts';

/**
 * Counts, of each number of changed pairs, how many may be losses for `not_worse_by` to pass: the interval of the gate
 * begins above the limit. One change more adds at most one loss.
 */
export function passingLosses(pairs: number, allowed: number, level = 0.95): number[] {
  const passes = (changed: number, lost: number) => {
    const interval = lost <= changed && pairedShareInterval({ pairs, gained: changed - lost, lost }, level);
    return interval !== false && interval !== null && interval[0] >= -allowed;
  };
  const most: number[] = [];
  for (let changed = 0; changed <= pairs; changed += 1) {
    let lost = most.at(-1) ?? -1;
    while (passes(changed, lost + 1)) lost += 1;
    most.push(lost);
  }
  return most;
}

/** Sums the chance that a gate passes: `broken` of all pairs are lost, `gained` are won. */
export function passRate(most: readonly number[], broken: number, gained: number): number {
  const pairs = most.length - 1;
  const changed = broken + gained;
  let rate = 0;
  for (const [count, lost] of most.entries()) {
    rate += binomialShare(count, pairs, changed) * binomialCdf(lost, count, changed === 0 ? 0 : broken / changed);
  }
  return rate;
}

/** The greatest chance that a loss of exactly `allowed` passes, whatever share of the pairs is gained at the same time. */
export function worstPassRate(most: readonly number[], allowed: number): number {
  const steps = Array.from({ length: 401 }, (_, index) => (index / 400) ** 2);
  return Math.max(
    ...steps.map((step) => passRate(most, allowed + (step * (1 - allowed)) / 2, (step * (1 - allowed)) / 2)),
  );
}

/** The greatest chance that a confident `minimum` (or `maximum`: the same from the other side) passes at a share just below it. */
export function worstBoundRate(cases: number, level = 0.95): number {
  const lows = Array.from({ length: cases + 1 }, (_, passed) => shareInterval(passed, cases, level)?.[0] ?? 1);
  // The chance grows with the share, up to the next minimum that needs one pass more.
  return Math.max(...lows.map((low, passed) => 1 - binomialCdf(passed - 1, cases, low)).slice(1));
}

/** The greatest chance of a verdict where as many pairs are lost as gained, whatever share of the pairs changes. */
export function worstVerdictRate(pairs: number, alpha = 0.05): number {
  const rates = Array.from({ length: pairs + 1 }, (_, changed) => {
    let rate = 0;
    for (let lost = 0; lost <= changed; lost += 1) {
      if (signTest(changed - lost, lost) < alpha) rate += binomialShare(lost, changed, 0.5);
    }
    return rate;
  });
  const rateAt = (share: number) =>
    rates.reduce((sum, rate, changed) => sum + rate * binomialShare(changed, pairs, share), 0);
  return Math.max(...Array.from({ length: 101 }, (_, step) => rateAt(step / 100)));
}

/** The chance that a confident `maximum` of a percentile passes where this percentile is just above it. */
export function percentileRate(cases: number, share: number, level: number): number {
  const [, rank] = quantileRanks(cases, share, level);
  return rank > cases ? 0 : binomialCdf(cases - rank, cases, 1 - share);
}
