import type { ComparedMetric, Comparison, ComparisonVerdict } from '../../contract/evaluations/comparison.ts';
import { correctForNumber } from '../statistics/exact-tests.ts';
import { compareRows, nameOf, type EvaluationRows, type UncorrectedCandidate } from './compare-rows.ts';

export interface CompareEvaluationsOptions {
  readonly baseline: EvaluationRows;
  readonly candidates: readonly EvaluationRows[];
  /** Confidence level of intervals and verdicts. @defaultValue 0.95 */
  readonly level?: number;
  /** Seed of the bootstrap: the same seed gives the same intervals. @defaultValue 1 */
  readonly seed?: number;
  /** Most improved and most worsened rows to list. @defaultValue 10 */
  readonly maxRows?: number;
}

/** Compares each candidate with the baseline. */
export async function compareEvaluations(options: CompareEvaluationsOptions): Promise<Comparison> {
  const { baseline, candidates, level = 0.95, seed = 1, maxRows = 10 } = options;
  const compared: UncorrectedCandidate[] = [];
  for (const candidate of candidates) compared.push(await compareRows({ baseline, candidate, level, seed, maxRows }));
  const corrected = correctForNumber(
    compared.flatMap(({ metrics }) => metrics.flatMap(({ p_value }) => p_value ?? [])),
  );
  return {
    baseline: nameOf(baseline.evaluation),
    level,
    seed,
    candidates: compared.map((candidate) => ({
      ...candidate,
      metrics: candidate.metrics.map((metric) =>
        metric.p_value === null
          ? { ...metric, p_adjusted: null, verdict: 'no data' }
          : judge(metric, corrected.shift() ?? 1, level),
      ),
    })),
  };
}

function judge(metric: UncorrectedCandidate['metrics'][number], pAdjusted: number, level: number): ComparedMetric {
  return { ...metric, p_adjusted: pAdjusted, verdict: verdictOf(metric, pAdjusted, 1 - level) };
}

function verdictOf(
  { difference, goal }: UncorrectedCandidate['metrics'][number],
  pAdjusted: number,
  alpha: number,
): ComparisonVerdict {
  if (pAdjusted >= alpha || difference === null) return 'no difference shown';
  return difference > 0 === (goal === 'higher') ? 'better' : 'worse';
}
