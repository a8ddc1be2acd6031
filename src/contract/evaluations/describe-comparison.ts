import { countOf, sumOf } from '../../foundation/numbers.ts';
import type {
  AnsweredMeans,
  ComparedCalls,
  ComparedCandidate,
  ComparedEvaluation,
  ComparedMetric,
  Comparison,
} from './comparison.ts';

/** Describes how certain the verdicts of a comparison are, in one line, and then its latencies. A page has the methods. */
export function describeComparisonMethods({ level, primary = [], choices = 1, candidates }: Comparison): string[] {
  const compared = candidates.flatMap(({ metrics }) => metrics.filter(({ verdict }) => verdict !== 'no data'));
  const certain = describeLevels(level, { primary, choices, measures: compared.length });
  const calls = describeCalls(candidates).join(' ');
  return [`${certain}. How: wf help methods`, ...(calls === '' ? [] : [calls])];
}

/** Describes what a reader of a candidate's figures must know of them, a sentence or two each. */
export function describeCandidate(baseline: ComparedEvaluation, candidate: ComparedCandidate): string[] {
  return [
    ...describeDifferences(baseline, candidate),
    ...describeUnpaired(baseline, candidate),
    ...describeMissing(candidate),
    ...describeCosts(candidate),
  ];
}

/** Describes how two evaluations differ besides their variants: in code, variables and evaluators, a sentence each. */
function describeDifferences(baseline: ComparedEvaluation, candidate: ComparedCandidate): string[] {
  const { differs_in: under = [] } = candidate;
  const unshared = describeUnshared(baseline, candidate);
  return [
    ...(under.length === 0 ? [] : [`${candidate.id} was called with other ${under.join(' and other ')}.`]),
    ...(unshared === null ? [] : [unshared]),
  ];
}

/** Describes the evaluators that judged only one of the two; `null`: none. */
function describeUnshared(baseline: ComparedEvaluation, candidate: ComparedCandidate): string | null {
  const { evaluators_only_in_baseline: before, evaluators_only_in_candidate: after, metrics } = candidate;
  const only = [
    ...(before.length === 0 ? [] : [`only ${baseline.id} (${baseline.variant}) has ${before.join(', ')}`]),
    ...(after.length === 0 ? [] : [`only ${candidate.id} (${candidate.variant}) has ${after.join(', ')}`]),
  ];
  const isJudged = metrics.some(({ kind }) => kind === 'pass_fail' || kind === 'score');
  if (isJudged) return only.length === 0 ? null : `Not compared: ${only.join(', and ')}.`;
  const why = only.length === 0 ? '' : `: ${only.join(', and ')}`;
  return `No evaluator judged both${why}. Cost and latency alone do not say which answers are better.`;
}

interface Levels {
  readonly primary: readonly string[];
  readonly choices: number;
  /** How many metrics of all candidates are compared. */
  readonly measures: number;
}

/** Describes which verdicts share an error rate. */
function describeLevels(level: number, { primary, choices, measures }: Levels): string {
  const certain = `Certain at ${percent(level)}`;
  if (primary.length === 0) return measures > 1 ? `${certain} over all ${measures} measures` : certain;
  const chosen = choices > 1 ? `, as the best of ${choices}` : '';
  const others = measures > primary.length ? `, and at ${percent(level)} over the others together` : '';
  return `${certain} for ${primary.join(', ')} (primary)${chosen}${others}`;
}

/** Describes which calls the latencies are from: all metrics of a candidate that depend on them share these. */
function describeCalls(candidates: Comparison['candidates']): string[] {
  const latencies = candidates.flatMap(({ metrics }) => metrics.find(({ calls }) => calls !== null) ?? []);
  const [decided, undecided] = [
    latencies.filter(({ verdict }) => verdict !== 'not interleaved'),
    latencies.filter(({ verdict }) => verdict === 'not interleaved'),
  ];
  const count = (metrics: readonly ComparedMetric[], of: keyof ComparedCalls) =>
    sumOf(metrics, ({ calls }) => calls?.[of] ?? 0);
  const left = [
    ...describeLeft(count(latencies, 'warm_up'), 'with first calls of a process'),
    ...describeLeft(count(latencies, 'shared'), 'that share the calls of others'),
    ...describeLeft(count(decided, 'apart'), 'whose calls were made at different times'),
  ];
  return [
    ...(decided.some(({ pairs }) => pairs > 0) ? [DRIFT] : []),
    ...(left.length === 0 ? [] : [`Latency leaves out ${left.join(', ')}.`]),
    ...(undecided.length === 0 ? [] : [NOT_INTERLEAVED]),
  ];
}

/** What no test of calls that were made at the same time can tell. */
const DRIFT =
  'Latency is that of these calls: a variant whose model was slow just then is slower here, and perhaps not tomorrow.';

/** Why there is no verdict on latency, and what would give one. */
const NOT_INTERLEAVED =
  'Latency has no verdict, because the calls were made at different times: `wf eval run --variants A,B --fresh` calls for both at the same time.';

function describeLeft(rows: number, which: string): string[] {
  return rows === 0 ? [] : [`${countOf(rows, 'row')} ${which}`];
}

/** Counts the cases of which some row has no value in either evaluation. */
export function countMissing({ missing: { baseline, candidate, both } }: ComparedMetric): number {
  return baseline + candidate + both;
}

/** Describes which rows are not compared: those outside of a subset, and those that only one evaluation has. */
function describeUnpaired({ subset: before }: ComparedEvaluation, candidate: ComparedCandidate): string[] {
  const { subset: after, only_in_baseline: first, only_in_candidate: second } = candidate;
  const parts = `The first: ${before ?? 'all rows'}. This: ${after ?? 'all rows'}.`;
  return [
    ...(before === undefined && after === undefined ? [] : [`Compared are the rows that both have. ${parts}`]),
    ...(first + second === 0
      ? []
      : [`Left out: ${countOf(first, 'case')} that only the first evaluation has, ${second} that only this one has.`]),
  ];
}

/** Describes which cases have no value in a comparison, and what they count as: once for metrics that lack the same. */
function describeMissing({ metrics }: ComparedCandidate): string[] {
  const described = metrics.flatMap((compared) =>
    describeLacking(compared).map((text) => [compared.metric, text] as const),
  );
  const lacking = Map.groupBy(described, ([, text]) => text);
  const answered = metrics.flatMap(({ metric, without_errors: means }) =>
    means === null ? [] : [describeAnswered(metric, means)],
  );
  return [...[...lacking].map(([text, all]) => `${all.map(([metric]) => metric).join(', ')}: ${text}`), ...answered];
}

function describeLacking(compared: ComparedMetric): string[] {
  const { kind, missing, verdict } = compared;
  const { baseline, candidate, both, losses, rows } = missing;
  const all = countMissing(compared);
  if (all === 0 || verdict === 'no data') return [];
  const named = rows.length === 0 ? '' : ` (rows ${rows.join(', ')}${rows.length < all ? ', …' : ''})`;
  const sides = `${baseline} before, ${candidate} after, ${both} in both`;
  const what = kind === 'cost' ? 'of unknown cost' : kind === 'latency' ? 'without an answer' : 'without a score';
  const counted = losses === 0 ? 'They are left out.' : `${countOf(losses, 'case')} count as the worst value.`;
  return [`${countOf(all, 'case')} ${what}: ${sides}${named}. ${counted}`];
}

function describeAnswered(metric: string, { pairs, baseline, candidate }: AnsweredMeans): string {
  if (baseline === null || candidate === null) return `${metric}: rows failed in every case.`;
  const figure = (value: number) => `$${Number(value.toPrecision(4))}`;
  return `${metric}: without the cases where a row failed, ${figure(baseline)} before and ${figure(candidate)} after (${countOf(pairs, 'case')}).`;
}

/** Describes means of costs or latencies whose verdict could mislead: the typical case, and the cases that dominate. */
export function describeCosts({ metrics }: Pick<ComparedCandidate, 'metrics'>): string[] {
  return metrics.flatMap(({ metric, kind, change, typical_ratio: typical, dominating = [], verdict, pairs }) => {
    if (typical === undefined || change === null || pairs === 0) return [];
    const mean = kind === 'cost' ? 'bill' : 'mean';
    // What is as small as in other cases dominates nothing.
    const named = dominating.filter(({ share }, index) => index === 0 || Math.abs(share) >= 0.01);
    const part = sumOf(named, ({ share }) => share);
    const rows = named.map(({ row, share }) => `${row ?? '?'} (${percentOf(share)})`).join(', ');
    const together = named.length > 1 ? `: ${percentOf(part)} of the difference together` : ' of the difference';
    const skewed = `${metric}: too skewed to say, because few cases decide the ${mean}. The greatest changes are in rows ${rows}${together}.`;
    const opposite = change * typical < 0;
    return [
      ...(verdict === 'too skewed to say' ? [skewed] : []),
      ...(verdict === 'too skewed to say' || opposite
        ? [`${metric}: the ${mean} changes by ${percentOf(change)}, a typical case by ${percentOf(typical)}.`]
        : []),
    ];
  });
}

function percentOf(share: number): string {
  return `${Number((share * 100).toPrecision(3))} %`;
}

/** Describes a verdict; one that needs more rows says how many. */
export function describeVerdict({ verdict, pairs, least_pairs }: ComparedMetric): string {
  if (verdict === 'not interleaved') return 'cannot say: not interleaved';
  if (verdict === 'missing values') return 'cannot say: missing values';
  return verdict === 'too few rows' ? `too few cases to say: ${pairs} of at least ${least_pairs}` : verdict;
}

function percent(share: number): string {
  return `${Number((share * 100).toFixed(4))} %`;
}
