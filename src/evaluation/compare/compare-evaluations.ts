import { setImmediate } from 'node:timers/promises';
import type { Comparison, ComparedMetric, ComparisonVerdict } from '../../contract/evaluations/comparison.ts';
import { compareRows, type ComparisonOptions, type UndecidedCandidate } from './compare-rows.ts';
import { requireAnother, requireSameSubject } from './compare-subjects.ts';
import { nameOf, type EvaluationRows } from './metrics.ts';
import { primaryMetricsOf } from './primary-metrics.ts';
import { correctForNumber, type CorrectedPValue } from '../statistics/hypothesis-tests.ts';
import type { UndecidedMetric } from './compare-metric.ts';
import type { PairedAnswer, PairedTest } from './paired-answer.ts';

export interface CompareEvaluationsOptions extends Partial<ComparisonOptions> {
  readonly baseline: EvaluationRows;
  readonly candidates: readonly EvaluationRows[];
  /** Names of the metrics tested at the full level. @defaultValue the first evaluator that asks no model */
  readonly primary?: readonly string[] | null;
  /** How many variants a candidate was chosen from on these rows, by its evaluation's id. @defaultValue the number of candidates */
  readonly choicesOf?: (id: string) => number | null;
  /** Level of a candidate's `gate_interval`, by its evaluation's id. @defaultValue the comparison's level */
  readonly gateLevelOf?: (id: string) => number;
}

/**
 * Compares each candidate with the baseline. A primary metric is tested at the full level, divided among the variants to
 * choose from; all other metrics share the level, and so do those of all groups.
 *
 * @throws {WF_INVALID_INPUT} when they are of different subjects, or share no row
 */
export async function compareEvaluations(options: CompareEvaluationsOptions): Promise<Comparison> {
  const { baseline, candidates, level = 0.95, seed = 1, maxRows = 10 } = options;
  const { rangeOf = () => null, groupBy = null, maxPoints = 0, clusterBy = null } = options;
  for (const { evaluation } of candidates) {
    requireAnother(baseline.evaluation, evaluation);
    requireSameSubject(baseline.evaluation, evaluation);
  }
  const { choicesOf = () => null, gateLevelOf = () => level } = options;
  const choices = Math.max(...candidates.map(({ evaluation }) => choicesOf(evaluation.id) ?? 1));
  const judged = candidates.map(({ evaluation }) => evaluation);
  const primary = primaryMetricsOf(baseline.evaluation, options.primary ?? null, judged);
  const named = [...primary, ...(options.named ?? [])];
  const shown = { seed, maxRows, rangeOf, named, groupBy, maxPoints, clusterBy };
  const compared: UndecidedCandidate[] = [];
  for (const candidate of candidates) {
    compared.push(await compareRows({ baseline, candidate, level: gateLevelOf(candidate.evaluation.id), ...shown }));
  }
  const decided = await inTurns(
    decideByFamily(
      compared.flatMap(({ metrics }) => metrics),
      { primary, level, choices: Math.max(choices, candidates.length) },
    ),
  );
  const ofGroups = compared.flatMap(({ groups }) => groups?.flatMap(({ metrics }) => metrics) ?? []);
  const decidedGroups = await inTurns(decideInSteps(ofGroups, level));
  return {
    baseline: nameOf(baseline.evaluation),
    level,
    seed,
    primary,
    ...(choices <= 1 ? {} : { choices }),
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

interface Families {
  readonly primary: readonly string[];
  readonly level: number;
  readonly choices: number;
}

/** Work in steps of tens of milliseconds, which returns its result. */
type Steps<T> = Generator<undefined, T>;

/** Lets others run between the steps: a service compares on its event loop. */
async function inTurns<T>(steps: Steps<T>): Promise<T> {
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
    await setImmediate();
  }
}

/**
 * Decides each primary metric of all candidates together, and all other metrics together.
 *
 * @yields after each step
 */
function* decideByFamily(
  metrics: readonly UndecidedMetric[],
  { primary, level, choices }: Families,
): Steps<ComparedMetric[]> {
  const familyOf = ({ facts: { metric } }: UndecidedMetric) => (primary.includes(metric) ? metric : null);
  const decided = new Map<string | null, ComparedMetric[]>();
  for (const [family, members] of Map.groupBy(metrics, familyOf)) {
    decided.set(family, yield* decideInSteps(members, level, family === null ? 1 : choices));
  }
  return metrics.flatMap((metric) => decided.get(familyOf(metric))?.shift() ?? []);
}

/**
 * Decides metrics that are compared together, such that the chance of any false verdict is that of a single one.
 */
export function decideMetrics(metrics: readonly UndecidedMetric[], level: number): ComparedMetric[] {
  const steps = decideInSteps(metrics, level);
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
  }
}

/**
 * @param choices - tests that share the error rate at least: those of variants that were not chosen count, too
 * @yields after each step
 */
function* decideInSteps(metrics: readonly UndecidedMetric[], level: number, choices = 1): Steps<ComparedMetric[]> {
  const alpha = alphaOf(level);
  const tested = metrics.filter((metric) => canDecide(metric, alpha));
  // Each must be able to refute at the least share of the error rate.
  const testCount = Math.max(1, choices, tested.length);
  const least = alpha / testCount;
  const tests: (PairedTest | null)[] = [];
  for (const metric of tested) {
    tests.push(testOf(metric, least, alpha));
    yield;
  }
  const pValues = tests.map((test) => test?.pValue ?? 1);
  const notChosen = Array.from({ length: testCount - tested.length }, () => 1);
  const corrected = correctForNumber([...pValues, ...notChosen], alpha);
  const decided: ComparedMetric[] = [];
  for (const metric of metrics) {
    const index = tested.indexOf(metric);
    const [test, pValue] = [tests[index] ?? null, pValues[index] ?? null];
    decided.push(decide(metric, { corrected: corrected[index], test, pValue, alpha, least }));
    yield;
  }
  return decided;
}

/**
 * Slow calls need many rows. Where there are fewer, they take nothing of the error rate from the other metrics.
 *
 * @source Tarone, "A modified Bonferroni method for discrete data", Biometrics 46 (1990)
 */
function canDecide({ facts, answer }: UndecidedMetric, alpha: number): boolean {
  return answer !== null && (facts.target !== 'p95' || facts.pairs >= answer.leastPairs(alpha));
}

/** `null`: no p-value would mean anything. */
function testOf({ answer, isInterleaved }: UndecidedMetric, least: number, alpha: number): PairedTest | null {
  return answer === null || !isInterleaved || answer.isTooSkewed === true ? null : answer.testAt(least, alpha);
}

interface Decision {
  readonly corrected: CorrectedPValue | undefined;
  readonly test: PairedTest | null;
  readonly pValue: number | null;
  readonly alpha: number;
  /** The least share of the error rate that a metric may get. */
  readonly least: number;
}

const UNDECIDED = { p_value: null, interval: null, interval_level: null, p_adjusted: null, least_pairs: null } as const;

/** Decides a metric: interval and p-value share the part of the error rate that Holm's correction leaves it. */
function decide(
  { facts, answer, isInterleaved, excused = null }: UndecidedMetric,
  { corrected, test, pValue, alpha, least }: Decision,
): ComparedMetric {
  if (answer === null) return { ...facts, ...UNDECIDED, verdict: 'no data' };
  if (!isInterleaved) return { ...facts, ...notInterleaved(answer, 1 - alpha) };
  if (corrected === undefined) {
    return { ...facts, ...UNDECIDED, least_pairs: answer.leastPairs(alpha), verdict: 'too few rows' };
  }
  const { pValue: adjusted, tests } = corrected;
  const level = 1 - alpha / tests;
  const leastPairs = answer.leastPairs(alpha / tests);
  if (answer.isTooSkewed === true && facts.pairs >= leastPairs) {
    return { ...facts, ...UNDECIDED, verdict: 'too skewed to say' };
  }
  return {
    ...facts,
    p_value: pValue,
    interval: (test ?? answer.testAt(least, alpha)).intervalAt(level),
    interval_level: level,
    p_adjusted: adjusted,
    least_pairs: leastPairs,
    verdict: withExcuse(verdictOf(facts, adjusted < alpha, leastPairs), excused),
  };
}

/**
 * Its figures stand without a verdict: the test holds for calls that differ by their variants only. It still has its share
 * of the error rate, so that how calls were made changes no other verdict.
 */
function notInterleaved(answer: PairedAnswer, level: number) {
  const interval = answer.testAt(1 - level).intervalAt(level);
  return {
    ...UNDECIDED,
    interval,
    interval_level: interval === null ? null : level,
    gate_interval: null,
    verdict: 'not interleaved' as const,
  };
}

function verdictOf(
  { difference, goal, pairs }: UndecidedMetric['facts'],
  isShown: boolean,
  leastPairs: number,
): ComparisonVerdict {
  if (isShown && difference !== null) return difference > 0 === (goal === 'higher') ? 'better' : 'worse';
  return pairs < leastPairs ? 'too few rows' : 'no difference shown';
}

/** A side that lacks values which nobody can bound is not the better one. */
function withExcuse(verdict: ComparisonVerdict, excused: 'baseline' | 'candidate' | null): ComparisonVerdict {
  const favoured = verdict === 'better' ? 'candidate' : verdict === 'worse' ? 'baseline' : null;
  return favoured !== null && favoured === excused ? 'missing values' : verdict;
}

/** The error rate of a level, without the rounding error of the subtraction. */
function alphaOf(level: number): number {
  return Number((1 - level).toPrecision(12));
}
