import type { ComparedMetric } from '../../contract/evaluations/comparison.ts';
import { differenceOf } from '../../foundation/numbers.ts';
import { isBounded, type ScoreRange, SHARE } from '../statistics/score-range.ts';
import {
  boundedMeanInterval,
  boundedMeanPValue,
  type BoundedSample,
  type BoundedValues,
  createBoundedValues,
  leastBoundedCount,
} from '../statistics/betting.ts';
import { createMoments, type Interval, type Moments } from '../statistics/intervals.ts';
import { type PairedShares, pairedShareInterval } from '../statistics/paired-shares.ts';
import { createDifferences } from '../statistics/bootstrap.ts';
import { createRandom, type Random } from '../statistics/random.ts';
import type { CaseValue } from './cases.ts';
import { collectMeans, collectLatencies, compareFlips } from './compare-figures.ts';
import type { Metric } from './metrics.ts';
import { createMissing } from './missing.ts';
import type { PairedAnswer } from './paired-answer.ts';
import { leastSignTestCount, signTest } from '../statistics/hypothesis-tests.ts';

/** A compared metric before the number of metrics sets the level of its interval. */
export interface UndecidedMetric {
  readonly facts: Omit<
    ComparedMetric,
    'p_value' | 'interval' | 'interval_level' | 'p_adjusted' | 'least_pairs' | 'verdict'
  >;
  /** `null` without a pair. */
  readonly answer: PairedAnswer | null;
  /** Whether the calls were made at the same time; else latencies also differ by what happened in between. */
  readonly isInterleaved: boolean;
  /** The side whose missing values count as nothing, more than those of the other; `null`: neither. */
  readonly excused?: 'baseline' | 'candidate' | null;
}

export type MetricComparison = ReturnType<typeof compareMetric>;

export interface PairedCalls {
  /** Index of the case's first row, from 1. */
  readonly row?: number;
  /** Whether a row failed in either, or an evaluator could not score it. */
  readonly hasFailed?: boolean;
  readonly isWarmUp: boolean;
  readonly isInterleaved: boolean;
  /** They are the calls of an earlier row. */
  readonly isShared: boolean;
  /** Their latencies differ by less than the clock can measure. */
  readonly lastsAsLong: boolean;
}

const ALIKE: PairedCalls = { isWarmUp: false, isInterleaved: true, isShared: false, lastsAsLong: false };

/** Compares one metric without holding its rows. */
export function compareMetric(metric: Metric, seed: number) {
  const { isTimed } = metric;
  const collect = collectorOf(metric);
  const all = collect(metric, seed);
  const interleaved = isTimed ? collect(metric, seed) : all;
  const missing = createMissing(metric);
  const answered = [createMoments(), createMoments()] as const;
  let failed = 0;
  const calls = { warm_up: 0, shared: 0 };
  const withoutErrors = () => {
    const [before, after] = answered.map((moments) => moments.read());
    if (failed === 0 || before === undefined || after === undefined) return null;
    const isEmpty = before.count === 0;
    return { pairs: before.count, baseline: isEmpty ? null : before.mean, candidate: isEmpty ? null : after.mean };
  };
  return {
    /** @returns how much better the candidate is; negative where it is worse */
    add(baseline: CaseValue, candidate: CaseValue, made: PairedCalls = ALIKE): number {
      const { isWarmUp, isInterleaved, isShared, lastsAsLong, hasFailed = false } = made;
      const pair = missing.pair(baseline, candidate, made.row ?? null);
      if (pair === null) return 0;
      if (hasFailed) failed += 1;
      else for (const [index, moments] of answered.entries()) moments.add(Number(pair[index]?.value));
      if (!isTimed) return all.add(...pair, false, made.row ?? null);
      calls.warm_up += isWarmUp ? 1 : 0;
      calls.shared += isShared && !isWarmUp ? 1 : 0;
      if (isWarmUp || isShared) return 0;
      if (isInterleaved) interleaved.add(...pair, lastsAsLong, made.row ?? null);
      return all.add(...pair, lastsAsLong, made.row ?? null);
    },
    read(level: number): UndecidedMetric {
      // A few rows whose calls happened to coincide do not stand for the others.
      const isInterleaved = 2 * interleaved.count() >= all.count();
      const { facts, answer } = (isInterleaved ? interleaved : all).read(level);
      const made = { ...calls, interleaved: interleaved.count(), apart: all.count() - interleaved.count() };
      const missed = { missing: missing.read(), without_errors: metric.source === 'cost' ? withoutErrors() : null };
      return {
        facts: { ...facts, ...missed, calls: isTimed ? made : null },
        answer,
        isInterleaved,
        excused: missing.excuses(),
      };
    },
  };
}

function collectorOf({ source, target }: Metric) {
  if (source === 'evaluator') return collectScores;
  return source === 'cost' || target === 'mean' ? collectMeans : collectLatencies;
}

function collectScores(metric: Metric, seed: number) {
  const { name, goal } = metric;
  const random = createRandom(seed);
  const known = isBounded(metric.range) ? metric.range : SHARE;
  const changes = collectChanges(random, known.high - known.low);
  const [first, second] = [createMoments(), createMoments()];
  const shares = { pairs: 0, gained: 0, lost: 0 };
  const counts = { better: 0, worse: 0, same: 0 };
  let isPassFail = true;
  return {
    count: () => counts.better + counts.worse + counts.same,
    /** @param isTie - whether the two calls lasted as long, so that one side of a limit is no better than the other */
    add(baseline: CaseValue, candidate: CaseValue, isTie = false, _row: number | null = null): number {
      isPassFail &&= baseline.isShare && candidate.isShare;
      const [before, after] = [Number(baseline.value), Number(candidate.value)];
      first.add(before);
      second.add(after);
      const change = isTie ? 0 : differenceOf(after, before);
      changes.add(change);
      shares.pairs += 1;
      shares.gained += Math.max(0, change);
      shares.lost += Math.max(0, -change);
      const gain = goal === 'higher' ? change : 0 - change;
      counts[gain > 0 ? 'better' : gain < 0 ? 'worse' : 'same'] += 1;
      return gain;
    },
    read(level: number) {
      const { count: pairs, mean, variance } = changes.moments();
      const kind = isPassFail ? 'pass_fail' : 'score';
      const [before, after] = [first.read(), second.read()];
      const range = isPassFail ? SHARE : usableRange(metric.range, [before, after]);
      const about = {
        metric: name,
        kind,
        goal,
        target: 'mean',
        pairs,
        ...counts,
        variance,
        scale: 'difference',
      } as const;
      if (pairs === 0) return { facts: { ...about, ...NOTHING, method: methodOf(kind, range) }, answer: null };
      const answer = isPassFail
        ? compareShares(shares)
        : range !== null
          ? compareBounded(changes.bounded(), range)
          : compareFlips(changes.groups(), random.below(2 ** 32));
      const facts = {
        ...about,
        baseline: before.mean,
        candidate: after.mean,
        difference: mean,
        change: mean,
        gate_interval: answer.method === 'sign_flips' ? null : answer.testAt(1 - level).intervalAt(level),
        method: answer.method,
        range: range === null ? null : ([range.low, range.high] as const),
      };
      return { facts, answer };
    },
  };
}

const NOTHING = {
  baseline: null,
  candidate: null,
  difference: null,
  change: null,
  gate_interval: null,
  range: null,
} as const;

function methodOf(kind: ComparedMetric['kind'], range: ScoreRange | null): ComparedMetric['method'] {
  if (kind === 'pass_fail') return 'mcnemar';
  return kind === 'score' && range !== null ? 'betting' : 'sign_flips';
}

/** Collects the same changes for both methods: which of them applies is known only after the last row. */
function collectChanges(random: Random, reach: number) {
  const differences = createDifferences(random);
  const bounded: BoundedValues = createBoundedValues(random, { low: -reach, high: reach });
  const moments = createMoments();
  return {
    add(change: number): void {
      differences.add(change);
      bounded.add(change);
      moments.add(change);
    },
    moments: () => moments.read(),
    groups: () => differences.read(),
    bounded: () => bounded.read(),
  };
}

/** A range that some score exceeds is not its range. */
function usableRange(
  range: ScoreRange | null,
  seen: readonly Pick<Moments, 'least' | 'greatest'>[],
): ScoreRange | null {
  if (!isBounded(range)) return null;
  return seen.every(({ least, greatest }) => least >= range.low && greatest <= range.high) ? range : null;
}

function compareShares(shares: PairedShares): PairedAnswer {
  return {
    method: 'mcnemar',
    testAt: () => ({
      pValue: signTest(shares.gained, shares.lost),
      intervalAt: (level) => pairedShareInterval(shares, level),
    }),
    leastPairs: leastSignTestCount,
  };
}

/** Compares scores of a known range by their differences, scaled from 0 to 1. */
function compareBounded(differences: BoundedSample, range: ScoreRange): PairedAnswer {
  return {
    method: 'betting',
    testAt: () => ({
      pValue: boundedMeanPValue(differences, 0.5),
      intervalAt: (level) => differenceInterval(differences, range.high - range.low, level),
    }),
    leastPairs: leastBoundedCount,
  };
}

/** Computes the interval of the mean of differences that are at most `reach`, from their sample scaled from 0 to 1. */
export function differenceInterval(sample: BoundedSample, reach: number, level: number): Interval {
  const [low, high] = boundedMeanInterval(sample, level);
  return [(2 * low - 1) * reach, (2 * high - 1) * reach];
}
