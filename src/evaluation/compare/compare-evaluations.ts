import type { Comparison } from '../../contract/evaluations/comparison.ts';
import { compareRows, nameOf, type EvaluationRows, type UndecidedCandidate } from './compare-rows.ts';
import { decideMetrics } from './decide-metrics.ts';
import type { RangeOf } from './metrics.ts';

export interface CompareEvaluationsOptions {
  readonly baseline: EvaluationRows;
  readonly candidates: readonly EvaluationRows[];
  /** Confidence level of all verdicts together. @defaultValue 0.95 */
  readonly level?: number;
  /** Seed of the sign flips: the same seed gives the same intervals. @defaultValue 1 */
  readonly seed?: number;
  /** Most improved and most worsened rows to list. @defaultValue 10 */
  readonly maxRows?: number;
  /** Ranges of scores beyond those of the built-in evaluators. @defaultValue none */
  readonly rangeOf?: RangeOf;
  /** Test set column whose values are compared separately, too. @defaultValue none */
  readonly groupBy?: string | null;
  /** Most paired rows whose values are listed, to draw them. @defaultValue 0 */
  readonly maxPoints?: number;
}

/** Compares each candidate with the baseline. The verdicts of all groups together are at the level, too. */
export async function compareEvaluations(options: CompareEvaluationsOptions): Promise<Comparison> {
  const { baseline, candidates, level = 0.95, seed = 1, maxRows = 10 } = options;
  const { rangeOf = () => null, groupBy = null, maxPoints = 0 } = options;
  const compared: UndecidedCandidate[] = [];
  for (const candidate of candidates) {
    compared.push(await compareRows({ baseline, candidate, level, seed, maxRows, rangeOf, groupBy, maxPoints }));
  }
  const decided = decideMetrics(
    compared.flatMap(({ metrics }) => metrics),
    level,
  );
  const decidedGroups = decideMetrics(
    compared.flatMap(({ groups }) => groups?.flatMap(({ metrics }) => metrics) ?? []),
    level,
  );
  return {
    baseline: nameOf(baseline.evaluation),
    level,
    seed,
    ...(groupBy === null ? {} : { group_by: groupBy }),
    candidates: compared.map(({ groups, ...candidate }) => ({
      ...candidate,
      metrics: decided.splice(0, candidate.metrics.length),
      ...(groups === null
        ? {}
        : { groups: groups.map((group) => ({ ...group, metrics: decidedGroups.splice(0, group.metrics.length) })) }),
    })),
  };
}
