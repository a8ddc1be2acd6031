import type { ComparedMetric } from '../../contract/evaluations/comparison.ts';
import { describeVerdict } from '../../contract/evaluations/describe-comparison.ts';
import type { MetricSummary } from '../../contract/evaluations/evaluation-summary.ts';
import type { GateCheck } from '../../contract/evaluations/gate-report.ts';
import { countOf } from '../../foundation/numbers.ts';
import type { Interval } from '../statistics/intervals.ts';
import { casesNeeded, differenceIntervalWith, meanIntervalWith } from './cases-needed.ts';
import { type GateRule, maximumMissing, type MissingLimits } from './parse-gate.ts';
import { MEAN_REACH, RATIO_REACH } from '../statistics/betting-on-costs.ts';

/** What a rule is checked with, besides its own bound. */
export interface RuleLimits extends MissingLimits {
  /** Least number of cases that must have a value in both evaluations. */
  readonly minimumPairs: number;
  /** Level of the intervals that it must pass by. */
  readonly level: number;
  readonly isPrimary: boolean;
}

export function checkBound(
  metric: MetricSummary,
  bound: 'minimum' | 'maximum',
  rule: GateRule,
  gate: RuleLimits,
): GateCheck {
  const { level } = gate;
  const limit = rule[bound] ?? 0;
  const goal = bound === 'minimum' ? 'higher' : 'lower';
  const isFigure = isFigureOf(metric);
  const evidence = isFigure ? toInterval(metric.gate_interval) : metric.interval;
  const about = {
    metric: metric.metric,
    rule: `${isFigure ? 'mean ' : ''}${bound} ${limit}${rule.confident ? ', confident' : ''}`,
    value: metric.mean,
    interval: rule.confident ? toShown(evidence) : metric.interval,
    cases: metric.count,
    primary: gate.isPrimary,
  };
  if (metric.mean === null || hidesCosts(metric, gate))
    return { ...about, ...unknown(metric.missing + metric.partial) };
  const side = bound === 'minimum' ? 'below the minimum' : 'above the maximum';
  if (!rule.confident) {
    const isMet = goal === 'higher' ? metric.mean >= limit : metric.mean <= limit;
    return { ...about, ...(isMet ? PASSED : failed(`${figure(metric.mean)} is ${side} ${limit}`)) };
  }
  if (metric.method === 'student') return { ...about, ...undecided(unknownRange(metric.metric)) };
  if (isFigure && metric.range?.high == null && (metric.greatest ?? 0) > MEAN_REACH * limit) {
    return { ...about, ...undecided(tooSkewed(`a case exceeds ${MEAN_REACH} times the limit`)) };
  }
  const decide = (interval: Interval | null) => sideOf(interval, limit, goal);
  const withCases = (cases: number) => decide(meanIntervalWith(cases, metric, level));
  const best = {
    ...metric,
    mean: bound === 'minimum' ? (metric.range?.high ?? 1) : (metric.range?.low ?? 0),
    variance: 0,
  };
  const atBest = isFigure && bound === 'minimum' ? null : withBest(best, level, decide);
  const outcome = decided({
    side: decide(evidence),
    seen: metric.count,
    withCases,
    atBest,
    bad: `surely ${side} ${limit}`,
  });
  return { ...about, ...outcome };
}

function isFigureOf({ kind }: Pick<MetricSummary, 'kind'>): boolean {
  return kind === 'cost' || kind === 'latency';
}

/** An interval without an upper end permits any mean above the lower one. */
function toInterval([low = null, high = null]: readonly (number | null)[] = []): Interval | null {
  return low === null ? null : [low, high ?? Infinity];
}

function toShown(interval: Interval | null): Interval | null {
  return interval !== null && Number.isFinite(interval[1]) ? interval : null;
}

function withBest(best: MetricSummary, level: number, decide: (interval: Interval | null) => Side): WithCases {
  return (cases) => decide(meanIntervalWith(cases, best, level));
}

export function checkNotWorse(metric: ComparedMetric, rule: GateRule, gate: RuleLimits): GateCheck {
  const { level } = gate;
  const allowed = rule.not_worse_by ?? 0;
  const limit = limitOf(allowed, metric);
  const worst = metric.goal === 'higher' ? -limit : limit;
  const about = {
    metric: metric.metric,
    rule: `${targetOf(metric)}not worse by ${allowed}`,
    value: metric.change,
    interval: metric.gate_interval,
    ...(metric.scale === 'ratio' ? { scale: metric.scale } : {}),
    cases: metric.pairs,
    primary: gate.isPrimary,
  };
  if (metric.baseline === 0 && (metric.change === null || (metric.kind === 'cost' && typeof allowed === 'number')))
    return { ...about, ...undecided('the baseline cost nothing') };
  if (metric.change === null || hidesCosts(metric, gate)) return { ...about, ...unknown(missingOf(metric)) };
  const lacking = lackingPairs(metric, gate);
  if (lacking !== null) return { ...about, ...lacking };
  if (metric.verdict === 'not interleaved') return { ...about, ...undecided(APART) };
  const isMeanFigure = isFigureOf(metric) && metric.target === 'mean';
  if (isMeanFigure && metric.gate_interval === null) {
    const exceeds = metric.kind === 'cost' ? 'costs' : 'takes';
    return { ...about, ...undecided(tooSkewed(`a case ${exceeds} more than ${RATIO_REACH} times the mean`)) };
  }
  if (metric.kind !== 'latency' && metric.gate_interval === null)
    return { ...about, ...undecided(unknownRange(metric.metric)) };
  const decide = (interval: Interval | null) => sideOf(interval, worst, metric.goal);
  const side = decide(metric.gate_interval);
  // The interval decides, and the comparison forbids it: more cases are not what is missing.
  if (side === 'bad' && metric.verdict !== 'worse') {
    const reason = `it seems worse by more than ${allowed}, but the comparison says: ${describeVerdict(metric)}`;
    return { ...about, ...undecided(reason) };
  }
  const outcome = decided({
    side: surelyWorse(metric, worst) ? 'bad' : side === 'good' ? 'good' : null,
    seen: metric.pairs,
    withCases: (cases) => decide(differenceIntervalWith(cases, metric, level)),
    atBest: (cases) => decide(differenceIntervalWith(cases, unchanged(metric), level)),
    bad: `surely worse by more than ${allowed}`,
    found: metric.verdict === 'worse' ? describeWorse(metric, allowed) : null,
  });
  return { ...about, ...outcome };
}

/** A change that is shown to be a loss is never reported as one that cannot be told. */
function describeWorse({ p_value, better, worse }: ComparedMetric, allowed: number | string): string {
  const p = p_value === null ? '' : `, p ${Number(p_value.toPrecision(2))}`;
  return `it is worse (${countOf(worse, 'case')} worse, ${better} better${p}), but perhaps by no more than ${allowed}`;
}

/** A baseline that failed makes any candidate look better, and cases with one value only show no change. */
function lackingPairs({ pairs, missing, kind }: ComparedMetric, gate: RuleLimits): Outcome | null {
  const { baseline, both, losses } = missing;
  const lost = baseline + both;
  if (kind !== 'cost' && lost > maximumMissing(gate)) {
    return undecided(
      `the baseline has no value for ${countOf(lost, 'case')}; maximum_missing: ${lost} would allow that`,
    );
  }
  const whole = pairs - losses;
  if (whole >= gate.minimumPairs) return null;
  const reason = `${countOf(whole, 'case')} ${whole === 1 ? 'has' : 'have'} a value in both; the gate wants ${gate.minimumPairs}`;
  return { verdict: 'inconclusive', needed_cases: gate.minimumPairs, reason };
}

/** A rule fails where the comparison has that verdict, and by its interval: the two never contradict each other. */
function surelyWorse({ verdict, interval, goal }: ComparedMetric, worst: number): boolean {
  return verdict === 'worse' && sideOf(interval, worst, goal) === 'bad';
}

/** Names what a rule about costs or latencies compares. */
function targetOf({ kind, target }: ComparedMetric): string {
  if (kind === 'cost') return 'bill ';
  // The name of a mean latency says so.
  return kind === 'latency' && target !== 'mean' ? `${target} ` : '';
}

/** Converts what a rule allows to the scale of the change. */
export function limitOf(
  allowed: number | string,
  { scale, baseline }: Pick<ComparedMetric, 'scale' | 'baseline'>,
): number {
  const mean = Math.abs(baseline ?? 0);
  const share = typeof allowed === 'number' ? null : Number.parseFloat(allowed) / 100;
  if (scale === 'difference') return share === null ? Number(allowed) : share * mean;
  return share ?? (mean === 0 ? 0 : Number(allowed) / mean);
}

function unchanged(metric: ComparedMetric): ComparedMetric {
  return { ...metric, change: 0, variance: 0, better: 0, worse: 0, same: metric.pairs };
}

type Outcome = Pick<GateCheck, 'verdict' | 'needed_cases' | 'reason'>;

const PASSED: Outcome = { verdict: 'passed', needed_cases: null, reason: null };

function failed(reason: string): Outcome {
  return { verdict: 'failed', needed_cases: null, reason };
}

/** A missing score fails the rule before; an unknown cost leaves it undecided. */
function hidesCosts(metric: MetricSummary | ComparedMetric, gate: MissingLimits): boolean {
  return metric.kind === 'cost' && missingOf(metric) > maximumMissing(gate);
}

/** Counts the cases of which some row has no value; of a comparison, in either evaluation. */
function missingOf(metric: MetricSummary | ComparedMetric): number {
  if (!('pairs' in metric)) return metric.missing + metric.partial;
  const { baseline, candidate, both } = metric.missing;
  return baseline + candidate + both;
}

function unknown(missing: number): Outcome {
  return { verdict: 'inconclusive', needed_cases: null, reason: `it is not known for ${countOf(missing, 'case')}` };
}

type Side = 'good' | 'bad' | null;

/** Finds on which side of a limit the whole interval lies; the limit itself is good. */
export function sideOf(interval: Interval | null, limit: number, goal: 'higher' | 'lower'): Side {
  if (interval === null) return null;
  const [low, high] = interval;
  if (goal === 'higher') return low >= limit ? 'good' : high < limit ? 'bad' : null;
  return high <= limit ? 'good' : low > limit ? 'bad' : null;
}

type WithCases = (cases: number) => Side;

interface Evidence {
  readonly side: Side;
  readonly seen: number;
  /** Decides by the interval of more cases like those seen. */
  readonly withCases: WithCases;
  /** Decides by the interval of cases that could not be better; `null` where nothing limits how good they are. */
  readonly atBest: WithCases | null;
  readonly bad: string;
  /** Describes what is shown although the rule is undecided; `null`: nothing. */
  readonly found?: string | null;
}

/** A forecast from a few cases says nothing about many times as many. */
const CREDIBLE = 20;

function decided({ side, seen, withCases, atBest, bad, found = null }: Evidence): Outcome {
  if (side !== null) return side === 'good' ? PASSED : failed(`it is ${bad}`);
  const forecast = casesNeeded(seen, (cases) => withCases(cases) !== null);
  const needed = forecast !== null && forecast > CREDIBLE * seen ? null : forecast;
  const enough = atBest === null ? null : casesNeeded(0, (cases) => cases > 0 && atBest(cases) === 'good');
  const least = enough === null || needed === null ? enough : Math.min(enough, needed);
  const isTooFew = least !== null && seen < least;
  const reasons = [
    found ?? (isTooFew ? `too few cases to say: ${seen} of at least ${least}` : `${countOf(seen, 'case')} cannot tell`),
    ...(needed === null ? [`more cases like these would ${forecast === null ? 'not' : 'hardly'} decide it`] : []),
    ...(needed === null || (isTooFew && needed === least && found === null)
      ? []
      : [`about ${needed} cases could decide it`]),
  ];
  return { verdict: 'inconclusive', needed_cases: needed, reason: reasons.join('; ') };
}

function undecided(reason: string): Outcome {
  return { verdict: 'inconclusive', needed_cases: null, reason };
}

function tooSkewed(why: string): string {
  return `too skewed to say: ${why}; state the greatest one in the rule, as in range: [0, 5]`;
}

const APART =
  'the calls were made at different times; wf eval run --variants A,B --fresh calls for both at the same time';

/** Without a range, a single unseen row could outweigh all that were seen, so no number of cases decides. */
function unknownRange(metric: string): string {
  return `the range of ${metric} is unknown or exceeded, so no number of cases decides; give it in the rule, as in range: [0, 1]`;
}

function figure(value: number): string {
  return String(Number(value.toPrecision(4)));
}
