import { CASE_COLUMN } from '../../contract/evaluations/case-inputs.ts';
import { type CaseValue, countRows, groupCases, readCase } from './cases.ts';
import { nameOf, type EvaluationRows, type RangeOf } from './metrics.ts';
import type { ChangedRow, ComparedCandidate, FlakyRow, ComparedPoints } from '../../contract/evaluations/comparison.ts';
import type { Evaluation } from '../../contract/evaluations/evaluation.ts';
import { UserError } from '../../foundation/errors/wf-error.ts';
import { createSeenCalls, isInterleaved, isWarmUp, lastsAsLong } from './compared-calls.ts';
import { createGroupedComparison, readMetrics, type UndecidedGroup, sharedMetrics } from './compare-groups.ts';
import type { UndecidedMetric } from './compare-metric.ts';
import { createLargest } from '../groups/group-rows.ts';
import { createShortener } from '../groups/shorten-rows.ts';
import { isErroneous } from '../../contract/evaluations/evaluation-status.ts';
import { differencesUnderTest, unsharedEvaluators } from './compare-subjects.ts';
import { type CasePair, pairCases } from './pair-cases.ts';

/** How evaluations are compared; each has a default in `compareEvaluations`. */
export interface ComparisonOptions {
  /** Confidence level of all verdicts together. @defaultValue 0.95 */
  readonly level: number;
  /** Seed of the sign flips: the same seed gives the same intervals. @defaultValue 1 */
  readonly seed: number;
  /** Most improved and most worsened rows to list. @defaultValue 10 */
  readonly maxRows: number;
  /** Ranges of scores beyond those of the built-in evaluators. @defaultValue none */
  readonly rangeOf: RangeOf;
  /** Metrics that are compared only where they are named: `latency mean`. @defaultValue none */
  readonly named: readonly string[];
  /** Test set column whose values are compared separately, too. @defaultValue none */
  readonly groupBy: string | null;
  /** Most paired rows whose values are listed, to draw them. @defaultValue 0 */
  readonly maxPoints: number;
  /** Test set column whose values name the cases. @defaultValue as the evaluations were made */
  readonly clusterBy: string | null;
}

interface CompareRowsOptions extends ComparisonOptions {
  readonly baseline: EvaluationRows;
  readonly candidate: EvaluationRows;
}

/** A candidate before the number of metrics sets the levels of its verdicts. */
export type UndecidedCandidate = Omit<ComparedCandidate, 'metrics' | 'groups'> & {
  readonly metrics: readonly UndecidedMetric[];
  /** `null` unless grouped. */
  readonly groups: readonly UndecidedGroup[] | null;
};

/**
 * Compares two evaluations case by case. Holds only the few rows that it lists.
 *
 * @throws {WF_INVALID_INPUT} when they share no row
 */
export async function compareRows(options: CompareRowsOptions): Promise<UndecidedCandidate> {
  const { baseline, candidate, level, maxRows, groupBy, maxPoints } = options;
  const begin = () => sharedMetrics(baseline.evaluation, candidate.evaluation, options);
  const compared = begin();
  const grouped = groupBy === null ? null : createGroupedComparison(groupBy, begin);
  const points = createPoints(
    compared.flatMap(({ first }) => (first.isPart === true ? [] : [first.name])),
    maxPoints,
  );
  const changes = { worse: createLargest<ChangedRow>(maxRows), better: createLargest<ChangedRow>(maxRows) };
  const counts = {
    rows: 0,
    pairs: 0,
    onlyInBaseline: 0,
    onlyInCandidate: 0,
    flaky: 0,
    errors: 0,
    baselineErrors: 0,
    worse: 0,
    better: 0,
  };
  const shorten = createShortener(maxRows);
  const flaky = createLargest<FlakyRow>(maxRows);
  const seen = createSeenCalls();
  const { regroupBy, name } = clusterOf(options);
  const cases = ({ rows }: EvaluationRows) => groupCases(rows('case'), regroupBy);
  for await (const pair of pairCases(cases(baseline), cases(candidate), counts, name)) {
    const failed = { baseline: pair.baseline.some(isErroneous), candidate: pair.candidate.some(isErroneous) };
    counts.rows += countRows(pair.baseline);
    counts.errors += Number(failed.candidate);
    counts.baselineErrors += Number(failed.baseline);
    const calls = {
      row: pair.row,
      hasFailed: failed.baseline || failed.candidate,
      isWarmUp: isWarmUp(pair),
      isInterleaved: isInterleaved(pair),
      isShared: seen.note(pair),
      lastsAsLong: lastsAsLong(pair),
    };
    grouped?.add(pair, calls);
    const values: PairedValue[] = [];
    for (const { first, second, comparison } of compared) {
      const [one, other] = [readCase(first, pair.baseline), readCase(second, pair.candidate)];
      const [before, after] = [one.value, other.value];
      if (one.isFlaky || other.isFlaky) {
        counts.flaky += 1;
        flaky.add({ row: pair.row, metric: first.name, baseline: before, candidate: after }, 1);
      }
      if (first.isPart !== true) values.push([before, after]);
      const gain = comparison.add(one, other, calls);
      if (gain === 0 || first.evaluator === null || first.isPart === true) continue;
      const direction = gain > 0 ? 'better' : 'worse';
      counts[direction] += 1;
      changes[direction].add(shorten(toChange(pair, first.name, before, after)), Math.abs(gain));
    }
    points.add(pair, values);
  }
  if (counts.pairs === 0) throw noSharedRow(baseline.evaluation, candidate.evaluation);
  return {
    ...nameOf(candidate.evaluation),
    pairs: counts.pairs,
    rows: counts.rows,
    only_in_baseline: counts.onlyInBaseline,
    only_in_candidate: counts.onlyInCandidate,
    ...differencesUnderTest(baseline.evaluation, candidate.evaluation),
    ...unsharedEvaluators(baseline.evaluation, candidate.evaluation),
    errors: counts.errors,
    baseline_errors: counts.baselineErrors,
    metrics: await readMetrics(compared, level),
    groups: (await grouped?.read(level)) ?? null,
    worse: changes.worse.read(),
    better: changes.better.read(),
    worse_count: counts.worse,
    better_count: counts.better,
    flaky: counts.flaky,
    flaky_rows: flaky.read(),
    ...(maxPoints === 0 ? {} : { points: points.read() }),
  };
}

/**
 * Decides which column names the cases of both evaluations; `regroupBy` is `null` where both know these cases. Evaluations
 * whose cases differ are grouped again by the column that one of them has.
 */
function clusterOf({ baseline, candidate, clusterBy }: CompareRowsOptions) {
  const [one, other] = [baseline, candidate].map(({ evaluation }) => evaluation.cluster_by ?? null);
  if (clusterBy === null && one === other) return { regroupBy: null, name: one ?? CASE_COLUMN };
  const name = clusterBy ?? one ?? other ?? null;
  return { regroupBy: name, name };
}

function toChange(
  { row, ...pair }: CasePair,
  metric: string,
  baseline: CaseValue['value'],
  candidate: CaseValue['value'],
): ChangedRow {
  return {
    row,
    metric,
    baseline,
    candidate,
    inputs: Object.fromEntries(pair.baseline[0].inputs.map(({ name, value }) => [name, value])),
    baseline_output: pair.baseline[0].outputs[0]?.result.value ?? null,
    candidate_output: pair.candidate[0].outputs[0]?.result.value ?? null,
    baseline_row_id: pair.baseline[0].id,
    candidate_row_id: pair.candidate[0].id,
  };
}

function noSharedRow(baseline: Evaluation, candidate: Evaluation): UserError {
  const [one, other] = [baseline, candidate].map(
    ({ id, testset_name }) => `${id} (test set ${testset_name ?? 'unknown'})`,
  );
  return new UserError({
    code: 'WF_INVALID_INPUT',
    message: `The evaluations ${one} and ${other} have no row in common: there is nothing to compare.`,
    nextSteps: ['wf eval list'],
  });
}

/** A metric's value of a row in the baseline and in the candidate. */
type PairedValue = readonly [before: CaseValue['value'], after: CaseValue['value']];

interface Point {
  readonly row: number;
  readonly candidateRow: number;
  readonly values: readonly PairedValue[];
}

/**
 * Collects at most `limit` rows, evenly spread over all: every second row, then every fourth, as more arrive. What is
 * left out does not depend on the values, so a picture of the rest shows the same distribution.
 */
function createPoints(metrics: readonly string[], limit: number) {
  let points: Point[] = [];
  let [seen, every] = [0, 1];
  return {
    /** @param values - in the order of the metrics */
    add({ row, baseline, candidate }: CasePair, values: readonly PairedValue[]): void {
      const isListed = seen % every === 0;
      seen += 1;
      if (limit === 0 || !isListed) return;
      points.push({ row: baseline[0].row ?? row, candidateRow: candidate[0].row ?? row, values });
      if (points.length <= limit) return;
      points = points.filter((_, index) => index % 2 === 0);
      every *= 2;
    },
    read: (): ComparedPoints => ({
      every,
      rows: points.map(({ row }) => row),
      candidate_rows: points.map(({ candidateRow }) => candidateRow),
      metrics: metrics.map((metric, index) => ({
        metric,
        before: points.map(({ values }) => toNumber(values[index]?.[0])),
        after: points.map(({ values }) => toNumber(values[index]?.[1])),
      })),
    }),
  };
}

function toNumber(value: CaseValue['value'] | undefined): number | null {
  return value === null || value === undefined ? null : Number(value);
}
