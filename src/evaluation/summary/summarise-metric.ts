import type { MetricSummary } from '../../contract/evaluations/evaluation-summary.ts';
import { type CaseRows, type CaseValue, readCase } from '../compare/cases.ts';
import type { Metric } from '../compare/metrics.ts';
import { quantileRanks, createQuantiles, type Quantiles } from '../statistics/quantiles.ts';
import { isBounded, type ScoreRange, SHARE } from '../statistics/score-range.ts';
import { boundedMeanInterval, createBoundedValues, sampleOf } from '../statistics/betting.ts';
import { unlimitedMeanInterval } from '../statistics/betting-on-costs.ts';
import {
  clipInterval,
  createMoments,
  type Interval,
  meanInterval,
  type Moments,
  positiveMeanInterval,
  shareInterval,
} from '../statistics/intervals.ts';
import { createRandom } from '../statistics/random.ts';
import { createReservoir } from '../statistics/reservoir.ts';

const BINS = 10;

/** Creates the summariser of one metric; its memory does not grow with the number of values. */
export function summariseMetric(metric: Metric) {
  const collected = collectMean(metric);
  const quantiles = createQuantiles();
  const { name, source, goal } = metric;
  let [missing, partial, flaky] = [0, 0, 0];
  let isPassFail = source === 'evaluator';
  return {
    /** @returns the case's value, and whether its rows disagree */
    add(row: CaseRows): CaseValue {
      const read = readCase(metric, row);
      const { value, isFlaky } = read;
      if (isFlaky) flaky += 1;
      if (value === null) {
        missing += 1;
        return read;
      }
      if (read.valued < read.rows) partial += 1;
      isPassFail &&= read.isShare;
      collected.add(read);
      quantiles.add(Number(value));
      return read;
    },
    read(level: number): MetricSummary {
      const { count, mean, variance, least, greatest, ...interval } = collected.read(level);
      const kind = isPassFail ? 'pass_fail' : source === 'evaluator' ? 'score' : source;
      return {
        metric: name,
        kind,
        goal,
        count,
        missing,
        partial,
        flaky,
        mean: count === 0 ? null : mean,
        ...interval,
        variance,
        least: count === 0 ? null : least,
        p50: quantiles.read(0.5),
        p90: quantiles.read(0.9),
        p95: quantiles.read(0.95),
        p99: quantiles.read(0.99),
        greatest: count === 0 ? null : greatest,
        ...(count === 0 || isPassFail ? {} : { percentile_intervals: percentileIntervals(quantiles, count, level) }),
        histogram: isPassFail ? [] : quantiles.histogram(BINS),
      };
    },
  };
}

function percentileIntervals(quantiles: Quantiles, count: number, level: number) {
  const intervalOf = (p: number) => quantileRanks(count, p, level).map((rank) => quantiles.at(rank));
  return { p50: intervalOf(0.5), p90: intervalOf(0.9), p95: intervalOf(0.95), p99: intervalOf(0.99) };
}

/** Most figures of which betting looks at each; of more, at a random sample. */
const MAX_FIGURES = 8192;

const ANY: ScoreRange = { low: -Infinity, high: Infinity };

export function collectMean({ source, range: known }: Metric) {
  const bounds = isBounded(known) ? known : SHARE;
  const bounded = createBoundedValues(createRandom(1), bounds);
  const [moments, logs] = [createMoments(), createMoments()];
  let isShare = source === 'evaluator';
  const figures = createReservoir<number>(createRandom(1), MAX_FIGURES);
  return {
    add(read: CaseValue): void {
      const value = Number(read.value);
      isShare &&= read.isShare;
      moments.add(value);
      if (source === 'evaluator') bounded.add(value);
      else figures.add(value);
      if (value > 0) logs.add(Math.log(value));
    },
    read(level: number): Moments & Pick<MetricSummary, 'interval' | 'gate_interval' | 'method' | 'range'> {
      const found = moments.read();
      if (found.count === 0) return { ...found, interval: null };
      const range = isShare ? SHARE : known === null || !isWithin(found, known) ? null : known;
      const said = { ...found, range: toBounds(range) };
      if (isShare) {
        // By Clopper and Pearson's method, which the kind of the metric tells.
        return { ...said, interval: ends(shareInterval(found.mean * found.count, found.count, level)) };
      }
      if (source !== 'evaluator') {
        const interval = ends(positiveMeanInterval(found, logs.read(), level));
        return { ...said, method: 'lognormal', interval, gate_interval: gateInterval(figures.read(), range, level) };
      }
      if (isBounded(range)) {
        const scale = (share: number) => bounds.low + share * (bounds.high - bounds.low);
        const [low, high] = boundedMeanInterval(bounded.read(), level);
        return { ...said, method: 'betting', interval: [scale(low), scale(high)] };
      }
      return { ...said, method: 'student', interval: ends(clipInterval(meanInterval(found, level), range ?? ANY)) };
    },
  };
}

function gateInterval(figures: readonly number[], range: ScoreRange | null, level: number): (number | null)[] {
  if (!isBounded(range)) return [...unlimitedMeanInterval(sampleOf(figures), level)];
  const shares = figures.map((figure) => (figure - range.low) / (range.high - range.low));
  return boundedMeanInterval(sampleOf(shares), level).map((share) => range.low + share * (range.high - range.low));
}

function isWithin({ least, greatest }: Moments, { low, high }: ScoreRange): boolean {
  return least >= low && greatest <= high;
}

function toBounds(range: ScoreRange | null): MetricSummary['range'] {
  if (range === null) return null;
  const finite = (end: number) => (Number.isFinite(end) ? end : null);
  return { low: finite(range.low), high: finite(range.high) };
}

function ends(interval: Interval | null): [number, number] | null {
  return interval === null ? null : [interval[0], interval[1]];
}
