import type { ComparedMetric, ComparisonVerdict } from '../../contract/evaluations/comparison.ts';
import { correctForNumber, type CorrectedPValue } from '../statistics/exact-tests.ts';
import { toChanges, type UndecidedMetric } from './compare-metric.ts';

/** Decides metrics that are compared together, such that the chance of any false verdict is that of a single one. */
export function decideMetrics(metrics: readonly UndecidedMetric[], level: number): ComparedMetric[] {
  const alpha = alphaOf(level);
  const corrected = correctForNumber(
    metrics.flatMap(({ answer }) => answer?.pValue ?? []),
    alpha,
  );
  return metrics.map((metric) => decide(metric, metric.answer === null ? undefined : corrected.shift(), alpha));
}

const UNDECIDED = { interval: null, interval_level: null, p_adjusted: null, least_pairs: null } as const;

/** Decides a metric: interval and p-value share the part of the error rate that Holm's correction leaves it. */
function decide(
  { facts, answer }: UndecidedMetric,
  corrected: CorrectedPValue | undefined,
  alpha: number,
): ComparedMetric {
  if (answer === null || corrected === undefined) return { ...facts, ...UNDECIDED, verdict: 'no data' };
  const level = 1 - alpha / corrected.tests;
  const leastPairs = answer.leastPairs(alpha / corrected.tests);
  return {
    ...facts,
    interval: toChanges(answer.intervalAt(level), facts.scale),
    interval_level: level,
    p_adjusted: corrected.pValue,
    least_pairs: leastPairs,
    verdict: verdictOf(facts, corrected.pValue < alpha, leastPairs),
  };
}

function verdictOf(
  { change, goal, pairs }: UndecidedMetric['facts'],
  isShown: boolean,
  leastPairs: number,
): ComparisonVerdict {
  if (isShown && change !== null) return change > 0 === (goal === 'higher') ? 'better' : 'worse';
  return pairs < leastPairs ? 'too few rows' : 'no difference shown';
}

/** The error rate of a level, without the rounding error of the subtraction. */
function alphaOf(level: number): number {
  return Number((1 - level).toPrecision(12));
}
