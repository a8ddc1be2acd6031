import type { ComparisonMethod } from '../../contract/evaluations/comparison.ts';
import type { ScoreRange } from '../evaluators/definition/evaluator-definition.ts';
import {
  type BoundedSample,
  boundedMeanInterval,
  boundedMeanPValue,
  leastBoundedCount,
} from '../statistics/betting.ts';
import type { Groups } from '../statistics/bootstrap.ts';
import {
  leastSignTestCount,
  signTest,
  drawSignFlips,
  signFlipInterval,
  signFlipPValue,
} from '../statistics/hypothesis-tests.ts';
import { type Interval, type PairedCounts, pairedShareInterval } from '../statistics/intervals.ts';
import type { Random } from '../statistics/random.ts';

/** What one method says about the change of a metric. Interval and p-value agree on whether there is one. */
export interface PairedAnswer {
  readonly method: ComparisonMethod;
  readonly pValue: number;
  /** `null` where no change can be refuted at this level. */
  readonly intervalAt: (level: number) => Interval | null;
  /** Least number of pairs whose p-value can be below `alpha`. */
  readonly leastPairs: (alpha: number) => number;
}

export function compareShares(table: PairedCounts): PairedAnswer {
  return {
    method: 'newcombe',
    pValue: signTest(table.onlySecond, table.onlyFirst),
    intervalAt: (level) => pairedShareInterval(table, level),
    leastPairs: leastSignTestCount,
  };
}

/** Compares scores of a known range by their differences, scaled from 0 to 1. */
export function compareBounded(differences: BoundedSample, range: ScoreRange): PairedAnswer {
  return {
    method: 'betting',
    pValue: boundedMeanPValue(differences, 0.5),
    intervalAt: (level) => differenceInterval(differences, range.high - range.low, level),
    leastPairs: leastBoundedCount,
  };
}

/** Compares figures without a bound by their differences. */
export function compareFlips(differences: Groups, random: Random): PairedAnswer {
  const flips = drawSignFlips(differences, random);
  return {
    method: 'sign_flips',
    pValue: signFlipPValue(flips, 0),
    intervalAt: (level) => signFlipInterval(flips, level),
    leastPairs: leastSignTestCount,
  };
}

/** Computes the interval of the mean of differences that are at most `reach`, from their sample scaled from 0 to 1. */
export function differenceInterval(sample: BoundedSample, reach: number, level: number): Interval {
  const [low, high] = boundedMeanInterval(sample, level);
  return [(2 * low - 1) * reach, (2 * high - 1) * reach];
}
