import type { MetricSummary } from '../../contract/evaluations/evaluation-summary.ts';
import type { GateCheck } from '../../contract/evaluations/gate-report.ts';
import { countOf } from '../../foundation/numbers.ts';
import { quantileRanks } from '../statistics/quantiles.ts';
import { casesNeeded } from './cases-needed.ts';
import type { RuleLimits } from './check-bounds.ts';
import type { GateRule } from './parse-gate.ts';

type Percentile = NonNullable<GateRule['percentile']>;

/** Checks a percentile against a minimum or a maximum; with confidence, by its interval. */
export function checkPercentile(
  metric: MetricSummary,
  bound: 'minimum' | 'maximum',
  { confident, percentile = 50, ...limits }: GateRule,
  { level, isPrimary }: RuleLimits,
): GateCheck {
  const limit = limits[bound] ?? 0;
  const value = metric[`p${percentile}`];
  const [low = null, high = null] = metric.percentile_intervals?.[`p${percentile}`] ?? [];
  const about = {
    metric: metric.metric,
    rule: `p${percentile} ${bound} ${limit}${confident ? ', confident' : ''}`,
    value,
    interval: low === null || high === null ? null : ([low, high] as const),
    cases: metric.count,
    primary: isPrimary,
    needed_cases: null,
    reason: null,
  };
  if (value === null) return { ...about, verdict: 'inconclusive', reason: 'no row has a value' };
  const isMet = (end: number | null) => end !== null && (bound === 'minimum' ? end >= limit : end <= limit);
  const side = bound === 'minimum' ? 'below the minimum' : 'above the maximum';
  const [worst, best] = confident ? (bound === 'minimum' ? [low, high] : [high, low]) : [value, value];
  const least = leastCases(percentile, bound, level);
  const isSample = !confident && least !== null && metric.count < least;
  const reason = isSample ? `of these cases only; confident: true would need ${least}` : null;
  if (isMet(worst)) return { ...about, verdict: 'passed', reason };
  if (best !== null && !isMet(best)) {
    const missed = confident ? `it is surely ${side} ${limit}` : `${Number(value.toPrecision(4))} is ${side} ${limit}`;
    return { ...about, verdict: 'failed', reason: missed };
  }
  return { ...about, ...undecidedFor(metric.count, least) };
}

function undecidedFor(seen: number, least: number | null): Pick<GateCheck, 'verdict' | 'needed_cases' | 'reason'> {
  const isTooFew = least !== null && seen < least;
  const reason = isTooFew
    ? `too few cases to say: ${seen} of at least ${least}`
    : `${countOf(seen, 'case')} cannot tell`;
  return { verdict: 'inconclusive', needed_cases: isTooFew ? least : null, reason };
}

/** Finds the least number of cases whose interval has the end that a bound needs. */
export function leastCases(percentile: Percentile, bound: 'minimum' | 'maximum', level: number): number | null {
  return casesNeeded(0, (cases) => {
    const [low, high] = quantileRanks(cases, percentile / 100, level);
    return bound === 'minimum' ? low >= 1 : cases > 0 && high <= cases;
  });
}
