import type { ChangedRow, ComparedCandidate, FlakyRow } from '../../contract/evaluations/comparison.ts';
import type { Evaluation, EvaluationScenario } from '../../contract/evaluations/evaluation.ts';
import { UserError } from '../../errors/wf-error.ts';
import { isInterleaved, isWarmUp, ranTogether } from './compared-calls.ts';
import { compareMetric, type MetricComparison, type UndecidedMetric } from './compare-metric.ts';
import { groupRepeats, readRepeated } from './group-repeats.ts';
import { createLargest } from './keep-first.ts';
import { isErroneous, metricsOf, type Metric, type RangeOf } from './metrics.ts';
import { pairRows, type RowPair } from './pair-rows.ts';

/** The fields that identify an evaluation's results. */
export type NamedEvaluation = Pick<Evaluation, 'id' | 'variant_names' | 'revisions' | 'aggregated_results'>;

/** An evaluation and its rows. */
export interface EvaluationRows {
  readonly evaluation: Evaluation;
  /** Called once per pass over the rows. */
  readonly rows: () => AsyncIterable<EvaluationScenario>;
}

export interface CompareRowsOptions {
  readonly baseline: EvaluationRows;
  readonly candidate: EvaluationRows;
  readonly level: number;
  readonly seed: number;
  /** Ranges of scores that somebody stated. */
  readonly rangeOf: RangeOf;
  /** Most improved and most worsened rows to keep. */
  readonly maxRows: number;
}

/** A candidate before the number of metrics sets the levels of its verdicts. */
export type UndecidedCandidate = Omit<ComparedCandidate, 'metrics'> & {
  readonly metrics: readonly UndecidedMetric[];
};

/**
 * Compares two evaluations row by row. Holds only the few rows that it lists.
 *
 * @throws {WF_INVALID_INPUT} when they share no row
 */
export async function compareRows(options: CompareRowsOptions): Promise<UndecidedCandidate> {
  const { baseline, candidate, level, seed, maxRows, rangeOf } = options;
  const compared = sharedMetrics(baseline.evaluation, candidate.evaluation, { seed, rangeOf });
  const changes = { worse: createLargest<ChangedRow>(maxRows), better: createLargest<ChangedRow>(maxRows) };
  const counts = { pairs: 0, onlyInBaseline: 0, onlyInCandidate: 0, flaky: 0 };
  const flaky = createLargest<FlakyRow>(maxRows);
  const isTogether = ranTogether(baseline.evaluation, candidate.evaluation);
  let errors = 0;
  for await (const pair of pairRows(groupRepeats(baseline.rows()), groupRepeats(candidate.rows()), counts)) {
    if (pair.candidate.some(isErroneous)) errors += 1;
    const calls = { isWarmUp: isWarmUp(pair), isInterleaved: isTogether && isInterleaved(pair) };
    for (const { first, second, comparison } of compared) {
      const [one, other] = [readRepeated(first, pair.baseline), readRepeated(second, pair.candidate)];
      const [before, after] = [one.value, other.value];
      if (one.isFlaky || other.isFlaky) {
        counts.flaky += 1;
        flaky.add({ row: pair.row, metric: first.name, baseline: before, candidate: after }, 1);
      }
      const gain = comparison.add(one, other, calls);
      if (gain === 0 || first.source !== 'evaluator' || before === null || after === null) continue;
      changes[gain > 0 ? 'better' : 'worse'].add(toChange(pair, first.name, before, after), Math.abs(gain));
    }
  }
  if (counts.pairs === 0) throw noSharedRow(baseline.evaluation, candidate.evaluation);
  return {
    ...nameOf(candidate.evaluation),
    pairs: counts.pairs,
    only_in_baseline: counts.onlyInBaseline,
    only_in_candidate: counts.onlyInCandidate,
    errors,
    metrics: compared.map(({ comparison }) => comparison.read(level)),
    worse: changes.worse.read(),
    better: changes.better.read(),
    flaky: counts.flaky,
    flaky_rows: flaky.read(),
  };
}

/** Names an evaluation by its id and what was evaluated. */
export function nameOf({ id, variant_names, revisions }: NamedEvaluation): {
  readonly id: string;
  readonly variant: string;
} {
  return { id, variant: variant_names.map((name, index) => `${name}@${revisions[index]?.trim() ?? '?'}`).join(', ') };
}

interface SharedMetric {
  readonly first: Metric;
  readonly second: Metric;
  readonly comparison: MetricComparison;
}

/** Evaluators with equal keys and settings are the same, whatever their names. */
function sharedMetrics(
  baseline: Evaluation,
  candidate: Evaluation,
  { seed, rangeOf }: Pick<CompareRowsOptions, 'seed' | 'rangeOf'>,
): SharedMetric[] {
  const others = metricsOf(candidate);
  return metricsOf(baseline).flatMap((first, index) => {
    const second = others.find(({ key }) => key === first.key);
    return second === undefined
      ? []
      : [
          {
            first,
            second,
            comparison: compareMetric({ ...first, range: rangeOf(first.name) ?? first.range }, seed + index),
          },
        ];
  });
}

function toChange(
  { row, ...pair }: RowPair,
  metric: string,
  baseline: number | boolean,
  candidate: number | boolean,
): ChangedRow {
  return {
    row,
    metric,
    baseline,
    candidate,
    inputs: Object.fromEntries(pair.baseline[0].inputs.map(({ name, value }) => [name, value])),
    baseline_output: pair.baseline[0].outputs[0]?.result.value ?? null,
    candidate_output: pair.candidate[0].outputs[0]?.result.value ?? null,
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
