import { clamp, differenceOf } from '../../foundation/numbers.ts';
import { isBounded } from '../statistics/score-range.ts';
import { createLargest } from '../groups/group-rows.ts';
import { billChangeInterval } from '../statistics/betting-on-costs.ts';
import { createDifferences, type Groups } from '../statistics/bootstrap.ts';
import {
  drawSignFlips,
  leastSignTestCount,
  signFlipInterval,
  signFlipPValue,
  tailsOf,
} from '../statistics/hypothesis-tests.ts';
import { createMoments, type Interval } from '../statistics/intervals.ts';
import { compareMedianRatio, compareSlowRatio, leastSlowCases } from '../statistics/latency-ratios.ts';
import { createQuantiles } from '../statistics/quantiles.ts';
import { createRandom } from '../statistics/random.ts';
import { createReservoir } from '../statistics/reservoir.ts';
import { createSkewness, isTooSkewed } from '../statistics/skewness.ts';
import type { CaseValue } from './cases.ts';
import type { Metric } from './metrics.ts';
import type { PairedAnswer } from './paired-answer.ts';

type Row = { readonly row: number | null; readonly baseline: number; readonly candidate: number };

/** Most pairs of which a method looks at each; of more, at a random sample. */
const MAX_PAIRS = 8192;

/** Dominating rows that are listed. */
const MAX_DOMINATING = 5;

/** Compares the means of what two variants cost or take: their bills, not the typical row. */
export function collectMeans(metric: Metric, seed: number) {
  const kind = metric.source === 'latency' ? 'latency' : 'cost';
  const random = createRandom(seed);
  const [before, after, changes, logs] = [createMoments(), createMoments(), createMoments(), createMoments()];
  const [differences, skewness] = [createDifferences(random), createSkewness()];
  const pairs = createReservoir<readonly [number, number]>(random, MAX_PAIRS);
  const greatest = createLargest<Row>(MAX_DOMINATING);
  const counts = createCounts();
  return {
    count: counts.count,
    /** @param isTie - whether the two calls lasted as long */
    add(baseline: CaseValue, candidate: CaseValue, isTie = false, row: number | null = null): number {
      const [one, last] = [Number(baseline.value), Number(candidate.value)];
      const other = isTie || isWithinNoise(kind, one, last) ? one : last;
      const change = differenceOf(other, one);
      before.add(one);
      after.add(other);
      changes.add(change);
      differences.add(change);
      skewness.add(change);
      logs.add(toLogRatio(kind, one, other));
      pairs.add([one, other]);
      if (change !== 0) greatest.add({ row, baseline: one, candidate: other }, Math.abs(change));
      return counts.add(0 - change);
    },
    read(level: number) {
      const [{ mean: one, greatest: most }, { mean: other, greatest: last }] = [before.read(), after.read()];
      const { count, mean, variance } = changes.read();
      const toShare = (cost: number) => (one === 0 ? (cost === 0 ? 0 : null) : cost / one);
      const about = {
        ...aboutFigure(metric, kind),
        ...counts.read(),
        target: 'mean',
        method: 'sign_flips',
        variance: variance / (one === 0 ? 1 : one * one),
      } as const;
      if (count === 0) return { facts: { ...about, ...NO_FIGURES }, answer: null };
      const flips = compareFlips(differences.read(), seed);
      const answer: PairedAnswer = {
        method: 'sign_flips',
        isTooSkewed: isTooSkewed(skewness.read()),
        testAt: (alpha, widest) => {
          const { pValue, intervalAt } = flips.testAt(alpha, widest);
          return { pValue, intervalAt: (at) => (one === 0 ? null : scaled(intervalAt(at), one)) };
        },
        leastPairs: flips.leastPairs,
      };
      const limit =
        isBounded(metric.range) && Math.max(most, last) <= metric.range.high ? metric.range.high : undefined;
      const facts = {
        ...about,
        baseline: one,
        candidate: other,
        difference: mean,
        change: toShare(mean),
        typical_ratio: Math.expm1(logs.read().mean),
        dominating: greatest.read().map((each) => ({
          ...each,
          share: mean === 0 ? 0 : (each.candidate - each.baseline) / (mean * count),
        })),
        gate_interval:
          one === 0 && other === 0
            ? billChangeInterval(unchangedBill(count), level)
            : billChangeInterval(toFigures(pairs.read()), level, limit),
      };
      return { facts, answer };
    },
  };
}

/** Compares figures without a bound by their differences. */
export function compareFlips(differences: Groups, seed: number): PairedAnswer {
  return {
    method: 'sign_flips',
    testAt: (alpha, widest = alpha) => {
      const flips = drawSignFlips(differences, createRandom(seed), alpha);
      const tails = tailsOf(flips, widest);
      return { pValue: signFlipPValue(flips, 0), intervalAt: (level) => signFlipInterval(tails, level) };
    },
    leastPairs: leastSignTestCount,
  };
}

/** Compares how long two variants take: the typical call, or the slow ones. */
export function collectLatencies(metric: Metric, seed: number) {
  const random = createRandom(seed);
  const [before, after, logs] = [createMoments(), createMoments(), createMoments()];
  const [first, second] = [createQuantiles(), createQuantiles()];
  const pairs = createReservoir<readonly [number, number]>(random, MAX_PAIRS);
  const counts = createCounts();
  const target = metric.target === 'p95' ? 'p95' : 'median';
  return {
    count: counts.count,
    /** @param isTie - whether the two calls lasted as long */
    add(baseline: CaseValue, candidate: CaseValue, isTie = false, _row: number | null = null): number {
      const [one, other] = [Number(baseline.value), Number(candidate.value)];
      const isAlike = isTie || isWithinNoise('latency', one, other);
      before.add(one);
      after.add(other);
      first.add(one);
      second.add(other);
      logs.add(toLogRatio('latency', one, other));
      pairs.add([one, isAlike ? one : other]);
      return counts.add(isAlike ? 0 : one - other);
    },
    read(level: number) {
      const share = target === 'p95' ? 0.95 : 0.5;
      const [one, other] = [first.read(share), second.read(share)];
      const method = target === 'p95' ? ('exceedances' as const) : ('order_statistics' as const);
      const about = {
        ...aboutFigure(metric, 'latency'),
        ...counts.read(),
        target,
        method,
        variance: logs.read().variance,
      } as const;
      if (one === null || other === null) return { facts: { ...about, ...NO_FIGURES }, answer: null };
      const figures = toFigures(pairs.read());
      const ratios = figures.before.map((each, index) => toLogRatio('latency', each, figures.after[index] ?? 0));
      const compared =
        target === 'p95'
          ? { ...compareSlowRatio(figures), logRatio: toLogRatio('latency', one, other) }
          : { ...compareMedianRatio(ratios), gateIntervalAt: null };
      const intervalAt = (at: number) => toChanges(compared.intervalAt(at));
      const answer: PairedAnswer = {
        method,
        testAt: () => ({ pValue: compared.pValue, intervalAt }),
        leastPairs: target === 'p95' ? leastSlowCases : leastSignTestCount,
      };
      const facts = {
        ...about,
        baseline: one,
        candidate: other,
        means: [before.read().mean, after.read().mean] as const,
        difference: other - one,
        change: Math.expm1(compared.logRatio),
        gate_interval: toChanges((compared.gateIntervalAt ?? compared.intervalAt)(level)),
      };
      return { facts, answer };
    },
  };
}

function aboutFigure({ name, goal }: Metric, kind: 'cost' | 'latency') {
  return { metric: name, kind, goal, scale: 'ratio', range: null } as const;
}

const NO_FIGURES = {
  baseline: null,
  candidate: null,
  difference: null,
  change: null,
  gate_interval: null,
} as const;

function createCounts() {
  const counts = { better: 0, worse: 0, same: 0 };
  const count = () => counts.better + counts.worse + counts.same;
  return {
    count,
    add(gain: number): number {
      counts[gain > 0 ? 'better' : gain < 0 ? 'worse' : 'same'] += 1;
      return gain;
    },
    read: () => ({ pairs: count(), ...counts }),
  };
}

/** Cases that cost nothing show as little of those that do as cases that cost the same. */
function unchangedBill(cases: number) {
  return { before: Float64Array.of(1), after: Float64Array.of(1), counts: Float64Array.of(cases) };
}

function scaled(interval: Interval | null, unit: number): Interval | null {
  return interval === null ? null : [interval[0] / unit, interval[1] / unit];
}

function toChanges(interval: Interval | null): Interval | null {
  return interval === null ? null : [Math.expm1(interval[0]), Math.expm1(interval[1])];
}

function toFigures(pairs: readonly (readonly [number, number])[]) {
  return {
    before: Float64Array.from(pairs, ([before]) => before),
    after: Float64Array.from(pairs, ([, after]) => after),
  };
}

/**
 * Seconds that a call may wait for others: in a batch of short calls, the last waits for the first, and the first calls run
 * code that is not compiled yet.
 */
const CLOCK_NOISE = 0.01;

/** A row counts as a ratio of at most this, so that a figure of 0 is not an infinite one. */
const MAX_LOG_RATIO = Math.log(1000);

/** Computes the logarithm of the ratio of two figures; 0 where they cannot be told apart. */
function toLogRatio(source: Metric['source'], before: number, after: number): number {
  if (before === after || isWithinNoise(source, before, after)) return 0;
  return clamp(Math.log(after) - Math.log(before), -MAX_LOG_RATIO, MAX_LOG_RATIO);
}

/** Answers whether two latencies differ by less than the clock can measure. */
export function isWithinNoise(source: Metric['source'], before: number, after: number): boolean {
  return source === 'latency' && Math.abs(after - before) < CLOCK_NOISE;
}
