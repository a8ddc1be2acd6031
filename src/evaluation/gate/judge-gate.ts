import type { Comparison, ComparedCandidate, ComparedEvaluation } from '../../contract/evaluations/comparison.ts';
import type { GateReport, GateCheck, GateResult, GateVerdict } from '../../contract/evaluations/gate-report.ts';
import type { Evaluation } from '../../contract/evaluations/evaluation.ts';
import { type EvaluationRows, latencyOfMean, type RangeOf } from '../compare/metrics.ts';
import { summariseEvaluation } from '../summary/summarise-evaluation.ts';
import { type Gate, type GateRule, maximumMissing } from './parse-gate.ts';
import type { EvaluationSummary, MetricSummary } from '../../contract/evaluations/evaluation-summary.ts';
import { countOf } from '../../foundation/numbers.ts';
import { shellWord } from '../../foundation/shell-word.ts';
import { usageError, UserError } from '../../foundation/errors/wf-error.ts';
import { checkBound, checkNotWorse } from './check-bounds.ts';
import { checkPercentile } from './check-percentile.ts';
import { findNamed, isNamed, primaryMetricsOf, requireNamed } from '../compare/primary-metrics.ts';
import { passLevel, type Spent, UNCOUNTED } from './spend-level.ts';

/** @param spentOf - looks and choices of an evaluation, by its id; the comparison has the same */
export async function checkGate(
  gate: Gate,
  evaluations: readonly EvaluationRows[],
  comparison: Comparison | null,
  spentOf: SpentOf = () => UNCOUNTED,
): Promise<GateReport> {
  const candidates: GateCandidate[] = [];
  for (const rows of evaluations) {
    requireRouteOf(gate, rows.evaluation);
    const spent = spentOf(rows.evaluation.id);
    const level = passLevel(gate.confidence, spent);
    const summary = await summariseEvaluation(rows, { level, maxRows: 0, rangeOf: rangesOf(gate) });
    const compared = comparison?.candidates.find(({ id }) => id === summary.id) ?? null;
    const primary = comparison?.primary ?? primaryMetricsOf(rows.evaluation, primaryOf(gate));
    candidates.push({ summary, compared, spent, level, primary });
  }
  return judgeGate(gate, comparison?.baseline ?? null, candidates);
}

/** A candidate: the summary of its rows, and its comparison with the baseline if there is one. */
interface GateCandidate {
  readonly summary: EvaluationSummary;
  readonly compared: ComparedCandidate | null;
  readonly spent: Spent;
  /** Level of the intervals that rules must pass by. */
  readonly level: number;
  readonly primary: readonly string[];
}

export type SpentOf = (evaluationId: string) => Spent;

/** Reads how a gate has evaluations compared: at its confidence, by its primary metrics, each at the level of its look. */
export function comparisonFor(gate: Gate, spentOf: SpentOf = () => UNCOUNTED) {
  return {
    level: gate.confidence,
    rangeOf: rangesOf(gate),
    primary: primaryOf(gate),
    named: gate.rules.map(({ metric }) => metric),
    gateLevelOf: (id: string) => passLevel(gate.confidence, spentOf(id)),
    choicesOf: (id: string) => spentOf(id).choices,
  };
}

/** Lists the metrics of a gate's primary rules; `null`: it names none. */
export function primaryOf({ rules }: Gate): string[] | null {
  const named = rules.flatMap(({ metric, primary }) => (primary === true ? [metric] : []));
  return named.length === 0 ? null : [...new Set(named)];
}

export function needsBaseline({ rules }: Gate): boolean {
  return rules.some(({ not_worse_by }) => not_worse_by !== undefined);
}

/** Whether a gate has a rule that passes with confidence: only such rules can be wrong more often the more often they look. */
export function spendsLevel({ rules }: Gate): boolean {
  return rules.some(({ confident, not_worse_by }) => confident || not_worse_by !== undefined);
}

/** Reads the ranges of scores that a gate's rules state. */
function rangesOf({ rules }: Gate): RangeOf {
  return (metric) => {
    const range = rules.find((rule) => rule.range !== undefined && isNamed(metric, rule.metric))?.range;
    return range === undefined ? null : { low: range[0] ?? 0, high: range[1] ?? 1 };
  };
}

/**
 * Checks evaluations against a gate.
 *
 * @throws {WF_NOT_FOUND} for a rule about a metric that an evaluation does not have
 * @throws {WF_USAGE} for a rule about a baseline where there is none
 */
export function judgeGate(
  gate: Gate,
  baseline: ComparedEvaluation | null,
  candidates: readonly GateCandidate[],
): GateReport {
  const results = candidates.map((candidate) => judgeCandidate(gate, candidate));
  return {
    gate: gate.name,
    gate_sha256: gate.sha256,
    confidence: gate.confidence,
    baseline,
    verdict: worstOf(results),
    results,
  };
}

function judgeCandidate(gate: Gate, candidate: GateCandidate): GateResult {
  const { id, variant, route, subset } = candidate.summary;
  const checks = [
    ...checkRows(gate, candidate.summary),
    ...gate.rules.flatMap((rule) => checkRule(gate, rule, candidate)),
  ];
  return {
    id,
    variant,
    ...(route === undefined ? {} : { route }),
    ...(subset === undefined ? {} : { subset }),
    verdict: worstOf(checks),
    ...candidate.spent,
    ...unpairedOf(candidate.compared),
    checks,
  };
}

function unpairedOf(compared: ComparedCandidate | null): Pick<GateResult, 'only_in_baseline' | 'only_in_candidate'> {
  const { only_in_baseline = 0, only_in_candidate = 0 } = compared ?? {};
  return only_in_baseline + only_in_candidate === 0 ? {} : { only_in_baseline, only_in_candidate };
}

/** Checks what must hold before any rule is meaningful. */
function checkRows(gate: Gate, { cases, errors, metrics }: EvaluationSummary): GateCheck[] {
  const about = { interval: null, cases, primary: false, needed_cases: null, reason: null };
  const tooMany = errors > gate.maximum_errors;
  const tooFew = cases < gate.minimum_cases;
  return [
    ...gate.evaluators.flatMap((name) => {
      const found = findMetric(name, metrics);
      const reason = found === undefined ? 'this evaluator did not run' : missingScores(gate, found);
      const required = { ...about, metric: name, rule: 'required', value: found?.mean ?? null };
      return reason === null ? [] : [{ ...required, verdict: 'failed' as const, reason }];
    }),
    {
      ...about,
      metric: 'errors',
      rule: `maximum ${gate.maximum_errors}`,
      verdict: tooMany ? 'failed' : 'passed',
      value: errors,
      ...(tooMany ? { reason: `${countOf(errors, 'row')} failed or could not be scored` } : {}),
    },
    {
      ...about,
      metric: 'cases',
      rule: `minimum ${gate.minimum_cases}`,
      verdict: tooFew ? 'inconclusive' : 'passed',
      value: cases,
      ...(tooFew
        ? {
            needed_cases: gate.minimum_cases,
            reason: `${countOf(cases, 'case')} ${cases === 1 ? 'is' : 'are'} too few`,
          }
        : {}),
    },
  ];
}

function checkRule(gate: Gate, rule: GateRule, { summary, compared, primary, level }: GateCandidate): GateCheck[] {
  const latency = latencyOfMean(rule.metric, summary.metrics);
  const isMean = summary.metrics.some(({ metric: name, kind }) => name === latency && kind === 'latency');
  const measured = isMean && latency !== null ? latency : rule.metric;
  const metric = requireMetric(measured, summary.metrics);
  const own = measured === rule.metric ? metric.metric : rule.metric;
  // A baseline of another service may call it otherwise.
  const isPrimary = primary.some((each) => isNamed(each, own));
  const limits = { ...gate, minimumPairs: gate.minimum_pairs, level, isPrimary };
  const check = rule.percentile === undefined ? checkBound : checkPercentile;
  const checks = [
    ...(rule.minimum === undefined ? [] : [check(metric, 'minimum', rule, limits)]),
    ...(rule.maximum === undefined ? [] : [check(metric, 'maximum', rule, limits)]),
    ...(rule.not_worse_by === undefined
      ? []
      : [checkNotWorse(requireMetric(comparedName(rule), requireCompared(compared).metrics), rule, limits)]),
  ];
  const reason = missingScores(gate, metric);
  return reason === null ? checks : checks.map((each) => ({ ...each, verdict: 'failed', needed_cases: null, reason }));
}

/** Rows without a score could hide any score, so a mean over the others proves nothing. An unknown cost is not a failure. */
function missingScores(gate: Gate, { kind, count, missing, partial }: MetricSummary): string | null {
  const lacking = missing + partial;
  if (kind === 'cost' || lacking <= maximumMissing(gate)) return null;
  const have = lacking === 1 ? 'has' : 'have';
  return `${lacking} of ${countOf(count + missing, 'case')} ${have} no value; maximum_missing: ${lacking} would allow that`;
}

/** The slow calls are compared as a metric of their own. */
function comparedName({ metric, percentile }: GateRule): string {
  return percentile === undefined || percentile === 50 ? metric : `${metric} p${percentile}`;
}

function findMetric<M extends { readonly metric: string }>(name: string, metrics: readonly M[]): M | undefined {
  return findNamed(
    name,
    metrics.map((found) => ({ name: found.metric, found })),
  )?.found;
}

function requireMetric<M extends { readonly metric: string }>(name: string, metrics: readonly M[]): M {
  return requireNamed(
    name,
    metrics.map((found) => ({ name: found.metric, found })),
  ).found;
}

function requireCompared(compared: ComparedCandidate | null): ComparedCandidate {
  if (compared !== null) return compared;
  throw usageError('The gate has a rule "not_worse_by", which needs a baseline.', [
    'Add --baseline EVALUATION',
    'wf eval compare BASELINE CANDIDATE --gate FILE',
  ]);
}

function worstOf(parts: readonly { readonly verdict: GateVerdict }[]): GateVerdict {
  const order: readonly GateVerdict[] = ['failed', 'inconclusive'];
  return order.find((verdict) => parts.some((part) => part.verdict === verdict)) ?? 'passed';
}

/**
 * Refuses to judge an evaluation by the gate of another route. A service that does not tell the route is believed.
 *
 * @throws {WF_INVALID_INPUT} when the evaluation called another route than the gate names
 */
function requireRouteOf({ name, route }: Gate, evaluation: Pick<Evaluation, 'id' | 'route'>): void {
  if (route === undefined || evaluation.route == null || evaluation.route === route) return;
  throw new UserError({
    code: 'WF_INVALID_INPUT',
    message: `The gate ${name} is for the route ${route}, and evaluation ${evaluation.id} called ${evaluation.route}.`,
    nextSteps: [
      `wf eval list --route ${shellWord(route)}`,
      `wf eval run --route ${shellWord(route)} --testset TESTSET --evaluators EVALUATORS --variants VARIANT`,
    ],
  });
}
