import type { ComparedMetric } from '../../../src/contract/evaluations/comparison.ts';
import type { GateVerdict } from '../../../src/contract/evaluations/gate-report.ts';
import { compareMetric } from '../../../src/evaluation/compare/compare-metric.ts';
import { decideMetrics } from '../../../src/evaluation/compare/compare-evaluations.ts';
import type { CaseValue } from '../../../src/evaluation/compare/cases.ts';
import type { Metric } from '../../../src/evaluation/compare/metrics.ts';
import { checkBound, checkNotWorse } from '../../../src/evaluation/gate/check-bounds.ts';
import { passLevel, UNCOUNTED } from '../../../src/evaluation/gate/spend-level.ts';
import { compareSlowRatio } from '../../../src/evaluation/statistics/latency-ratios.ts';
import { createRandom } from '../../../src/evaluation/statistics/random.ts';
import { collectMean } from '../../../src/evaluation/summary/summarise-metric.ts';
import { createDraw, type Draw, type Shape } from './shapes.ts';

export interface SimulateOptions {
  readonly rows: number;
  readonly runs: number;
  readonly seed: number;
}

export type Pair = readonly [number | boolean, number | boolean];

/** Simulates comparisons of variants that do not differ. @returns the share of runs with any verdict */
export function simulateFalseVerdicts(shape: Shape, metrics: number, options: SimulateOptions): number {
  return shareOf(options, (draw, run) => {
    const compared = Array.from({ length: metrics }, (_, index) =>
      comparePairs(
        shape.kind,
        pairsOf(options.rows, () => shape.alike(draw)),
        run * metrics + index,
      ),
    );
    return decideMetrics(compared, 0.95).some(({ verdict }) => verdict === 'better' || verdict === 'worse');
  });
}

/** Simulates comparisons of slow calls. @returns the share of runs that call their 95th percentiles different */
export function simulateSlowVerdicts(alike: Shape['alike'], options: SimulateOptions): number {
  return shareOf(options, (draw) => {
    const pairs = pairsOf(options.rows, () => alike(draw));
    const before = Float64Array.from(pairs, ([one]) => Number(one));
    const after = Float64Array.from(pairs, ([, other]) => Number(other));
    return compareSlowRatio({ before, after }).pValue < 0.05;
  });
}

/** Simulates intervals. @returns the share of runs whose interval contains the true change */
export function simulateCoverage(shape: CoveredShape, options: SimulateOptions): number {
  return shareOf(options, (draw, run) => {
    const compared = comparePairs(
      shape.kind,
      pairsOf(options.rows, () => shape.pair(draw)),
      run,
    );
    const [metric] = decideMetrics([compared], 0.95);
    if (metric?.interval == null) return true;
    const [low, high] = metric.interval;
    return low <= shape.change && shape.change <= high;
  });
}

export interface CoveredShape {
  readonly name: string;
  readonly kind: Shape['kind'];
  /** The true difference, or the true ratio minus 1. */
  readonly change: number;
  readonly pair: (draw: Draw) => Pair;
}

/** A change that a gate must not let pass. */
export interface BrokenShape {
  readonly name: string;
  readonly kind: Shape['kind'];
  /** What the gate allows: the true change is exactly as much worse. */
  readonly allowed: number | string;
  readonly pair: (draw: Draw) => Pair;
}

/** Simulates a gate `not_worse_by` at the edge of what it allows. @returns the shares of the verdicts */
export function simulateGate(shape: BrokenShape, options: SimulateOptions): Record<GateVerdict, number> {
  return verdictsOf(options, (draw, run) => {
    const compared = comparePairs(
      shape.kind,
      pairsOf(options.rows, () => shape.pair(draw)),
      run,
      GATE.level,
    );
    const [metric] = decideMetrics([compared], 0.95);
    if (metric === undefined) throw new Error('One was compared.');
    return checkNotWorse(metric, { metric: metric.metric, confident: false, not_worse_by: shape.allowed }, GATE)
      .verdict;
  });
}

export interface BoundedShape {
  readonly name: string;
  readonly kind: Shape['kind'];
  readonly bound: 'minimum' | 'maximum';
  /** The true mean. */
  readonly mean: number;
  readonly figure: (draw: Draw) => number;
}

/** Simulates a confident bound at the true mean. @returns the shares of the verdicts */
export function simulateBound(shape: BoundedShape, options: SimulateOptions): Record<GateVerdict, number> {
  const metric = metricOf(shape.kind);
  return verdictsOf(options, (draw) => {
    const collected = collectMean(metric);
    for (let row = 0; row < options.rows; row += 1) collected.add(single(shape.figure(draw)));
    const { count, ...read } = collected.read(GATE.level);
    const [low = null, high = null] = read.gate_interval ?? read.interval ?? [];
    // Such a gate is inconclusive, and its time would go into the search for the number of rows that decides.
    if ((low ?? -Infinity) < shape.mean && shape.mean < (high ?? Infinity)) return 'inconclusive';
    const summary = {
      ...read,
      metric: metric.name,
      kind: metric.source === 'evaluator' ? ('score' as const) : metric.source,
      goal: metric.goal,
      count,
      missing: 0,
      partial: 0,
      flaky: 0,
      ...NO_SPREAD,
    };
    const rule = { metric: metric.name, confident: true, [shape.bound]: shape.mean };
    return checkBound(summary, shape.bound, rule, GATE).verdict;
  });
}

/** Compares pairs as `wf eval compare` does. */
export function comparedOf(kind: Shape['kind'], pairs: readonly Pair[]): ComparedMetric {
  const [metric] = decideMetrics([comparePairs(kind, pairs, 1)], 0.95);
  if (metric === undefined) throw new Error('One was compared.');
  return metric;
}

// As a gate's first look.
const GATE = { level: passLevel(0.95, UNCOUNTED), isPrimary: true, minimumPairs: 1, maximum_errors: 0 };
const NO_SPREAD = { p50: null, p90: null, p95: null, p99: null, histogram: [] };

export function comparePairs(kind: Shape['kind'], pairs: readonly Pair[], seed: number, gateLevel = 0.95) {
  const comparison = compareMetric(metricOf(kind), seed);
  for (const [before, after] of pairs) comparison.add(single(before), single(after));
  return comparison.read(gateLevel);
}

export function metricOf(kind: Shape['kind']): Metric {
  const isFigure = kind === 'latency' || kind === 'cost';
  const source = isFigure ? kind : 'evaluator';
  return {
    name: kind,
    id: null,
    key: kind,
    evaluator: null,
    source,
    target: kind === 'latency' ? 'median' : 'mean',
    isTimed: kind === 'latency',
    goal: isFigure ? 'lower' : 'higher',
    range: kind === 'score' ? { low: 0, high: 1 } : null,
    read: () => null,
  };
}

export function single(value: number | boolean): CaseValue {
  return { value, isFlaky: false, isShare: typeof value === 'boolean', rows: 1, valued: 1 };
}

export function pairsOf(rows: number, pair: () => Pair): Pair[] {
  return Array.from({ length: rows }, pair);
}

export function shareOf({ runs, seed }: SimulateOptions, holds: (draw: Draw, run: number) => boolean): number {
  const draw = createDraw(createRandom(seed));
  let count = 0;
  for (let run = 0; run < runs; run += 1) if (holds(draw, run)) count += 1;
  return count / runs;
}

function verdictsOf(
  { runs, seed }: SimulateOptions,
  judge: (draw: Draw, run: number) => GateVerdict,
): Record<GateVerdict, number> {
  const draw = createDraw(createRandom(seed));
  const counts = { passed: 0, failed: 0, inconclusive: 0 };
  for (let run = 0; run < runs; run += 1) counts[judge(draw, run)] += 1 / runs;
  return counts;
}
