import type { EvaluationSummary, WorstRow } from '../../contract/evaluation-summary.ts';
import type { EvaluationScenario } from '../../contract/records/evaluation.ts';
import { nameOf, type EvaluationRows } from '../compare/compare-rows.ts';
import { createLargest } from '../compare/keep-first.ts';
import { isErroneous, metricsOf, type Metric } from '../compare/metrics.ts';
import { summariseMetric } from './summarise-metric.ts';

export interface SummariseOptions {
  /** Of the intervals. @defaultValue 0.95 */
  readonly level?: number;
  /** Worst rows to keep. @defaultValue 10 */
  readonly maxRows?: number;
}

/** Adds an evaluation's rows up in one walk, holding none but the worst few. */
export async function summariseEvaluation(
  { evaluation, rows }: EvaluationRows,
  { level = 0.95, maxRows = 10 }: SummariseOptions = {},
): Promise<EvaluationSummary> {
  const metrics = metricsOf(evaluation);
  const summarisers = metrics.map(summariseMetric);
  const evaluators = metrics.filter(({ source }) => source === 'evaluator');
  const worst = createLargest<WorstRow>(maxRows);
  let [count, errors] = [0, 0];
  for await (const row of rows()) {
    count += 1;
    if (isErroneous(row)) errors += 1;
    for (const [index, { read }] of metrics.entries()) summarisers[index]?.add(read(row));
    const badness = badnessOf(row, evaluators);
    if (badness > 0) worst.add(toWorstRow(row, count, evaluators), badness);
  }
  return {
    ...nameOf(evaluation),
    level,
    rows: count,
    errors,
    metrics: summarisers.map((summariser) => summariser.read(level)),
    worst: worst.read(),
  };
}

/** Outweighs any sum of scores, so that a row without an output comes before one that an evaluator failed. */
const FAILURE = 1e6;
const LARGEST_SCORE = 1e4;

/** 0 for a row that nothing speaks against. Among rows that failed as often, the one with the lower scores is worse. */
function badnessOf(row: EvaluationScenario, evaluators: readonly Metric[]): number {
  let badness = isErroneous(row) ? FAILURE * (evaluators.length + 1) : 0;
  for (const { read, goal } of evaluators) {
    const value = read(row);
    if (value === false) badness += FAILURE;
    if (typeof value !== 'number') continue;
    const bounded = Math.max(-LARGEST_SCORE, Math.min(LARGEST_SCORE, value));
    badness += goal === 'lower' ? bounded : LARGEST_SCORE - bounded;
  }
  return badness;
}

function toWorstRow(row: EvaluationScenario, place: number, evaluators: readonly Metric[]): WorstRow {
  const scores = evaluators.map(({ name, read }) => [name, read(row)] as const);
  const [output] = row.outputs;
  return {
    row: place,
    failed: scores.filter(([, value]) => value === false || value === null).map(([name]) => name),
    scores: Object.fromEntries(scores),
    error:
      output?.result.error?.message ?? row.results.find(({ result }) => result.error)?.result.error?.message ?? null,
    latency: output?.latency ?? null,
    inputs: Object.fromEntries(row.inputs.map(({ name, value }) => [name, value])),
    output: output?.result.value ?? null,
    expected: Object.fromEntries(row.correct_answers.map(({ key, value }) => [key, value])),
  };
}
