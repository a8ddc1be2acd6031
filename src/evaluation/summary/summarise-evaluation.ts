import { setImmediate } from 'node:timers/promises';
import type { EvaluationSummary, WorstRow, EvaluationGroups } from '../../contract/evaluations/evaluation-summary.ts';
import { shortenValue } from '../../foundation/shorten.ts';
import { clamp } from '../../foundation/numbers.ts';
import {
  nameOf,
  type NamedEvaluation,
  type EvaluationRows,
  type Metric,
  metricsOf,
  type RangeOf,
} from '../compare/metrics.ts';
import { type CaseRows, type CaseValue, countRepeats, countRows, groupCases } from '../compare/cases.ts';
import { bySize, createLargest, createRowGroups, SMALL_GROUP } from '../groups/group-rows.ts';
import { describeErrors, modelAnswerOf } from '../../contract/evaluations/describe-results.ts';
import { createShortener } from '../groups/shorten-rows.ts';
import { isErroneous } from '../../contract/evaluations/evaluation-status.ts';
import { summariseMetric } from './summarise-metric.ts';
import { fieldOf, requireField } from '../rows/select-rows.ts';

interface SummariseOptions {
  /** Confidence level of the intervals. @defaultValue 0.95 */
  readonly level?: number;
  /** Worst rows to keep. @defaultValue 10 */
  readonly maxRows?: number;
  /** Ranges of scores beyond those of the built-in evaluators. @defaultValue none */
  readonly rangeOf?: RangeOf;
  /** Column whose values name the cases. @defaultValue as the evaluation was made */
  readonly clusterBy?: string | null;
}

type RowsToSummarise = Pick<EvaluationRows, 'rows'> & { readonly evaluation: NamedEvaluation };

/** Summarises an evaluation's rows in one pass, holding only the few worst. */
export async function summariseEvaluation(
  { evaluation, rows }: RowsToSummarise,
  options: SummariseOptions = {},
): Promise<EvaluationSummary> {
  const summariser = createSummariser(evaluation, options);
  for await (const rowsOfCase of groupCases(rows('case'), options.clusterBy)) summariser.add(rowsOfCase);
  return summariser.read();
}

export function createSummariser(
  evaluation: NamedEvaluation,
  { level = 0.95, maxRows = 10, rangeOf = () => null }: SummariseOptions = {},
) {
  const metrics = metricsOf(evaluation).map((metric) => ({ ...metric, range: rangeOf(metric.name) ?? metric.range }));
  const summarisers = metrics.map(summariseMetric);
  // Candidates: the best scores are known only after the last row.
  const worst = createLargest<{ isFailed: boolean; judged: readonly CaseValue[]; shown: WorstRow }>(maxRows);
  const best = createBest(metrics);
  const shorten = createShortener(maxRows);
  const counts = { rows: 0, cases: 0, repeats: 1, errors: 0, flaky: 0 };
  return {
    add(row: CaseRows): void {
      const errors = countRows(row, isErroneous);
      const isFailed = errors > 0;
      counts.cases += 1;
      counts.rows += countRows(row);
      counts.repeats = Math.max(counts.repeats, countRepeats(row));
      counts.errors += errors;
      const judged = summarisers.map((summariser) => summariser.add(row));
      if (judged.some(({ isFlaky }) => isFlaky)) counts.flaky += 1;
      const badness = badnessOf(isFailed, metrics, judged);
      const place = row[0].row ?? counts.rows;
      best.add(judged);
      // Not the row itself, which may be long: more are remembered than are shown.
      if (badness > 0)
        worst.add({ isFailed, judged, shown: shorten(toWorstRow(row, place, metrics, judged)) }, badness);
    },
    read: (): EvaluationSummary => ({
      ...nameOf(evaluation),
      level,
      ...counts,
      metrics: summarisers.map((summariser) => summariser.read(level)),
      worst: worst.read().flatMap(({ isFailed, judged, shown }) => {
        return !isFailed && best.isReached(judged) ? [] : [shown];
      }),
    }),
  };
}

/**
 * Tracks the best score of each evaluator. A row with all best scores is not one of the worst, however few rows there are.
 * A score of 0 is not a best score where more is better.
 */
function createBest(metrics: readonly Metric[]) {
  const best: (number | null)[] = metrics.map(() => null);
  const isBest = (index: number, value: CaseValue['value']) =>
    value !== null && value === best[index] && (metrics[index]?.goal === 'lower' || value > 0);
  return {
    add(judged: readonly CaseValue[]): void {
      for (const [index, { value }] of judged.entries()) {
        if (typeof value !== 'number') continue;
        const known = best[index] ?? value;
        best[index] = metrics[index]?.goal === 'lower' ? Math.min(known, value) : Math.max(known, value);
      }
    },
    isReached: (judged: readonly CaseValue[]): boolean =>
      judged.every(({ value, isFlaky }, index) => {
        return metrics[index]?.evaluator === null || (!isFlaky && (value === true || isBest(index, value)));
      }),
  };
}

/** Exceeds any sum of scores, so that a row without an output comes before one that an evaluator failed. */
const FAILURE = 1e6;
const MAX_SCORE = 1e4;

/** 0 for a row that passed everything. Of rows with equally many failures, the one with lower scores is worse. */
function badnessOf(isFailed: boolean, metrics: readonly Metric[], judged: readonly CaseValue[]): number {
  let badness = isFailed ? FAILURE * (metrics.length + 1) : 0;
  for (const [index, { goal, evaluator }] of metrics.entries()) {
    const { value = null, isFlaky = false } = judged[index] ?? {};
    if (evaluator === null) continue;
    if (value === false) badness += FAILURE;
    else if (isFlaky) badness += FAILURE / 2;
    if (typeof value !== 'number') continue;
    const bounded = clamp(value, -MAX_SCORE, MAX_SCORE);
    badness += goal === 'lower' ? bounded : MAX_SCORE - bounded;
  }
  return badness;
}

/** Where the rows of a case differ, shows the first that failed. */
function toWorstRow(
  repeats: CaseRows,
  place: number,
  metrics: readonly Metric[],
  judged: readonly CaseValue[],
): WorstRow {
  const scores = metrics
    .map(({ name, evaluator }, index) => ({ name, evaluator, ...(judged[index] ?? { value: null, isFlaky: false }) }))
    .filter(({ evaluator }) => evaluator !== null);
  const row = repeats.find(isErroneous) ?? repeats[0];
  const [output] = row.outputs;
  const answer = modelAnswerOf(row);
  return {
    row: place,
    failed: scores.filter(({ value }) => value === false || value === null).map(({ name }) => name),
    flaky: scores.filter(({ isFlaky }) => isFlaky).map(({ name }) => name),
    scores: Object.fromEntries(scores.map(({ name, value }) => [name, value])),
    error: describeErrors(row, new Map(metrics.map(({ id, name }) => [id ?? name, name]))),
    ...(answer === null ? {} : { model_answer: answer }),
    latency: output?.latency ?? null,
    inputs: Object.fromEntries(row.inputs.map(({ name, value }) => [name, value])),
    output: output?.result.value ?? null,
    expected: Object.fromEntries(row.correct_answers.map(({ key, value }) => [key, value])),
  };
}

const LEVEL = 0.95;

/**
 * Summarises an evaluation's rows by the values of one field, in one pass.
 *
 * @param field - as in `fieldOf`
 * @throws {WF_NOT_FOUND} for a field that no row has
 * @throws {WF_INVALID_INPUT} for one with more different values than anybody could compare
 */
export async function summariseGroups(
  { evaluation, rows }: EvaluationRows,
  field: string,
  clusterBy: string | null = null,
): Promise<EvaluationGroups> {
  const create = () => createSummariser(evaluation, { level: LEVEL, maxRows: 0 });
  const grouped = createRowGroups(field, fieldOf(evaluation, field), create);
  for await (const rowsOfCase of groupCases(rows('case'), clusterBy)) grouped.of(rowsOfCase[0]).add(rowsOfCase);
  const { groups, columns } = grouped.read();
  if (groups.length > 0) requireField(evaluation, field, columns);
  const summaries: EvaluationGroups['groups'] = [];
  for (const { value, collected } of groups) {
    const { rows: count, cases, errors, metrics } = collected.read();
    summaries.push({ value: shortenValue(value), rows: count, cases, errors, is_small: cases < SMALL_GROUP, metrics });
    await setImmediate();
  }
  return { field, level: LEVEL, groups: summaries.toSorted(bySize) };
}
