import type { ComparisonMethod } from '../../contract/evaluations/comparison.ts';
import type { Interval } from '../statistics/intervals.ts';

/** A test of a metric's change. Interval and p-value agree on whether there is one. */
export interface PairedTest {
  readonly pValue: number;
  /** On the metric's scale, at the widest error rate of the test or a finer one; `null` where none can be refuted. */
  readonly intervalAt: (level: number) => Interval | null;
}

/** What one method says about the change of a metric. */
export interface PairedAnswer {
  readonly method: ComparisonMethod;
  /** Whether the numbers are too skewed for the method, so that it says nothing. */
  readonly isTooSkewed?: boolean;
  /** Tests as finely as an error rate of `alpha` needs. @param widest - the greatest error rate of an interval that is asked for */
  readonly testAt: (alpha: number, widest?: number) => PairedTest;
  /** Least number of pairs whose p-value can be below `alpha`. */
  readonly leastPairs: (alpha: number) => number;
}
