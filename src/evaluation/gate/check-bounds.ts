import type { ComparedMetric } from '../../contract/evaluations/comparison.ts';
import type { MetricSummary } from '../../contract/evaluations/evaluation-summary.ts';
import type { GateCheck } from '../../contract/evaluations/gate-report.ts';
import { countOf } from '../../errors/count-of.ts';
import type { Interval } from '../statistics/intervals.ts';
import { casesNeeded, differenceIntervalWith, meanIntervalWith } from './cases-needed.ts';
import type { Gate, GateRule } from './parse-gate.ts';

/** A bootstrap of a few numbers is overconfident: fewer pairs than this decide nothing. */
const FEWEST_PAIRS = 10;

/** Checks a mean against a minimum or a maximum. */
export function checkBound(
  metric: MetricSummary,
  bound: 'minimum' | 'maximum',
  rule: GateRule,
  gate: Pick<Gate, 'confidence' | 'maximum_errors'>,
): GateCheck {
  const { confidence: level } = gate;
  const limit = rule[bound] ?? 0;
  const sign = bound === 'minimum' ? 1 : -1;
  const about = {
    metric: metric.metric,
    rule: `${bound} ${limit}${rule.confident ? ', confident' : ''}`,
    value: metric.mean,
    interval: metric.interval,
    cases: metric.count,
  };
  if (metric.mean === null || hidesCosts(metric, gate)) return { ...about, ...unknown(metric.missing) };
  const side = bound === 'minimum' ? 'below the minimum' : 'above the maximum';
  if (!rule.confident) {
    const isMet = (metric.mean - limit) * sign >= 0;
    return { ...about, ...(isMet ? PASSED : failed(`${figure(metric.mean)} is ${side} ${limit}`)) };
  }
  const decide = (interval: Interval | null) => sideOf(interval, limit, sign);
  const withCases = (cases: number) => decide(meanIntervalWith(cases, metric, level));
  return { ...about, ...decided(decide(metric.interval), metric.count, withCases, `surely ${side} ${limit}`) };
}

/** Checks a difference from the baseline against the allowed one. */
export function checkNotWorse(
  metric: ComparedMetric,
  rule: GateRule,
  gate: Pick<Gate, 'confidence' | 'maximum_errors'>,
): GateCheck {
  const { confidence: level } = gate;
  const allowed = rule.not_worse_by ?? 0;
  const limit =
    typeof allowed === 'number' ? allowed : (Number.parseFloat(allowed) / 100) * Math.abs(metric.baseline ?? 0);
  const sign = metric.goal === 'higher' ? 1 : -1;
  const about = {
    metric: metric.metric,
    rule: `not worse by ${allowed}`,
    value: metric.difference,
    interval: metric.interval,
    cases: metric.pairs,
  };
  if (metric.difference === null || hidesCosts(metric, gate)) return { ...about, ...unknown(metric.missing) };
  if (metric.pairs < FEWEST_PAIRS) {
    const reason = `${countOf(metric.pairs, 'case')} ${metric.pairs === 1 ? 'is' : 'are'} too few to tell`;
    return { ...about, verdict: 'inconclusive', needed_cases: FEWEST_PAIRS, reason };
  }
  const decide = (interval: Interval | null) => sideOf(interval, -limit * sign, sign);
  const withCases = (cases: number) => decide(differenceIntervalWith(cases, metric, level));
  return {
    ...about,
    ...decided(decide(metric.interval), metric.pairs, withCases, `surely worse by more than ${allowed}`),
  };
}

type Outcome = Pick<GateCheck, 'verdict' | 'needed_cases' | 'reason'>;

const PASSED: Outcome = { verdict: 'passed', needed_cases: null, reason: null };

function failed(reason: string): Outcome {
  return { verdict: 'failed', needed_cases: null, reason };
}

/** The gate counts rows without a score as errors; only a cost may be unknown without an error. */
function hidesCosts(
  { kind, missing }: MetricSummary | ComparedMetric,
  { maximum_errors }: Pick<Gate, 'maximum_errors'>,
): boolean {
  return kind === 'cost' && missing > maximum_errors;
}

function unknown(missing: number): Outcome {
  return { verdict: 'inconclusive', needed_cases: null, reason: `it is not known for ${countOf(missing, 'row')}` };
}

type Side = 'good' | 'bad' | null;

/** Tells on which side of a limit the whole interval lies; `sign` is 1 where more is better. */
function sideOf(interval: Interval | null, limit: number, sign: number): Side {
  if (interval === null) return null;
  const [low, high] = interval.map((end) => (end - limit) * sign).toSorted((a, b) => a - b);
  if (low !== undefined && low >= 0) return 'good';
  return high !== undefined && high < 0 ? 'bad' : null;
}

function decided(side: Side, seen: number, withCases: (cases: number) => Side, badWords: string): Outcome {
  if (side !== null) return side === 'good' ? PASSED : failed(`it is ${badWords}`);
  const needed = casesNeeded(seen, (cases) => withCases(cases) !== null);
  const more = needed === null ? 'more cases like these would not decide it' : `about ${needed} cases could decide it`;
  return { verdict: 'inconclusive', needed_cases: needed, reason: `${countOf(seen, 'case')} cannot tell; ${more}` };
}

function figure(value: number): string {
  return String(Number(value.toPrecision(4)));
}
