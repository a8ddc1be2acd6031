import type { ComparedMetric } from '../../contract/evaluations/comparison.ts';
import { bootstrapMean } from '../statistics/bootstrap.ts';
import { signTest } from '../statistics/exact-tests.ts';
import { pairedShareInterval } from '../statistics/intervals.ts';
import { createMoments } from '../statistics/moments.ts';
import { createDifferences } from '../statistics/paired-differences.ts';
import { createRandom } from '../statistics/random.ts';
import type { Metric } from './metrics.ts';

type Value = number | boolean;

/** Collects the pairs of one metric. */
export interface MetricComparison {
  /** @returns how much better the candidate is; negative where it is worse */
  add(baseline: Value | null, candidate: Value | null): number;
  /** The verdict needs the p-values of all metrics, so the caller decides it. */
  read(level: number): Omit<ComparedMetric, 'p_adjusted' | 'verdict'>;
}

/** Compares one metric without holding its rows. */
export function compareMetric({ name, source, goal }: Metric, seed: number): MetricComparison {
  const random = createRandom(seed);
  const differences = createDifferences(random);
  const [first, second, spread] = [createMoments(), createMoments(), createMoments()];
  const table = { both: 0, onlyFirst: 0, onlySecond: 0, neither: 0 };
  const counts = { better: 0, worse: 0, same: 0, missing: 0 };
  let isPassFail = source === 'evaluator';
  return {
    add(baseline, candidate) {
      if (baseline === null || candidate === null) {
        counts.missing += 1;
        return 0;
      }
      isPassFail &&= typeof baseline === 'boolean' && typeof candidate === 'boolean';
      const [before, after] = [Number(baseline), Number(candidate)];
      first.add(before);
      second.add(after);
      spread.add(after - before);
      differences.add(after - before);
      table[before ? (after ? 'both' : 'onlyFirst') : after ? 'onlySecond' : 'neither'] += 1;
      const gain = goal === 'higher' ? after - before : before - after;
      counts[gain > 0 ? 'better' : gain < 0 ? 'worse' : 'same'] += 1;
      return gain;
    },
    read(level) {
      const { count: pairs, mean, variance } = spread.read();
      const kind = isPassFail ? 'pass_fail' : source === 'evaluator' ? 'score' : source;
      const method = isPassFail ? 'newcombe' : 'bootstrap';
      const about = { metric: name, kind, goal, pairs, ...counts, variance, method } as const;
      if (pairs === 0)
        return { ...about, baseline: null, candidate: null, difference: null, interval: null, p_value: null };
      const means = { baseline: first.read().mean, candidate: second.read().mean, difference: mean };
      if (isPassFail) {
        const interval = pairedShareInterval(table, level);
        return { ...about, ...means, interval, p_value: signTest(table.onlySecond, table.onlyFirst) };
      }
      const { interval, pValue } = bootstrapMean(differences.read(), { random, level });
      return { ...about, ...means, interval, p_value: pValue };
    },
  };
}
