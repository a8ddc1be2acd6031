import type { GatePlan, PlannedCheck } from '../../contract/evaluations/gate-report.ts';
import { differenceInterval } from '../compare/compare-metric.ts';
import { comparedOf, latencyOfMean, type Metric, metricsOf } from '../compare/metrics.ts';
import { isNamed, primaryMetricsOf } from '../compare/primary-metrics.ts';
import { binomialCdf } from '../statistics/distributions.ts';
import { leastSlowCases } from '../statistics/latency-ratios.ts';
import { leastCount, pairsToFind } from '../statistics/power.ts';
import { primaryOf } from './judge-gate.ts';
import { casesNeeded, differenceIntervalWith, meanIntervalWith } from './cases-needed.ts';
import { limitOf, sideOf } from './check-bounds.ts';
import { leastCases } from './check-percentile.ts';
import {
  evaluatorNamed,
  type PlannedEvaluator,
  type PlannedMetric,
  plannedResults,
  planMetric,
} from './plan-metric.ts';
import type { Gate, GateRule } from './parse-gate.ts';
import { passLevel } from './spend-level.ts';

/**
 * Plans what each rule of a gate can decide on a number of cases, from the gate alone: nothing is called.
 *
 * @param evaluators - that would run; without them, a rule's metric is taken to be the evaluator of its name
 */
export function planGate(gate: Gate, cases: number, evaluators: readonly PlannedEvaluator[] = []): GatePlan {
  const judged = { aggregated_results: plannedResults(judgesOf(gate, evaluators)) };
  const primary = primaryOf(gate) ?? primaryMetricsOf(judged, null);
  const guards = comparedBy(gate, metricsOf(judged)).filter(({ name }) => !primary.some((each) => isNamed(name, each)));
  const checks = gate.rules.flatMap((rule) => {
    const isPrimary = primary.some((each) => isNamed(each, rule.metric));
    return planRule(rule, planMetric(rule, evaluators), { gate, cases, guards: isPrimary ? [] : guards });
  });
  const { name, sha256, confidence } = gate;
  return { gate: name, gate_sha256: sha256, confidence, cases, checks: [...planCounts(gate, cases), ...checks] };
}

/** Lists what judges: the evaluators that run, else those of the rules. */
function judgesOf({ rules }: Gate, evaluators: readonly PlannedEvaluator[]): readonly PlannedEvaluator[] {
  if (evaluators.length > 0) return evaluators;
  const named = rules.map(({ metric }) => evaluatorNamed(metric));
  return [...new Map(named.map((each) => [each.name, each])).values()];
}

/** Lists what a comparison compares for a gate: of a latency also the slow calls and, for a rule about it, the mean. */
function comparedBy({ rules }: Gate, metrics: readonly Metric[]): Metric[] {
  return metrics.flatMap((metric) => comparedOf(metric, (name) => rules.some((rule) => rule.metric === name)));
}

function planCounts({ minimum_cases, minimum_pairs, rules }: Gate, cases: number): PlannedCheck[] {
  const isCompared = rules.some(({ not_worse_by }) => not_worse_by !== undefined);
  const counts = [
    { metric: 'cases', least: minimum_cases },
    { metric: 'pairs', least: isCompared ? minimum_pairs : 1 },
  ];
  return counts
    .filter(({ least }) => least > 1)
    .map(({ metric, least }) => ({
      ...UNKNOWN,
      metric,
      rule: `minimum ${least}`,
      needed_to_pass: least,
      can_pass: cases >= least,
    }));
}

interface Planned {
  readonly gate: Gate;
  readonly cases: number;
  /** Metrics that share the error rate of a verdict, itself included; none if it is primary. */
  readonly guards: readonly Metric[];
}

const UNKNOWN = {
  needed_to_pass: null,
  needed_to_catch: null,
  can_pass: null,
  could: null,
  needed_better: null,
  assumption: null,
} as const;

function planRule(rule: GateRule, metric: PlannedMetric, planned: Planned): PlannedCheck[] {
  const bounds = (['minimum', 'maximum'] as const).filter((bound) => rule[bound] !== undefined);
  return [
    ...bounds.map((bound) => planBound(rule, bound, metric, planned)),
    ...(rule.not_worse_by === undefined ? [] : [planNotWorse(rule.not_worse_by, metric, planned)]),
  ];
}

function planBound(
  rule: GateRule,
  bound: 'minimum' | 'maximum',
  metric: PlannedMetric,
  { gate, cases }: Planned,
): PlannedCheck {
  const { confident, percentile, metric: name } = rule;
  const limit = rule[bound] ?? 0;
  const text = `${percentile === undefined ? '' : `p${percentile} `}${bound} ${limit}${confident ? ', confident' : ''}`;
  const about = { ...UNKNOWN, metric: name, rule: text };
  if (!confident) return { ...about, needed_to_pass: 1, can_pass: true, assumption: 'of these cases only' };
  const level = passLevel(gate.confidence, FIRST_LOOK);
  if (percentile !== undefined) {
    const needed = leastCases(percentile, bound, level);
    return { ...about, needed_to_pass: needed, can_pass: canPass(cases, needed), assumption: 'every case within it' };
  }
  const { kind, range } = metric;
  if (range === null || kind === 'cost' || kind === 'latency') return { ...about, assumption: WITHOUT_RANGE };
  const best = bound === 'minimum' ? range[1] : range[0];
  const figures = {
    kind,
    count: 0,
    mean: best,
    variance: 0,
    least: best,
    greatest: best,
    interval: null,
    ...(kind === 'pass_fail' ? {} : { method: 'betting' as const }),
    range: { low: range[0], high: range[1] },
  };
  const goal = bound === 'minimum' ? 'higher' : 'lower';
  const passes = (count: number) => sideOf(meanIntervalWith(count, figures, level), limit, goal) === 'good';
  const needed = casesNeeded(0, passes);
  return {
    ...about,
    needed_to_pass: needed,
    can_pass: canPass(cases, needed),
    assumption: kind === 'pass_fail' ? 'every case passes' : `every case has ${best}`,
  };
}

const FIRST_LOOK = { look: 1, choices: null };

const WITHOUT_RANGE = 'cannot be told beforehand: it depends on the figures';

function planNotWorse(allowed: number | string, metric: PlannedMetric, planned: Planned): PlannedCheck {
  const { gate, cases } = planned;
  const about = { ...UNKNOWN, metric: metric.name, rule: `not worse by ${allowed}` };
  const unchanged = unchangedOf(metric, allowed);
  if (unchanged === null) return { ...about, assumption: WITHOUT_RANGE };
  const level = passLevel(gate.confidence, FIRST_LOOK);
  const limit = limitOf(allowed, unchanged);
  const worst = metric.goal === 'higher' ? -limit : limit;
  const passes = (count: number) =>
    count > 0 && sideOf(differenceIntervalWith(count, unchanged, level), worst, metric.goal) === 'good';
  const needed = casesNeeded(0, passes);
  const catching = catchingCases(limit, metric, planned);
  return {
    ...about,
    needed_to_pass: needed,
    needed_to_catch: catching?.cases ?? null,
    can_pass: canPass(cases, needed),
    ...(passes(cases)
      ? {}
      : {
          could: leastMargin(allowed, unchanged, { cases, level, goal: metric.goal }),
          needed_better: leastBetter(unchanged, worst, { cases, level, goal: metric.goal }),
        }),
    assumption: catching?.assumption ?? 'no case changes; what shows the loss cannot be told beforehand',
  };
}

function canPass(cases: number, needed: number | null): boolean {
  return needed !== null && cases >= needed;
}

type Unchanged = NonNullable<ReturnType<typeof unchangedOf>>;

/** A comparison in which no case changed; `null` where its interval would depend on figures that nobody knows yet. */
function unchangedOf({ kind, name, range }: PlannedMetric, allowed: number | string) {
  const isMedian = kind === 'latency' && latencyOfMean(name) === null;
  const target = isMedian ? ('median' as const) : ('mean' as const);
  const counts = { change: 0, variance: 0, pairs: 1, better: 0, worse: 0, target };
  if (kind === 'cost' || kind === 'latency') {
    return typeof allowed === 'number' ? null : { ...counts, kind, scale: 'ratio' as const, baseline: 1, range: null };
  }
  if (range === null) return null;
  const baseline = Math.max(...range.map(Math.abs));
  return { ...counts, kind, scale: 'difference' as const, baseline, range };
}

interface Seen {
  readonly cases: number;
  readonly level: number;
  readonly goal: 'higher' | 'lower';
}

/** Finds how many of the cases must get better, each as much as it can, where none gets worse; `null`: all are too few, or unknown. */
function leastBetter(unchanged: Unchanged, worst: number, { cases, level, goal }: Seen): number | null {
  const { range, kind } = unchanged;
  if (range === null || cases === 0) return null;
  const reach = range[1] - range[0];
  const passes = (better: number) => {
    const interval =
      kind === 'pass_fail'
        ? differenceIntervalWith(cases, { ...unchanged, change: better / cases, pairs: cases, better }, level)
        : differenceInterval(improvedBy(better, cases, goal), reach, level);
    return sideOf(interval, worst, goal) === 'good';
  };
  return !passes(cases) ? null : leastCount(0, 2 * cases, (better) => better >= cases || passes(better));
}

/** Differences of which some are the whole range, and the others 0, from 0 to 1. */
function improvedBy(better: number, cases: number, goal: 'higher' | 'lower') {
  return { values: Float64Array.of(0.5, goal === 'higher' ? 1 : 0), counts: Float64Array.of(cases - better, better) };
}

/** Finds the least margin that can pass, rounded up to two digits; `null`: no margin that means anything. */
function leastMargin(allowed: number | string, unchanged: Unchanged, { cases, level, goal }: Seen): string | null {
  const interval = cases === 0 ? null : differenceIntervalWith(cases, unchanged, level);
  if (interval === null) return null;
  const loss = goal === 'higher' ? -interval[0] : interval[1];
  const isShare = typeof allowed === 'string';
  const margin = isShare ? (loss / unchanged.baseline) * 100 : loss;
  const digit = 10 ** (Math.floor(Math.log10(margin)) - 1);
  const rounded = Number((Math.ceil(margin / digit - 1e-9) * digit).toPrecision(3));
  const most = isShare ? 100 : (unchanged.range?.[1] ?? Infinity) - (unchanged.range?.[0] ?? 0);
  return rounded >= most ? null : `${rounded}${isShare ? '%' : ''}`;
}

interface CatchingCases {
  readonly cases: number | null;
  readonly assumption: string;
}

/** Slow calls have a share of the error rate only where there are enough cases to compare them. */
function catchingCases(loss: number, metric: PlannedMetric, { gate, guards }: Planned): CatchingCases | null {
  const alpha = 1 - gate.confidence;
  const others = guards.filter(({ target }) => target !== 'p95').length;
  const withShares = (tests: number) => casesToCatch(loss, metric, 1 - alpha / Math.max(1, tests));
  const few = withShares(others);
  return (few?.cases ?? 0) < leastSlowCases(alpha) ? few : withShares(guards.length);
}

/** A loss is shown in so many of all comparisons. */
const POWER = 0.8;

const MAX_CASES = 2 ** 30;

/**
 * Computes how many cases show a loss in 80 % of all comparisons: that the verdict is "worse", not that the loss is surely
 * greater than a margin.
 *
 * @param loss - of the mean, above 0
 * @param level - of the comparison, after its correction for several metrics
 * @returns `null` where it depends on figures that nobody knows yet
 */
export function casesToCatch(loss: number, { kind, range }: PlannedMetric, level: number): CatchingCases | null {
  if (range === null || kind === 'cost' || kind === 'latency') return null;
  const reach = range[1] - range[0];
  const share = loss / reach;
  if (share <= 0 || share > 1) return null;
  if (kind === 'pass_fail') {
    const cases = pairsToFind(share, { discordant: share, power: POWER, level });
    return { cases, assumption: 'all cases that change get worse' };
  }
  const isShown = (cases: number) => {
    const lost = likelyCount(cases, share);
    const sample = { values: Float64Array.of(0, 0.5), counts: Float64Array.of(lost, cases - lost) };
    return differenceInterval(sample, reach, level)[1] < 0;
  };
  const cases = leastCount(0, MAX_CASES, isShown);
  return { cases, assumption: 'the cases that change lose the whole range' };
}

/** Finds how many of the cases are lost at least in 80 % of all samples. */
function likelyCount(cases: number, share: number): number {
  let count = Math.floor(cases * share);
  while (count > 0 && binomialCdf(count - 1, cases, share) > 1 - POWER) count -= 1;
  return count;
}
